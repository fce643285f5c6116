import styles from './CutNumber.module.css'

const TAIL = 8

/** A number or hash that names something. Where it does not fit it is cut in the middle, because its end tells it apart. */
export const CutNumber = ({ children }: { children: string }) => (
  <span className={styles.number} title={children}>
    <span className={styles.start}>{children.slice(0, -TAIL)}</span>
    {children.slice(-TAIL)}
  </span>
)
