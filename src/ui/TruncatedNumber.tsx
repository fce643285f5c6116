import styles from './TruncatedNumber.module.css'

const TAIL = 8

interface TruncatedNumberProps {
  children: string
  /** How many of the last characters were searched for, at most eight. */
  found?: number
}

/** An order number or hash, truncated in the middle, because the last digits identify it. */
export function TruncatedNumber({ children, found = 0 }: TruncatedNumberProps) {
  const tail = children.slice(-TAIL)
  const at = Math.max(tail.length - found, 0)
  return (
    <span className={styles.number} title={children}>
      <span className={styles.start}>{children.slice(0, -TAIL)}</span>
      {tail.slice(0, at)}
      {found > 0 && <mark>{tail.slice(at)}</mark>}
    </span>
  )
}
