import type { ReactNode } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Translate } from '../../i18n.ts'
import styles from './NoteSign.module.css'

/** How many notes a row has, and its assigned account; empty without either. */
export const noteText = ({ notes, assignedTo }: ListedRow, t: Translate): string =>
  [notes && `${t('field.notes')} ${notes}`, assignedTo && `${t('field.assignedTo')} ${assignedTo}`].filter(Boolean).join(', ')

interface SignProps {
  row: ListedRow
  text: string
  /** The number of the row. */
  content: ReactNode
}

/** The number of a row with a sign of its notes and its assignment. */
export const NoteSign = ({ row: { notes, assignedTo }, text, content }: SignProps) => (
  <>
    <span className={styles.sign} title={text} aria-hidden="true">
      {assignedTo && <span className={styles.person} data-person={assignedTo.slice(0, 3)} />}
      {!!notes && <span className={styles.paper} />}
    </span>
    {content}
  </>
)
