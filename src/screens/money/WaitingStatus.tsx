import type { ReactNode, Ref } from 'react'
import styles from './WaitingStatus.module.css'

/** A status text with a spinner. Focusable when a ref is given, for steps without controls. */
export const WaitingStatus = ({
  isBusy,
  ref,
  children,
}: {
  isBusy: boolean
  ref?: Ref<HTMLParagraphElement>
  children: ReactNode
}) => (
  <p ref={ref} tabIndex={ref === undefined ? undefined : -1} role="status" className={styles.waiting}>
    <span className={styles.spinner} data-on={isBusy} aria-hidden="true" />
    {children}
  </p>
)
