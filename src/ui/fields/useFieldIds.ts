import { useId } from 'react'

/** Ids and ARIA attributes that tie a field to its label, hint and error. */
export function useFieldIds(error: string | null, hint: string | null = null) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const describedBy = [hint === null ? null : hintId, error === null ? null : errorId].filter((one) => one !== null)
  return {
    /** Id of the field, for its label. */
    id,
    input: {
      id,
      'aria-invalid': error !== null,
      'aria-describedby': describedBy.length === 0 ? undefined : describedBy.join(' '),
    },
    hint: { id: hintId },
    error: { id: errorId },
  }
}
