import type { ReactNode } from 'react'
import styles from './Line.module.css'

/** Facts, one below the other. */
export const Lines = ({ children }: { children: ReactNode }) => <dl className={styles.lines}>{children}</dl>

export const Line = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.line}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
