import type { ReactNode } from 'react'
import styles from './Figure.module.css'
import { FocusItem } from './FocusItem.tsx'

interface FigureProps {
  to: string | null
  title: string
  /** The previous value, as text. */
  before?: string
  change?: string | null
  children: ReactNode
}

/** A number with its title, which links to the rows that it counts. */
export const Figure = ({ to, title, before, change = null, children }: FigureProps) => (
  <FocusItem to={to} className={styles.figure}>
    <span className={styles.title}>{title} </span>
    <span className={styles.value}>{children} </span>
    {before !== undefined && (
      <span className={styles.before}>
        <span>{before} </span>
        {change !== null && <span className="second medium">{change}</span>}
      </span>
    )}
  </FocusItem>
)
