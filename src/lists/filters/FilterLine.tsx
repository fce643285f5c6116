import { TextSearch } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { CommandKeys } from '../../keyboard/CommandKeys.tsx'
import { withTexts } from '../../loading/withTexts.tsx'
import type { Span } from '../../query/fault.ts'
import styles from './FilterLine.module.css'
import type { ListFilter } from './listFilter.ts'
import type { TypedText, useDraft } from './useDraft.ts'

export interface FilterLineHandle {
  focus(): void
  /** Focuses the input and selects a part of its text. */
  pointAt(part: Span): void
  /** The text after changes of the draft. */
  rewrite(changes: ListFilter): TypedText
}

export interface FilterLineProps {
  ref: Ref<FilterLineHandle>
  /** Focus the input as soon as it is mounted. */
  isWanted: boolean
  draftState: ReturnType<typeof useDraft>
}

/** The filter as text. The editor, its grammar and its texts are fetched after the first rows. */
export const FilterLine = withTexts(
  async () => (await import('./FilterLineEditor.tsx')).FilterLineEditor,
  'filters',
  FilterLinePlaceholder,
)

/** The frame of the filter text until the editor and the words of its example are loaded. */
export function FilterLinePlaceholder() {
  return (
    <div className={styles.line} data-line="">
      <FilterLineBox example={null}>{null}</FilterLineBox>
    </div>
  )
}

/** The frame of the filter text, with an example while the text is empty. */
export const FilterLineBox = ({ example, children }: { example: string | null; children: ReactNode }) => (
  <div className={styles.box}>
    <TextSearch className="icon" size={14} strokeWidth={1.5} aria-hidden="true" />
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
