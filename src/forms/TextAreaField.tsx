import type { ComponentProps } from 'react'
import { Field, type FieldProps } from '../ui/fields/Field.tsx'
import styles from './form.module.css'

type AreaProps = Omit<ComponentProps<'textarea'>, keyof FieldProps | 'defaultValue' | 'onChange' | 'id'>

/** A multi-line text field in a monospace font. */
export const TextAreaField = ({ label, value, onValue, hint, error = null, ...area }: FieldProps & AreaProps) => (
  <Field label={label} hint={hint} error={error}>
    {(field) => (
      <textarea
        className={styles.area}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        rows={5}
        {...field}
        {...area}
      />
    )}
  </Field>
)
