import type { FocusEvent } from 'react'

/** Marks what leads out of a form: who goes there is done with it. */
export const WAY_OUT = { 'data-out': '' } as const

/** Whether a field is left for another part of its form, or for nothing in particular: then its rule speaks. */
export function isLeftBehind({ currentTarget, relatedTarget }: Pick<FocusEvent, 'currentTarget' | 'relatedTarget'>): boolean {
  // The window was left, and not the field.
  if (relatedTarget === null) return document.hasFocus()
  const form = currentTarget.closest('form')
  return form?.contains(relatedTarget) === true && relatedTarget.closest('[data-out]') === null
}
