import { useEffect, useRef } from 'react'

/** What was pressed to look is gone with the doubt: the focus goes on to what is to be filled in now. */
export function useFocusAfterCheck(
  target: () => HTMLElement | null,
  { isChecking: isLooking, isSettled }: { isChecking: boolean; isSettled: boolean },
): void {
  const wasChecking = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each look
  useEffect(() => {
    if (wasChecking.current && isSettled && document.activeElement === document.body) target()?.focus()
    wasChecking.current = isLooking
  }, [isLooking, isSettled])
}

/** The first field of text that is empty, else the first field. */
export function firstEmptyField(form: HTMLElement | null): HTMLElement | null {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input:not([type="radio"]), input:checked, textarea') ?? [])]
  return fields.find(({ value }) => value === '') ?? fields[0] ?? null
}
