import { type ReactNode, useId, useState } from 'react'
import styles from './TextField.module.css'

export interface FieldProps<Value = string> {
  label: string
  name: string
  value: Value
  onValue(value: Value): void
  /** Shown under the field and tied to it by `aria-describedby`. */
  hint?: string | null | undefined
  /** As the hint, and marks the field invalid. */
  error?: string | null
}

interface LayoutProps extends Pick<FieldProps, 'label' | 'hint' | 'error'> {
  /** Renders the control with these attributes. */
  children(input: ReturnType<typeof useFieldIds>['input']): ReactNode
}

/** Layout of a field: label, control, hint, error. */
export function Field({ label, hint = null, error = null, children }: LayoutProps) {
  const parts = useFieldIds(error, hint)
  return (
    <div className={styles.field}>
      <label className="second small medium" htmlFor={parts.id}>
        {label}
      </label>
      {children(parts.input)}
      <FieldNotes hint={hint} error={error} parts={parts} />
    </div>
  )
}

interface FieldNotesProps {
  hint: string | null
  error: string | null
  parts: ReturnType<typeof useFieldIds>
}

/** The hint and the error of a field, with the ids that its control names. */
export const FieldNotes = ({ hint, error, parts }: FieldNotesProps) => (
  <>
    {hint !== null && (
      <p className={styles.hint} {...parts.hint}>
        {hint}
      </p>
    )}
    {error !== null && <FieldError key={error} error={error} parts={parts} />}
  </>
)

/** Screen readers read the error when the focus arrives at the field. In a field that has the focus already it is announced. */
function FieldError({ error, parts }: Pick<FieldNotesProps, 'parts'> & { error: string }) {
  const [hasFocus] = useState(() => document.activeElement?.id === parts.id)
  return (
    <p className="small bad" role={hasFocus ? 'alert' : undefined} {...parts.error}>
      {error}
    </p>
  )
}

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
