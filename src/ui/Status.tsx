import styles from './Status.module.css'

/** What a state means for the one who looks: done, under way, in trouble, special, or over without consequence. */
export type Tone = 'good' | 'busy' | 'bad' | 'special' | 'idle'

/** A state as a dot and a word; the colour alone never says it. One element, because a list has two in every row. */
export const Status = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`${styles.status} ${styles[tone]}`}>{children}</span>
)
