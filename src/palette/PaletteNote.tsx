import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Page } from '#machines/palette/page.ts'
import type { Note } from '#machines/palette/paletteMachine.ts'
import { type Console, useConsole, useT } from '../useConsole.tsx'
import styles from './Palette.module.css'
import { argumentOf } from './rows/pageRows.ts'
import { type Row, rowLabel } from './rows/row.ts'
import type { PageName } from './rows/usePaletteRows.ts'

interface PaletteNoteProps {
  name: PageName
  page: Page<SearchableKind>
  lookup: 'settled' | 'pending' | 'failed'
  rows: readonly Row[]
  activeIndex: number
}

/** A note about the page above its rows, and its debounced announcement for screen readers. */
export function PaletteNote(props: PaletteNoteProps) {
  const { rows, activeIndex } = props
  const t = useT()
  const console = useConsole()
  const note = useSelector(console.palette, ({ context }) => context.note)
  const line = noteText(note, props, console)
  const active = rows[activeIndex]
  const resultText =
    active === undefined
      ? t('palette.count', { n: 0 })
      : [
          t('palette.count', { n: rows.length }),
          rowLabel(active),
          t('palette.position', { k: activeIndex + 1, n: rows.length }),
        ].join('. ')
  const announcement = useDebounced(line ?? resultText)
  return (
    <>
      {line !== null && (
        <p className={note === 'refused' || note === 'failed' ? styles.fault : styles.note} id="palette-note">
          {line}
        </p>
      )}
      <div className="sr-only" role="status">
        {announcement}
      </div>
    </>
  )
}

function noteText(
  note: Note | null,
  { name, page, lookup, rows, activeIndex }: PaletteNoteProps,
  { i18n: { t }, registry }: Console,
): string | null {
  const text = page.search?.text ?? page.text
  const argument = argumentOf(page.task, registry)
  if (note === 'refused')
    return argument !== null && 'error' in argument.ask ? t(argument.ask.error) : t('palette.nothing', { text })
  if (note !== null) return t(`palette.note.${note}`, { text })
  if (page.search !== null && lookup === 'settled' && page.hits.length === 0) return t('palette.note.nothing', { text })
  // Only guesses are listed, and none of them is active.
  if (rows.length > 0 && activeIndex < 0) return t('palette.noCommand.guesses', { text: page.text })
  if (rows.length > 0 || name === 'showing') return null
  if (page.text.trim() !== '' && (argument === null || 'choices' in argument.ask))
    return t('palette.nothing', { text: page.text })
  if (argument !== null && 'order' in argument.ask)
    return t(`palette.hint.${argument.ask.by === 'account' ? 'account' : 'orders'}`)
  if (argument !== null && 'error' in argument.ask) return t(argument.ask.error)
  return page.mode === 'orders' ? t('palette.hint.orders') : null
}

/** Milliseconds without typing before the result is announced. */
const DEBOUNCE_MS = 300

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
