import type { ComponentProps, ReactNode } from 'react'
import styles from './TextField.module.css'
import { useFieldParts } from './useFieldParts.ts'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'id'> {
  label: string
  name: string
  value: string
  onValue(value: string): void
  /** Stands under the field and is read with it. */
  error?: string | null
  /** Drawn inside the field, at its end. */
  end?: ReactNode
}

/** A line of text with its label above and its fault below. */
export function TextField({ label, value, onValue, error = null, end, ...input }: TextFieldProps) {
  const parts = useFieldParts(error)
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={parts.id}>
        {label}
      </label>
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
      {error !== null && (
        <p className={styles.error} {...parts.error}>
          {error}
        </p>
      )}
    </div>
  )
}
