import type { Mark } from '#commands/orders/mark.ts'
import { calls } from '#contract/calls.ts'
import { REVIEWS } from '#contract/options.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { CallOptions } from '../api/client.ts'
import type { Core } from '../useCore.tsx'
import type { StoredValue } from './storage.ts'
import { isMapOf, isObject, isOneOf, isShapeOf, isText, orAbsent } from './storedShapes.ts'

export type Marks = ReturnType<typeof createMarks>

const isMark = isShapeOf<Mark>({ review: isOneOf(REVIEWS), note: orAbsent(isText) })

/** Account -> row id -> mark, the oldest first. */
export type StoredMarks = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type MarksHost = Pick<Core, 'api' | 'features' | 'store' | 'i18n' | 'toasts'>

/** The reconciliation marks of orders: on the gateway, or in this browser where the gateway keeps none. */
export function createMarks({ api, features, store, ...host }: MarksHost) {
  const stored: StoredValue<StoredMarks | null> = store.own('marks', isMapOf(isObject))
  const account = () => store.own('signInName', isText).get() ?? ''
  const own = () => stored.get()?.[account()] ?? {}

  return {
    /** The marks that this browser keeps, by the ids of their rows. */
    kept: (): Readonly<Record<string, PayOrder['review']>> =>
      Object.fromEntries(
        Object.entries(own()).flatMap(([id, mark]) => (isMark(mark) && mark.review !== 'NONE' ? [[id, mark.review]] : [])),
      ),
    /** Sets the mark of an order; throws when the gateway refuses, or the browser has no room. */
    async set(id: string, mark: Mark, options?: Pick<CallOptions, 'quiet'>): Promise<void> {
      if (features.has('reviews')) return void (await api.call(calls.reviewOrder, { id, ...mark }, options))
      const { keepMark } = await import('./keepMark.ts')
      const isStored = () => store.isStored('paydesk.marks')
      keepMark(id, mark, { ...host, stored, isStored, account: account(), isQuiet: options?.quiet === true })
    },
    /** The row with the mark that this browser keeps of it. */
    annotate(row: ListedRow): ListedRow {
      const mark = own()[row.id]
      return !isMark(mark) || mark.review === 'NONE' ? row : { ...row, review: mark.review, reviewNote: mark.note ?? null }
    },
  }
}
