import styles from './Status.module.css'

/** Meaning of a status: done, in progress, in trouble, special, or over without effect. */
export type Tone = 'good' | 'busy' | 'bad' | 'special' | 'idle'

/** A status as a dot and a word, never by colour alone. One element, because every list row has two. */
export const Status = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`${styles.status} ${styles[tone]}`}>{children}</span>
)
