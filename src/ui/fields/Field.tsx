import type { ReactNode } from 'react'
import styles from './TextField.module.css'
import type { useFieldIds } from './useFieldIds.ts'

interface FieldProps {
  parts: ReturnType<typeof useFieldIds>
  label: string
  hint: string | null
  error: string | null
  children: ReactNode
}

/** Layout of a field: label, control, hint, error. */
export const Field = ({ parts, label, hint, error, children }: FieldProps) => (
  <div className={styles.field}>
    <label className="second small medium" htmlFor={parts.id}>
      {label}
    </label>
    {children}
    {hint !== null && (
      <p className={styles.hint} {...parts.hint}>
        {hint}
      </p>
    )}
    {error !== null && (
      <p className="small bad" {...parts.error}>
        {error}
      </p>
    )}
  </div>
)
