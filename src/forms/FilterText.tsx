import type { ComponentProps } from 'react'
import { useFieldParts } from '../ui/fields/useFieldParts.ts'
import styles from './fields.module.css'

interface FilterTextProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'id'> {
  label: string
  name: string
  value: string
  onValue(value: string): void
  /** Stands under the field and is read with it. */
  error: string | null
}

/** A line of text in one line with its label. */
export function FilterText({ label, value, onValue, error, ...input }: FilterTextProps) {
  const parts = useFieldParts(error)
  return (
    <div className={styles.field} data-filled={value === '' ? undefined : ''}>
      <span className={styles.box}>
        <label className={styles.label} htmlFor={parts.id}>
          {label}
        </label>
        <input
          className={styles.input}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          {...parts.input}
          {...input}
        />
      </span>
      {error !== null && (
        <p className={styles.error} {...parts.error}>
          {error}
        </p>
      )}
    </div>
  )
}
