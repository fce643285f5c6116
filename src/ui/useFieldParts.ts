import { useId } from 'react'

/** A field, its label and what is wrong with it, tied to one another. */
export function useFieldParts(error: string | null) {
  const id = useId()
  const fault = `${id}-error`
  return {
    /** Of the field, for its label. */
    id,
    input: { id, 'aria-invalid': error !== null, 'aria-describedby': error === null ? undefined : fault },
    error: { id: fault },
  }
}
