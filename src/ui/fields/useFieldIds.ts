import { useId } from 'react'

/** Ids and ARIA attributes that tie a field to its label, hint and error. */
export function useFieldIds(error: string | null, hint: string | null = null) {
  const id = useId()
  const fault = `${id}-error`
  const help = `${id}-hint`
  const described = [hint === null ? null : help, error === null ? null : fault].filter((one) => one !== null)
  return {
    /** Id of the field, for its label. */
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
