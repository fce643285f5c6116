// biome-ignore-all lint/a11y/useSemanticElements: a table lays its rows out by itself, and draws all of them
import {
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { placeOf } from './cells.ts'
import type { Arrangement, GridColumn } from './columns.ts'
import { type Cursor, HEADER } from './cursor.ts'
import styles from './Grid.module.css'
import { type BodyProps, GridBody, type RowSource } from './GridBody.tsx'
import { GridHeader } from './GridHeader.tsx'
import { ACTIONS, BOXES, type Marks, NO_NOTES, type Notes, type RowFrame, SELECT, TABLE } from './GridRow.tsx'
import { PlainBody } from './PlainBody.tsx'
import { createPlainScroller } from './plainScroller.ts'
import { createScroller } from './scroller.ts'
import { createSideways } from './sideways.ts'
import { type Sort, useColumns } from './useColumns.ts'
import { useGridFocus } from './useGridFocus.ts'
import { useNear } from './useNear.ts'

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
  const [sideways] = useState(createSideways)
  useLayoutEffect(() => (element.current === null ? undefined : sideways.watch(element.current)), [sideways])
  const near = useNear({ placed, spans, sideways, cursor })
  const columns = isPlain ? placed : near
  const frame: RowFrame<Row> = useMemo(
    () => ({
      tags,
      columns,
      actionsPlace,
      cursor,
      marks,
      notes,
      selectWord: selectRow,
      actionsWord: rowActions,
      changedWord: changedRow,
      newWord: newRow,
    }),
    [tags, columns, actionsPlace, cursor, marks, notes, selectRow, rowActions, changedRow, newRow],
  )

  const focus = useGridFocus({ element, cursor, scroller, sideways, spans, hasActions })
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
    if (focus.isHere()) focus.go(true)
  }, [props.epoch])
  useImperativeHandle(
    ref,
    () => ({
      focus: () => focus.go(false),
      get hasFocus() {
        return focus.isHere()
      },
      get cell() {
        return focus.cell()
      },
      columns: reachable,
      get rowsInView() {
        return scroller.rowsInView()
      },
      toTop: scroller.toTop,
      widen: acts.widen,
      toggleSort: acts.toggleSort,
    }),
    [focus, reachable, scroller, acts],
  )

  const focused = (event: FocusEvent<HTMLElement, Element>) => {
    focus.came(event.target)
    props.onFocusFrom?.(event.relatedTarget)
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
  const body: BodyProps<Row> = { rows, frame, empty: props.empty, onView: props.onView, onDrawn: focus.keep }
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
      onBlur={focus.went}
      onClick={clicked}
      onDoubleClick={clickedTwice}
    >
      {props.page === null ? (
        <>
          {head}
          <GridBody {...body} rowHeight={rowHeight} scroller={scrolling} element={element} pinned={focus.pinned} />
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
