import styles from './TruncatedNumber.module.css'

const TAIL = 8

/** An order number or hash, truncated in the middle, because the last digits identify it. */
export const TruncatedNumber = ({ children }: { children: string }) => (
  <span className={styles.number} title={children}>
    <span className={styles.start}>{children.slice(0, -TAIL)}</span>
    {children.slice(-TAIL)}
  </span>
)
