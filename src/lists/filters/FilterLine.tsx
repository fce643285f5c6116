import { TextSearch } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { keysFor } from '#commands/keyboard/keymap.ts'
import type { Span } from '../../query/field.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { later } from '../../ui/later.tsx'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import styles from './FilterLine.module.css'
import { filterExample } from './filterExample.ts'
import type { useDraft } from './useDraft.ts'

/** What the line of text can be told. */
export interface FilterLineHandle {
  focus(): void
  /** Puts the focus on a part of the text. */
  pointAt(part: Span): void
}

export interface FilterLineProps {
  ref: Ref<FilterLineHandle>
  /** Somebody waits to write in it. */
  isWanted: boolean
  controller: ListController
  words: ListWords
  written: ReturnType<typeof useDraft>
}

/** The filter as text. Its language is fetched once the rows are here. */
export const FilterLine = later(async () => (await import('./FilterLineEditor.tsx')).FilterLineEditor, FilterLinePlaceholder)

/** The place of the text, as long as nobody can write in it. */
export function FilterLinePlaceholder({ controller, words }: Pick<FilterLineProps, 'controller' | 'words'>) {
  return (
    <div className={styles.line} data-line="">
      <FilterLineBox example={filterExample(controller.list, words)}>{null}</FilterLineBox>
    </div>
  )
}

/** The edge around the text, with an example where there is none. */
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
      <Kbd keys={keysFor('list.focusFilter')[0] ?? ''} />
    </span>
  </div>
)
