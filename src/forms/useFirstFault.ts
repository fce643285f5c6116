import { type RefObject, useEffect } from 'react'

/** Puts the focus on the first field of the form that is wrong, each time that faults were found. */
export function useFirstFault(form: RefObject<HTMLElement | null>, faults: object): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: found anew, they are other faults, though they may say the same
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // Whoever is in it already goes on where he is; who is brought there finds it as Tab leaves it, ready to be typed over.
    if (field == null || field === document.activeElement) return
    field.focus()
    if (field instanceof HTMLInputElement) field.select()
  }, [faults])
}
