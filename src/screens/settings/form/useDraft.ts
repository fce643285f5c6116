import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { keptSettings, type SettingName } from '../../../state/keptSettings.ts'
import { currentUserAtom } from '../../../state/user.ts'
import { useConsole } from '../../../useConsole.tsx'

export interface DraftOptions<Values> {
  name: SettingName
  /** What it is a form of, where there are several. */
  about?: string
  /** What was typed, without anything secret. */
  values: Values
  restore(values: Values, sent: string | null): void
}

interface DraftStatus {
  /** Whether there is something that would be lost. */
  isDirty: boolean
  /** The key it was sent under, where it is not known what came of that. */
  sent: string | null
  /** Whether it can be filled in. */
  isReady: boolean
}

/**
 * Keeps what was typed, and whether it was sent, over a reload and over a session that ends in between, for whoever typed it.
 * Gives back how to forget it, for who does not want it any more.
 */
export function useDraft<Values extends object>(
  draft: DraftOptions<Values>,
  { isDirty, sent, isReady }: DraftStatus,
): () => void {
  const { name, about = '', values, restore } = draft
  const { store } = useConsole()
  const { username: owner } = useAtomValue(currentUserAtom)
  const forms = keptSettings<Values>(store, name)
  const hasRead = useRef(false)
  const wasSent = useRef<string | null>(null)
  const text = JSON.stringify(values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known whose it is, and each time something else stands there
  useEffect(() => {
    if (owner === undefined) return
    if (!hasRead.current) {
      if (!isReady) return
      hasRead.current = true
      const found = forms.find(owner, about)
      // Whoever was faster than his memory goes on with what he types, unless something is in doubt.
      if (found !== null && (!isDirty || found.sent !== null)) return restore(found.values, found.sent)
    }
    if (wasSent.current !== null && wasSent.current !== sent) forms.settle(owner, wasSent.current)
    wasSent.current = sent
    if (isDirty || sent !== null) forms.keep({ owner, about, values, sent })
    else forms.forget(owner, about)
  }, [owner, isReady, isDirty, text, sent])
  return () => owner !== undefined && forms.forget(owner, about)
}
