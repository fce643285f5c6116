// biome-ignore-all lint/a11y/useSemanticElements: a table lays its rows out by itself, and draws all of them
import {
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isFocusNowhere } from '../ui/pageFocus.ts'
import { cellAt, createTabStop, placeOf } from './cells.ts'
import type { Arrangement, GridColumn } from './columns.ts'
import { type Cursor, HEADER } from './cursor.ts'
import styles from './Grid.module.css'
import { type BodyProps, GridBody, type RowSource } from './GridBody.tsx'
import { GridHeader } from './GridHeader.tsx'
import { ACTIONS, BOXES, type Marks, NO_NOTES, type Notes, type RowFrame, SELECT, TABLE } from './GridRow.tsx'
import { oncePerFrame } from './oncePerFrame.ts'
import { PlainBody } from './PlainBody.tsx'
import { createPlainScroller } from './plainScroller.ts'
import { createScroller } from './scroller.ts'
import { createSideways } from './sideways.ts'
import { type Sort, useColumns } from './useColumns.ts'

/** What the keyboard's commands do to a grid that is on the screen. */
export interface GridHandle {
  /** Puts the focus on the cursor's cell, wherever that is. */
  focus(): void
  /** Whether the focus is in it. */
  readonly hasFocus: boolean
  /** The cursor's cell, if it is drawn. */
  readonly cell: HTMLElement | null
  /** The columns the cursor can stand in, in order. */
  readonly columns: readonly string[]
  /** Whole rows that fit on the screen. */
  readonly rowsInView: number
  toTop(row: number): void
  widen(column: string, by: number): void
  toggleSort(column: string): void
}

export interface GridWords {
  selectAll: string
  selectRow: string
  actions: string
  rowActions: string
  /** Said of a row that is marked as changed. */
  changedRow: string
  newRow: string
}

interface GridProps<Row> {
  ref?: Ref<GridHandle>
  /** What the list is called and what it is filtered by. */
  label: string
  rows: RowSource<Row>
  /** Another number is another result, shown from the cursor's row on. */
  epoch: number
  /** Whether their number is the truth, not an estimate. */
  isExact: boolean
  isBusy: boolean
  /** Whether the rows are of a query that is being replaced. */
  isStale: boolean
  columns: readonly GridColumn<Row>[]
  arrangement: Arrangement
  onArrange(arrangement: Arrangement): void
  sort: Sort | null
  onSort(sort: Sort | null): void
  cursor: Cursor
  marks: Marks<Row>
  notes?: Notes<Row> | undefined
  allMarked: boolean | 'mixed'
  rowHeight: number
  /** Drawn as a table of so many rows, those around the cursor, for who listens to it; null draws what is in view. */
  page: number | null
  hasActions: boolean
  words: GridWords
  /** What stands in it when there are no rows. */
  empty: ReactNode
  onView(first: number, last: number): void
  /** A row's box; with Shift everything up to it. */
  onMark(row: number, isRange: boolean): void
  onMarkAll(): void
  onOpen(row: number): void
  onActions(row: number, anchor: HTMLElement): void
  /** The focus came in, from there. */
  onFocusFrom?(from: Element | null): void
}

/** The box for selecting stands before it. */
const FIRST_COLUMN = 1

/** Pixels of the cells that stay at the edges, and cover what lies under them. */
const SELECT_WIDTH = 44
const ACTIONS_WIDTH = 40

/** Pixels of the head, which stays at the top and covers what lies under it. */
const HEAD_HEIGHT = 32

/** A result as one continuous scroll, moved through by keys: the focus is always really on a cell of it. */
export function Grid<Row>(props: GridProps<Row>) {
  const {
    ref,
    rows,
    cursor,
    marks,
    notes = NO_NOTES,
    hasActions,
    words,
    rowHeight,
    onMark,
    onMarkAll,
    onOpen,
    onActions,
  } = props
  const element = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  /** The row the focus is on or goes to with what is drawn next; the cursor may be ahead of it. */
  const focusRow = useRef(cursor.row)
  const isPlain = props.page !== null
  const [scrolling] = useState(() => createScroller(HEAD_HEIGHT, () => performance.now()))
  const [plain] = useState(() => createPlainScroller(element, HEAD_HEIGHT))
  const scroller = isPlain ? plain : scrolling
  const tags = isPlain ? TABLE : BOXES
  const model = useColumns(props)
  const { placed, spans, acts } = model
  const actionsPlace = hasActions ? model.count + 2 : null
  const reachable = useMemo(
    () => [SELECT, ...placed.map(({ id }) => id), ...(hasActions ? [ACTIONS] : [])],
    [placed, hasActions],
  )
  const { selectRow, rowActions, changedRow, newRow } = words
  const frame: RowFrame<Row> = useMemo(
    () => ({
      tags,
      columns: placed,
      actionsPlace,
      cursor,
      marks,
      notes,
      selectWord: selectRow,
      actionsWord: rowActions,
      changedWord: changedRow,
      newWord: newRow,
    }),
    [tags, placed, actionsPlace, cursor, marks, notes, selectRow, rowActions, changedRow, newRow],
  )

  const [tabStop] = useState(createTabStop)
  const [sideways] = useState(createSideways)
  useLayoutEffect(() => (element.current === null ? undefined : sideways.watch(element.current)), [sideways])
  const cellHere = useCallback(() => cellAt(element.current, cursor.row, cursor.column), [cursor])
  const focus = useCallback(
    (isInEffect: boolean) => {
      focusRow.current = cursor.row
      const hasScrolled = cursor.row !== HEADER && scroller.reveal(cursor.row)
      if (hasScrolled || cellHere() === null) scroller.draw(isInEffect)
      const cell = cellHere()
      if (cell === null) return
      // On another page it has a place only now.
      if (cursor.row !== HEADER) scroller.reveal(cursor.row)
      const span = spans.get(cursor.column)
      if (span !== undefined) sideways.reveal(span.start, SELECT_WIDTH + span.end + (hasActions ? ACTIONS_WIDTH : 0))
      const inside = cell.querySelector<HTMLElement>('[data-focus]')
      tabStop.moveTo(cursor.row === HEADER ? null : cell, () => (inside ?? cell).focus({ preventScroll: true }))
      // React does not tell of a focus that moves while it takes a dialog off the page.
      hasFocus.current ||= cell.contains(document.activeElement)
    },
    [cursor, scroller, cellHere, spans, hasActions, sideways, tabStop],
  )
  const stopHere = useCallback(() => tabStop.moveTo(cursor.row === HEADER ? null : cellHere()), [cursor, cellHere, tabStop])
  // Without the focus it is the one that Tab leads to.
  const pinned = useCallback(() => (hasFocus.current ? focusRow.current : cursor.row), [cursor])
  // A cell that is drawn away takes the focus with it; it belongs on the cursor's cell as it is now.
  const keepFocus = useCallback(() => {
    if (!hasFocus.current) stopHere()
    else if (document.activeElement === document.body) focus(true)
  }, [focus, stopHere])

  useLayoutEffect(() => {
    // A key that repeats faster than another part of the result can be drawn must not leave a queue behind.
    const focusElsewhere = oncePerFrame(() => focus(false))
    return cursor.follow(() => {
      const isOurs = hasFocus.current || isFocusNowhere()
      if (isOurs && cellHere() === null) focusElsewhere()
      else if (isOurs) focus(false)
      else {
        if (cursor.row !== HEADER) scroller.reveal(cursor.row)
        stopHere()
      }
    })
  }, [cursor, scroller, focus, cellHere, stopHere])
  // A column that is hidden leaves the cursor to the one that stands in its place.
  const formerlyReachable = useRef(reachable)
  useLayoutEffect(() => {
    const place = formerlyReachable.current.indexOf(cursor.column)
    formerlyReachable.current = reachable
    if (!reachable.includes(cursor.column)) cursor.set(cursor.row, reachable[Math.max(FIRST_COLUMN, place)])
  }, [cursor, reachable])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result is what it is about
  useLayoutEffect(() => {
    if (cursor.row !== HEADER) scroller.toTop(cursor.row)
    if (hasFocus.current) focus(true)
  }, [props.epoch])
  useImperativeHandle(
    ref,
    () => ({
      focus: () => focus(false),
      get hasFocus() {
        return hasFocus.current
      },
      get cell() {
        return cellHere()
      },
      columns: reachable,
      get rowsInView() {
        return scroller.rowsInView()
      },
      toTop: scroller.toTop,
      widen: acts.widen,
      toggleSort: acts.toggleSort,
    }),
    [focus, cellHere, reachable, scroller, acts],
  )

  const focused = (event: FocusEvent<HTMLElement, Element>) => {
    hasFocus.current = true
    const at = placeOf(event.target)
    if (at !== null) {
      focusRow.current = at.row
      cursor.set(at.row, at.column)
    }
    props.onFocusFrom?.(event.relatedTarget)
  }
  const blurred = (event: FocusEvent) => {
    // When the cell itself goes, nobody has moved the focus anywhere.
    hasFocus.current = event.relatedTarget === null && !event.target.isConnected
  }
  const clicked = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const at = placeOf(target)
    if (at === null) return
    const isBox = target.closest('[data-part="box"]') !== null
    if (isBox && at.row === HEADER) onMarkAll()
    else if (isBox) onMark(at.row, event.shiftKey)
    const more = target.closest<HTMLElement>('[data-part="more"]')
    if (more !== null) onActions(at.row, more)
  }
  const clickedTwice = (event: MouseEvent<HTMLElement>) => {
    const at = placeOf(event.target as HTMLElement)
    if (at !== null && at.row !== HEADER && at.column !== SELECT && at.column !== ACTIONS) onOpen(at.row)
  }

  const described = {
    role: 'grid',
    'aria-label': props.label,
    'aria-rowcount': props.isExact ? Math.max(1, rows.count) + 1 : -1,
    'aria-colcount': model.count + (hasActions ? 2 : 1),
    'aria-multiselectable': true,
    'aria-busy': props.isBusy,
  } as const
  const head = (
    <GridHeader
      tags={tags}
      columns={model.heads}
      actionsPlace={actionsPlace}
      cursor={cursor}
      allMarked={props.allMarked}
      words={words}
      onSort={acts.toggleSort}
      onMove={acts.move}
      onFit={acts.fit}
    />
  )
  const body: BodyProps<Row> = { rows, frame, empty: props.empty, onView: props.onView, onDrawn: keepFocus }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: every click has its key among the commands
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a grid, or has one in it
    <div
      ref={element}
      className={styles.grid}
      {...(isPlain ? {} : described)}
      data-layer="grid"
      data-stale={props.isStale || undefined}
      style={{ '--row': `${rowHeight}px`, ...model.widths } as CSSProperties}
      onFocus={focused}
      onBlur={blurred}
      onClick={clicked}
      onDoubleClick={clickedTwice}
    >
      {props.page === null ? (
        <>
          {head}
          <GridBody {...body} rowHeight={rowHeight} scroller={scrolling} element={element} pinned={pinned} />
        </>
      ) : (
        <table {...described} className={styles.table}>
          <thead>{head}</thead>
          <PlainBody {...body} page={props.page} columns={reachable.length} />
        </table>
      )}
    </div>
  )
}
