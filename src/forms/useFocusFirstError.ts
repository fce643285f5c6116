import { type RefObject, useEffect } from 'react'

/** Focuses the first invalid field each time validation finds errors. */
export function useFocusFirstError(form: RefObject<HTMLElement | null>, objections: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each objection focuses, even one with the same errors
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // Leave the caret alone if the field has the focus; otherwise select its text, as Tab does.
    if (field == null || field === document.activeElement) return
    field.focus()
    if (field instanceof HTMLInputElement) field.select()
  }, [objections])
}
