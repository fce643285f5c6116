import { type RefObject, useEffect } from 'react'
import type { Refusal } from '#machines/settings/savingMachine.ts'

/** Clears and focuses the password field on each refusal for a wrong password. */
export function useClearWrongPassword(
  refusal: Refusal | null,
  field: RefObject<HTMLInputElement | null>,
  empty: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `empty` is a new function on each render
  useEffect(() => {
    if (refusal?.code !== 'errorPwd') return
    empty()
    field.current?.focus()
  }, [refusal, field])
}
