import type { ReactNode } from 'react'
import styles from './DetailList.module.css'

/** Titles with values, one per line. */
export const DetailList = ({ children }: { children: ReactNode }) => <dl className={styles.lines}>{children}</dl>

export const Detail = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.line}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
