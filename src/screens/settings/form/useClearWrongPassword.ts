import { type RefObject, useEffect } from 'react'
import type { Refusal } from '#machines/settings/savingMachine.ts'

/** Each time a password was wrong, also the same one again, its field is emptied and has the focus: it is typed anew. */
export function useClearWrongPassword(
  refusal: Refusal | null,
  field: RefObject<HTMLInputElement | null>,
  empty: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what empties it is made anew with each drawing
  useEffect(() => {
    if (refusal?.code !== 'errorPwd') return
    empty()
    field.current?.focus()
  }, [refusal, field])
}
