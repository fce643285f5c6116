import { useEffect, useRef } from 'react'

/** What was pressed to look is gone with the doubt: the focus goes on to what is to be filled in now. */
export function useAfterLook(
  target: () => HTMLElement | null,
  { isLooking, isSettled }: { isLooking: boolean; isSettled: boolean },
): void {
  const wasLooking = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each look
  useEffect(() => {
    if (wasLooking.current && isSettled && document.activeElement === document.body) target()?.focus()
    wasLooking.current = isLooking
  }, [isLooking, isSettled])
}

/** The first field of text that is empty, else the first field. */
export function firstToFill(form: HTMLElement | null): HTMLElement | null {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input:not([type="radio"]), input:checked, textarea') ?? [])]
  return fields.find(({ value }) => value === '') ?? fields[0] ?? null
}
