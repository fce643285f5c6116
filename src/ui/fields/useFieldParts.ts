import { useId } from 'react'

/** A field, its label, what helps to fill it in and what is wrong with it, tied to one another. */
export function useFieldParts(error: string | null, hint: string | null = null) {
  const id = useId()
  const fault = `${id}-error`
  const help = `${id}-hint`
  const described = [hint === null ? null : help, error === null ? null : fault].filter((one) => one !== null)
  return {
    /** Of the field, for its label. */
    id,
    input: {
      id,
      'aria-invalid': error !== null,
      'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    },
    hint: { id: help },
    error: { id: fault },
  }
}
