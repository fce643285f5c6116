import styles from './Change.module.css'
import type { Change as ChangeOf } from './summaryFields.ts'

interface ChangeProps {
  change: ChangeOf
  /** Adds a unit to the size. */
  format?: (size: string) => string
}

/** A change against yesterday: an arrow and its size, green when it is good and red when it is bad; nothing where nothing changed. */
export const Change = ({ change: { text, direction, tone }, format = (size) => size }: ChangeProps) =>
  direction !== 0 && (
    <span className={styles.change} data-tone={tone}>
      <span aria-hidden="true">{direction > 0 ? '↑ ' : '↓ '}</span>
      <span className="sr-only">{direction > 0 ? '+' : '−'}</span>
      {format(text)}
    </span>
  )
