import { useEffect, useRef } from 'react'

/** Focuses the target after a check, because the button that started it is gone by then. */
export function useFocusAfterCheck(
  target: () => HTMLElement | null,
  { isChecking: isLooking, isSettled }: { isChecking: boolean; isSettled: boolean },
): void {
  const wasChecking = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per check
  useEffect(() => {
    if (wasChecking.current && isSettled && document.activeElement === document.body) target()?.focus()
    wasChecking.current = isLooking
  }, [isLooking, isSettled])
}

/** The first empty text field, else the first field. */
export function firstEmptyField(form: HTMLElement | null): HTMLElement | null {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input:not([type="radio"]), input:checked, textarea') ?? [])]
  return fields.find(({ value }) => value === '') ?? fields[0] ?? null
}
