import type { ReactNode } from 'react'
import styles from './MoneyPage.module.css'

/** The scrolling frame of a money screen. */
export const MoneyPage = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>
    <div className={styles.room}>{children}</div>
  </div>
)
