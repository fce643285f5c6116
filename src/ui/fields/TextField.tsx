import type { ComponentProps, ReactNode } from 'react'
import { Field } from './Field.tsx'
import styles from './TextField.module.css'
import { useFieldIds } from './useFieldIds.ts'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'id'> {
  label: string
  name: string
  value: string
  onValue(value: string): void
  /** Shown under the field and tied to it by `aria-describedby`. */
  hint?: string | null
  /** As the hint, and marks the field invalid. */
  error?: string | null
  /** Rendered inside the field, at its end. */
  end?: ReactNode
}

/** A text field with label, hint and error. */
export function TextField({ label, value, onValue, hint = null, error = null, end, ...input }: TextFieldProps) {
  const parts = useFieldIds(error, hint)
  return (
    <Field parts={parts} label={label} hint={hint} error={error}>
      <span className={styles.box}>
        <input
          className={styles.input}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          {...parts.input}
          {...input}
        />
        {end}
      </span>
    </Field>
  )
}
