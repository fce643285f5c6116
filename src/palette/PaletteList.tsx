import { Command } from 'cmdk'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { keymap, type PaletteGesture } from '#commands/keyboard/keymap.ts'
import { keypress } from '#commands/keyboard/keypress.ts'
import { isMac } from '../ui/Kbd.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './Palette.module.css'
import { PaletteFooter, PaletteTips } from './PaletteFooter.tsx'
import { PaletteInput, PaletteNote } from './PaletteHead.tsx'
import { PaletteRow } from './rows/PaletteRow.tsx'
import type { Row } from './rows/row.ts'
import { usePaletteRows } from './rows/usePaletteRows.ts'
import type { CommandSearch } from './search/useSearchEntries.ts'
import type { Usage } from './usage.ts'
import { usePendingEnter } from './usePendingEnter.ts'
import { useQueryInput } from './useQueryInput.ts'
import { type ChooseOptions, useRowActions } from './useRowActions.ts'

/** Rows rendered for a text: one more than is in view. Scrolling adds batches. */
const ROWS_AT_FIRST = 13
const BATCH = 50
const PAGE_ROWS = 8
const NO_ROW = 'none'

// The machine owns the active row. cmdk also reports values of its own, indistinguishable from the user's.
const noop = () => {}

/** A page with an input and rows. cmdk provides the list semantics; keys, filtering and selection are handled here. */
export function PaletteList({ search, usage }: { search: CommandSearch; usage: Usage }) {
  const t = useT()
  const { palette, typeAhead } = useConsole()
  const open = usePaletteRows(search, usage)
  const { name, page, rows, activeIndex } = open
  const type = useQueryInput()
  const input = useRef<HTMLInputElement>(null)
  const fillIn = useFillIn(input, type)
  const { choose, openMore, copyLink, pasteLines } = useRowActions(usage, fillIn)
  const list = useRef<HTMLDivElement>(null)
  const [rowLimit, setRowLimit] = useState(ROWS_AT_FIRST)
  const active = rows[activeIndex]
  const isOpening = name === 'searching' && page.text === '' && page.mode === 'all' && page.subject === null
  const drawnRows = rows.slice(0, Math.max(rowLimit, activeIndex + PAGE_ROWS + 1))

  // Focus the input in the commit that mounts it, so that no key is lost, and insert text typed while the chunk loaded. A buffered
  // Enter follows once the rows of that text are rendered.
  const awaited = awaitedKind(active)
  const isAnswered = search.isComplete && awaited !== 'searching' && page.text !== ''
  const enter = usePendingEnter(awaited === 'failed' ? 'failed' : isAnswered ? 'ready' : 'waiting', (options) =>
    choose(active, options),
  )
  useLayoutEffect(() => {
    input.current?.focus()
    const typed = typeAhead.take()
    if (typed.text === '') return
    type(typed.text, { inputType: '', isComposing: false })
    if (typed.isSubmitted) enter()
  }, [typeAhead, type, enter])
  // Closed, the list is rendered for the next opening.
  useLayoutEffect(() => () => setRowLimit(ROWS_AT_FIRST), [])
  // The right row may be one that the words of another language find.
  const isReady =
    search.isComplete || name !== 'searching' || page.text === '' || page.pick !== null || active?.kind === 'order'
  const chooseOrWait = useCallback(
    (row: Row | undefined, options?: ChooseOptions) => {
      const kind = awaitedKind(row)
      if (kind === null) return choose(row, options)
      if (kind === 'failed') palette.send({ type: 'search.retried' })
      enter(options)
    },
    [choose, enter, palette],
  )
  const run = (options?: ChooseOptions) => (isReady || awaited !== null ? chooseOrWait(active, options) : enter(options))

  // Runs after every render: cmdk generates the ids, and `aria-activedescendant` must not name a removed row.
  useLayoutEffect(() => {
    const option = active === undefined ? null : optionOf(list.current, active.id)
    input.current?.setAttribute('aria-controls', list.current?.id ?? '')
    if (option === null) return input.current?.removeAttribute('aria-activedescendant')
    input.current?.setAttribute('aria-activedescendant', option.id)
    // Scroll to the top for the first row, so that its heading is visible.
    if (activeIndex === 0 && list.current !== null) list.current.scrollTop = 0
    else option.scrollIntoView({ block: 'nearest' })
  })

  const moveTo = (index: number) => {
    const row = rows[index]
    if (row !== undefined) palette.send({ type: 'row.picked', row: row.id })
  }
  const last = rows.length - 1
  const gestureHandlers: Record<PaletteGesture, () => void> = {
    'pal.next': () => moveTo(activeIndex === last ? 0 : activeIndex + 1),
    'pal.prev': () => moveTo(activeIndex <= 0 ? last : activeIndex - 1),
    'pal.page+': () => moveTo(Math.min(activeIndex + PAGE_ROWS, last)),
    'pal.page-': () => moveTo(Math.max(activeIndex - PAGE_ROWS, 0)),
    'pal.first': () => moveTo(0),
    'pal.last': () => moveTo(last),
    'pal.run': () => run(),
    'pal.runTab': () => run({ newTab: true }),
    'pal.keep': () => run({ keepOpen: true }),
    'pal.into': () => openMore(active),
    'pal.back': () => palette.send({ type: 'page.back' }),
    'pal.esc': () => palette.send({ type: 'escape' }),
    'pal.copyLink': () => copyLink(active),
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { nativeEvent, currentTarget, repeat } = event
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229 || event.key === 'Process') return event.stopPropagation()
    const key = keypress(nativeEvent, isMac)
    // Home and End move the caret; cmdk would handle them.
    if (key === 'home' || key === 'end') return event.stopPropagation()
    const gesture = gestureOf(key)
    if (gesture === null || event.defaultPrevented) return
    // Backspace leaves the page only on an empty input: input methods send it while composing, and a held key must stop there.
    if (key === 'backspace' && (currentTarget.value !== '' || repeat)) return
    if (gesture === 'pal.copyLink' && currentTarget.selectionStart !== currentTarget.selectionEnd) return
    event.stopPropagation()
    event.preventDefault()
    gestureHandlers[gesture]()
  }

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    setRowLimit(ROWS_AT_FIRST)
    type(event.target.value, event.nativeEvent as InputEvent)
  }

  // A single-line input would join the lines.
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    if (!pasteLines(event.clipboardData.getData('text/plain'))) return
    event.preventDefault()
  }

  return (
    <Command
      className={rows.length === 0 ? `${styles.body} ${styles.empty}` : styles.body}
      label={t('palette.title')}
      shouldFilter={false}
      vimBindings={false}
      disablePointerSelection
      // cmdk selects the first row when the value is empty.
      value={active?.id ?? NO_ROW}
      onValueChange={noop}
    >
      <PaletteInput
        ref={input}
        name={name}
        page={page}
        rows={rows}
        onKeyDown={onKeyDown}
        onChange={onChange}
        onPaste={onPaste}
        // Some browsers send no input event after the composition.
        onCompositionEnd={({ currentTarget }) => type(currentTarget.value, { inputType: '', isComposing: false })}
      />
      <PaletteNote {...open} />
      <Command.List
        ref={list}
        className={styles.list}
        label={t('palette.results')}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (rowLimit < rows.length && scrollTop + clientHeight * 2 > scrollHeight) setRowLimit(rowLimit + BATCH)
        }}
      >
        {groupRows(drawnRows).map(({ heading, start, members }) => {
          const options = members.map((row, index) => (
            <PaletteRow
              key={row.id}
              row={row}
              position={start + index + 1}
              size={rows.length}
              heading={heading}
              onChoose={chooseOrWait}
            />
          ))
          if (heading === undefined) return options
          return (
            <Command.Group key={heading} className={styles.group} heading={heading}>
              {options}
            </Command.Group>
          )
        })}
      </Command.List>
      {isOpening && <PaletteTips onFill={(prefix) => fillIn(prefix)} />}
      <PaletteFooter row={active} />
    </Command>
  )
}

/** Types a text and, once it is rendered, selects what follows its prefix. */
function useFillIn(input: RefObject<HTMLInputElement | null>, type: ReturnType<typeof useQueryInput>) {
  const selectFrom = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (selectFrom.current === null) return
    input.current?.setSelectionRange(selectFrom.current, input.current.value.length)
    selectFrom.current = null
  })
  return useCallback(
    (text: string, prefix = text) => {
      selectFrom.current = prefix.length
      type(text, { inputType: '', isComposing: false })
    },
    [type],
  )
}

/** The state of a search whose rows an Enter waits for; null for any other row. */
const awaitedKind = (row: Row | undefined) =>
  (row?.kind === 'searching' || row?.kind === 'failed') && row.isAwaited === true ? row.kind : null

const gestureOf = (key: string | null): PaletteGesture | null => {
  const binding: string | undefined = keymap.palette[key as keyof typeof keymap.palette]
  return binding?.startsWith('pal.') === true ? (binding as PaletteGesture) : null
}

const optionOf = (list: HTMLElement | null, id: string): Element | null =>
  list?.querySelector(`[cmdk-item][data-value="${CSS.escape(id)}"]`) ?? null

/** Rows grouped by heading; one group when there are no headings. */
function groupRows(rows: readonly Row[]) {
  // `start` is the number of rows before the group.
  const groups: { heading: string | undefined; start: number; members: Row[] }[] = []
  for (const [index, row] of rows.entries()) {
    if (groups.length === 0 || row.heading !== undefined) groups.push({ heading: row.heading, start: index, members: [] })
    groups.at(-1)?.members.push(row)
  }
  return groups
}
