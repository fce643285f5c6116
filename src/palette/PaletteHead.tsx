import { useSelector } from '@xstate/react'
import { ChevronRight, Search } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { halfWidth } from '#commands/norm.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Note } from '#machines/palette/page.ts'
import { titleOf } from '../commandText.ts'
import { formatCount } from '../format/amount.ts'
import { type Console, useConsole, useT } from '../useConsole.tsx'
import styles from './Palette.module.css'
import { targetOf } from './rows/commandRows.ts'
import { argumentOf } from './rows/pageRows.ts'
import { rowLabel } from './rows/row.ts'
import type { PalettePage } from './rows/usePaletteRows.ts'

type PaletteInputProps = Pick<PalettePage, 'name' | 'page' | 'rows'> &
  Pick<ComponentProps<'input'>, 'ref' | 'onKeyDown' | 'onChange' | 'onCompositionEnd' | 'onPaste'>

/** The palette's input, after the page's subject. */
export function PaletteInput({ name, page, rows, ...inputProps }: PaletteInputProps) {
  const t = useT()
  const { registry, scope } = useConsole()
  const { task, subject, mode } = page
  const subjectTitle =
    task !== null
      ? titleOf(registry.get(task.command), t)
      : subject === null && mode !== 'all'
        ? t(`palette.mode.${mode}`)
        : null
  // What the command will act on stays in sight while its other arguments are typed.
  const target = task !== null ? targetOf(registry.get(task.command), task, scope(), t) : (subject?.row.platOrderNo ?? null)
  const subjects = [subjectTitle, target].filter((part) => part !== null)
  const prompt: CommonKey =
    argumentOf(task, registry)?.prompt ?? (subject === null ? `palette.prompt.${mode}` : 'palette.prompt.actions')
  const label = name === 'showing' ? t('palette.results') : t(prompt)
  return (
    <div className={styles.head}>
      {subjects.length === 0 ? (
        <Search className="icon" size={16} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <span className={styles.subject}>
          {subjectTitle !== null && <span className="truncate">{subjectTitle}</span>}
          {target !== null && <span className={styles.number}>{target}</span>}
          <ChevronRight size={14} strokeWidth={1.5} aria-hidden="true" />
        </span>
      )}
      <input
        {...inputProps}
        className={styles.input}
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-autocomplete="list"
        aria-label={subjects.length === 0 ? label : `${subjects.join(' ')}: ${label}`}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        placeholder={name === 'showing' ? '' : label}
        readOnly={name === 'showing'}
        value={page.text}
      />
    </div>
  )
}

/** A note about the page above its rows, and its debounced announcement for screen readers. */
export function PaletteNote(props: PalettePage) {
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
          t('palette.position', { position: activeIndex + 1, n: rows.length }),
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
  { name, page, lookup, rows, activeIndex }: PalettePage,
  { i18n: { t }, registry }: Console,
): string | null {
  const text = page.search?.text ?? page.text
  const argument = argumentOf(page.task, registry)
  if (note === 'refused')
    return argument !== null && 'error' in argument.ask ? t(argument.ask.error) : t('palette.nothing', { text })
  const isMissing = page.search !== null && lookup === 'settled' && page.hits.length === 0
  if (isMissing && page.searched !== null) {
    const { rows: most, lists } = page.searched
    return t('palette.note.searched', { text, rows: formatCount(most), n: lists })
  }
  if (note !== null) return t(`palette.note.${note}`, { text })
  if (isMissing) return t('palette.note.nothing', { text })
  // Only guesses are listed, and none of them is active.
  if (rows.length > 0 && activeIndex < 0) return t('palette.noCommand.guesses', { text: page.text })
  if (rows.length > 0 || name === 'showing') return null
  if (argument === null && INCOMPLETE.test(halfWidth(page.text.trim()))) return t('palette.hint.orders')
  if (page.text.trim() !== '' && (argument === null || 'choices' in argument.ask))
    return t('palette.nothing', { text: page.text })
  if (argument !== null && 'order' in argument.ask)
    return t(`palette.hint.${argument.ask.by === 'account' ? 'account' : 'orders'}`)
  if (argument !== null && 'error' in argument.ask) return t(argument.ask.error)
  return page.mode === 'orders' ? t('palette.hint.orders') : null
}

/** The beginning of a search for orders. */
const INCOMPLETE = /^(?:#|#?\*[\w-]{0,3})$/

/** Milliseconds without typing before the result is announced. */
const DEBOUNCE_MS = 300

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  // Nothing of it is left for the next opening.
  useEffect(() => () => setDebounced(''), [])
  return debounced
}
