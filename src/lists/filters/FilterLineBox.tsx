import { TextSearch } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { CommandKeys } from '../../keyboard/CommandKeys.tsx'
import type { Span } from '../../query/fault.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import styles from './FilterLine.module.css'
import type { useDraft } from './useDraft.ts'

/** Imperative handle of the filter text. */
export interface FilterLineHandle {
  focus(): void
  /** Focuses the input and selects a part of its text. */
  pointAt(part: Span): void
}

export interface FilterLineProps {
  ref: Ref<FilterLineHandle>
  /** Focus the input as soon as it is mounted. */
  isWanted: boolean
  controller: ListController
  words: ListWords
  draftState: ReturnType<typeof useDraft>
}

/** The frame of the filter text, with an example while the text is empty. */
export const FilterLineBox = ({ example, children }: { example: string | null; children: ReactNode }) => (
  <div className={styles.box}>
    <TextSearch className={styles.icon} size={14} strokeWidth={1.5} aria-hidden="true" />
    <span className={styles.field}>
      {example !== null && (
        <span className={styles.example} aria-hidden="true">
          {example}
        </span>
      )}
      {children}
    </span>
    <span className={styles.key} aria-hidden="true">
      <CommandKeys of="list.focusFilter" />
    </span>
  </div>
)
