import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { createSettingDrafts, type SettingName } from '../../../state/settingDrafts.ts'
import { currentUserAtom } from '../../../state/user.ts'
import { useConsole } from '../../../useConsole.tsx'

export interface DraftOptions<Values> {
  name: SettingName
  /** The object of the form, when a setting has several. */
  about?: string
  /** The values without any secret. */
  values: Values
  restore(values: Values, sent: string | null): void
}

interface DraftStatus {
  /** Whether there are changes to lose. */
  isDirty: boolean
  /** The idempotency key of a submission with an unknown outcome. */
  sent: string | null
  /** Whether the form is editable. */
  isReady: boolean
}

/**
 * Stores the values of a form and whether they were sent, per user, so that they survive a reload and the end of the session.
 * Returns a function that deletes the draft.
 */
export function useDraft<Values extends object>(
  draft: DraftOptions<Values>,
  { isDirty, sent, isReady }: DraftStatus,
): () => void {
  const { name, about = '', values, restore } = draft
  const { store } = useConsole()
  const { username: owner } = useAtomValue(currentUserAtom)
  const forms = createSettingDrafts<Values>(store, name)
  const hasRead = useRef(false)
  const wasSent = useRef<string | null>(null)
  const text = JSON.stringify(values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the user is known, and on each change of the values
  useEffect(() => {
    if (owner === undefined) return
    if (!hasRead.current) {
      if (!isReady) return
      hasRead.current = true
      const found = forms.find(owner, about)
      // Values typed before the draft was read win, unless the draft was sent with an unknown outcome.
      if (found !== null && (!isDirty || found.sent !== null)) return restore(found.values, found.sent)
    }
    if (wasSent.current !== null && wasSent.current !== sent) forms.settle(owner, wasSent.current)
    wasSent.current = sent
    if (isDirty || sent !== null) forms.keep({ owner, about, values, sent })
    else forms.forget(owner, about)
  }, [owner, isReady, isDirty, text, sent])
  return () => owner !== undefined && forms.forget(owner, about)
}
