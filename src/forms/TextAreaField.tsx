import type { ComponentProps } from 'react'
import { Field } from '../ui/fields/Field.tsx'
import { useFieldIds } from '../ui/fields/useFieldIds.ts'
import styles from './form.module.css'

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue' | 'onChange' | 'id'> {
  label: string
  name: string
  value: string
  onValue(value: string): void
  hint?: string | null
  error?: string | null
}

/** A multi-line text field in a monospace font. */
export function TextAreaField({ label, value, onValue, hint = null, error = null, ...area }: TextAreaFieldProps) {
  const parts = useFieldIds(error, hint)
  return (
    <Field parts={parts} label={label} hint={hint} error={error}>
      <textarea
        className={styles.area}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        rows={5}
        {...parts.input}
        {...area}
      />
    </Field>
  )
}
