import { type RefObject, useEffect } from 'react'

/** Puts the focus on the first field of the form that is wrong, each time that faults were found. What stands in it is selected, as Tab does. */
export function useFirstFault(form: RefObject<HTMLElement | null>, faults: object): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: found anew, they are other faults, though they may say the same
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }, [faults])
}
