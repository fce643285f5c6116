import type { ReactNode } from 'react'
import styles from './MoneyPage.module.css'

/** The room a form has, which scrolls when it is too small. */
export const MoneyPage = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>
    <div className={styles.room}>{children}</div>
  </div>
)
