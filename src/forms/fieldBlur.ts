import type { FocusEvent } from 'react'

/** Marks controls that leave the form; moving to them does not validate the field. */
export const FORM_EXIT = { 'data-out': '' } as const

/** Whether a blur should validate the field: the focus moved within the form or page, or to nothing, but not to a control that leaves it. */
export function shouldValidateOnBlur({
  currentTarget,
  relatedTarget,
}: Pick<FocusEvent, 'currentTarget' | 'relatedTarget'>): boolean {
  // Without a focused document the window lost the focus, not the field.
  if (relatedTarget === null) return document.hasFocus()
  const form = currentTarget.closest('form, [data-layer=form]')
  return form?.contains(relatedTarget) === true && relatedTarget.closest('[data-out]') === null
}
