import type { ComponentProps } from 'react'
import { useFieldIds } from '../ui/fields/Field.tsx'
import styles from './fields.module.css'

interface FilterTextProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'id'> {
  label: string
  name: string
  value: string
  onValue(value: string): void
  /** Shown under the field and tied to it by `aria-describedby`. */
  error: string | null
}

/** A text field with its label on the same line. */
export function FilterText({ label, value, onValue, error, ...input }: FilterTextProps) {
  const parts = useFieldIds(error)
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
