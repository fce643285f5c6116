import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import styles from './TextField.module.css'

type InputProps = Omit<ComponentProps<'input'>, keyof FieldProps | 'defaultValue' | 'onChange' | 'id'>

export interface TextFieldProps extends FieldProps, InputProps {
  /** Rendered inside the field, at its end. */
  end?: ReactNode
}

export const TextField = ({ label, value, onValue, hint, error = null, end, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(field) => (
      <span className={styles.box}>
        <input className={styles.input} value={value} onChange={(event) => onValue(event.target.value)} {...field} {...input} />
        {end}
      </span>
    )}
  </Field>
)
