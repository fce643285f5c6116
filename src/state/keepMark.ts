import type { Mark } from '#commands/orders/mark.ts'
import { ApiError } from '../api/errors.ts'
import type { Core } from '../useCore.tsx'
import type { StoredMarks } from './marks.ts'
import type { StoredValue } from './storage.ts'

/** As many as the storage of a browser holds beside all else. */
const MOST_MARKS = 5_000

interface KeepHost extends Pick<Core, 'i18n' | 'toasts'> {
  readonly account: string
  readonly stored: StoredValue<StoredMarks | null>
  isStored(): boolean
  readonly isQuiet: boolean
}

/** Keeps a mark in this browser. Throws an `ApiError` when the browser has no room for it; the marks of before stay. */
export function keepMark(id: string, mark: Mark, { account, stored, isStored, isQuiet, i18n, toasts }: KeepHost): void {
  const before = stored.get()
  const { [id]: _, ...others } = before?.[account] ?? {}
  const next = mark.review === 'NONE' ? others : { ...others, [id]: mark }
  stored.set({ ...before, [account]: Object.fromEntries(Object.entries(next).slice(-MOST_MARKS)) })
  if (isStored()) {
    if (before === null) toasts.show({ tone: 'info', text: i18n.t('review.keptHere'), stays: true })
    return
  }
  // A value that does not fit is kept until the page is left, and its predecessor removed: here that has the marks of all accounts.
  stored.set(before)
  const text = i18n.t('review.full')
  if (!isQuiet) toasts.show({ tone: 'error', title: i18n.t('error.title'), text })
  throw new ApiError(text, { status: 400, code: 'STORAGE_FULL' })
}
