// biome-ignore-all lint/a11y/useSemanticElements: a native table cannot be virtualized
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
import { cellPosition } from './cells.ts'
import type { Arrangement, GridColumn } from './columns.ts'
import { type Cursor, HEADER } from './cursor.ts'
import styles from './Grid.module.css'
import { type BodyProps, GridBody, type RowSource } from './GridBody.tsx'
import { GridHeader } from './GridHeader.tsx'
import {
  ACTIONS_COLUMN,
  DIV_TAGS,
  NO_NOTES,
  type RowContext,
  type RowMarks,
  type RowNotes,
  SELECT_COLUMN,
  TABLE_TAGS,
} from './GridRow.tsx'
import { createHorizontalScroll } from './horizontalScroll.ts'
import { PlainBody } from './PlainBody.tsx'
import { createPlainScroller } from './plainScroller.ts'
import { createScroller } from './scroller.ts'
import { type Sort, useColumns } from './useColumns.ts'
import { useGridFocus } from './useGridFocus.ts'
import { useVirtualColumns } from './useVirtualColumns.ts'

/** What commands can do with the mounted grid. */
export interface GridHandle {
  /** Focuses the cursor's cell, scrolling to it if needed. */
  focus(): void
  /** Whether the grid contains the focus. */
  readonly hasFocus: boolean
  /** The cursor's cell, if mounted. */
  readonly cell: HTMLElement | null
  /** Columns that the cursor can reach, in order. */
  readonly columns: readonly string[]
  /** Number of fully visible rows. */
  readonly visibleRowCount: number
  scrollRowToTop(row: number): void
  resizeColumn(column: string, by: number): void
  toggleSort(column: string): void
}

export interface GridLabels {
  selectAll: string
  selectRow: string
  actions: string
  rowActions: string
  /** Screen-reader label of a changed row. */
  changedRow: string
  newRow: string
}

interface GridProps<Row> {
  ref?: Ref<GridHandle>
  /** Accessible name: title and filter of the list. */
  label: string
  rows: RowSource<Row>
  /** Changes with each new result, which scrolls to the cursor's row. */
  epoch: number
  /** Whether the row count is exact, not a lower bound. */
  isExact: boolean
  isBusy: boolean
  /** Whether the rows belong to a query that is being replaced. */
  isStale: boolean
  columns: readonly GridColumn<Row>[]
  arrangement: Arrangement
  onArrange(arrangement: Arrangement): void
  sort: Sort | null
  onSort(sort: Sort | null): void
  cursor: Cursor
  marks: RowMarks<Row>
  notes?: RowNotes<Row> | undefined
  allSelected: boolean | 'mixed'
  rowHeight: number
  /** Screen-reader mode: a plain table of this many rows around the cursor. Null renders the viewport. */
  plainPageSize: number | null
  hasActions: boolean
  labels: GridLabels
  /** Shown when there are no rows. */
  empty: ReactNode
  onVisibleRows(first: number, last: number): void
  /** A click on a row's checkbox; with Shift, on a range. */
  onToggleRow(row: number, isRange: boolean): void
  onToggleAll(): void
  onOpen(row: number): void
  onActions(row: number, anchor: HTMLElement): void
  /** The focus entered the grid; `from` had it before. */
  onFocusFrom?(from: Element | null): void
}

/** The selection column comes before it. */
const FIRST_COLUMN = 1

/** Height of the sticky header in pixels; it covers the rows below it. */
const HEAD_HEIGHT = 32

/** A continuous grid over the whole result with a roving DOM focus on its cells. */
export function Grid<Row>(props: GridProps<Row>) {
  const {
    ref,
    rows,
    cursor,
    marks,
    notes = NO_NOTES,
    hasActions,
    labels: words,
    rowHeight,
    onToggleRow: onMark,
    onToggleAll: onMarkAll,
    onOpen,
    onActions,
  } = props
  const element = useRef<HTMLDivElement>(null)
  const isPlain = props.plainPageSize !== null
  const [scrolling] = useState(() => createScroller(HEAD_HEIGHT, () => performance.now()))
  const [plain] = useState(() => createPlainScroller(element, HEAD_HEIGHT))
  const scroller = isPlain ? plain : scrolling
  const tags = isPlain ? TABLE_TAGS : DIV_TAGS
  const model = useColumns(props)
  const { visibleColumns: placed, spans, columnActions: acts } = model
  const actionsColIndex = hasActions ? model.count + 2 : null
  const reachable = useMemo(
    () => [SELECT_COLUMN, ...placed.map(({ id }) => id), ...(hasActions ? [ACTIONS_COLUMN] : [])],
    [placed, hasActions],
  )
  const { selectRow, rowActions, changedRow, newRow } = words
  const [sideways] = useState(createHorizontalScroll)
  useLayoutEffect(() => (element.current === null ? undefined : sideways.watch(element.current)), [sideways])
  const near = useVirtualColumns({ placed, spans, sideways, cursor })
  const columns = isPlain ? placed : near
  const frame: RowContext<Row> = useMemo(
    () => ({
      tags,
      columns,
      actionsColIndex,
      cursor,
      marks,
      notes,
      selectLabel: selectRow,
      actionsLabel: rowActions,
      changedLabel: changedRow,
      newLabel: newRow,
    }),
    [tags, columns, actionsColIndex, cursor, marks, notes, selectRow, rowActions, changedRow, newRow],
  )

  const focus = useGridFocus({ element, cursor, scroller, sideways, spans, hasActions })
  // When the cursor's column is hidden, the cursor moves to the column in its place.
  const formerlyReachable = useRef(reachable)
  useLayoutEffect(() => {
    const place = formerlyReachable.current.indexOf(cursor.column)
    formerlyReachable.current = reachable
    if (!reachable.includes(cursor.column)) cursor.set(cursor.row, reachable[Math.max(FIRST_COLUMN, place)])
  }, [cursor, reachable])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per result
  useLayoutEffect(() => {
    if (cursor.row !== HEADER) scroller.scrollRowToTop(cursor.row)
    if (focus.hasFocus()) focus.focusCell(true)
  }, [props.epoch])
  useImperativeHandle(
    ref,
    () => ({
      focus: () => focus.focusCell(false),
      get hasFocus() {
        return focus.hasFocus()
      },
      get cell() {
        return focus.cell()
      },
      columns: reachable,
      get visibleRowCount() {
        return scroller.visibleRowCount()
      },
      scrollRowToTop: scroller.scrollRowToTop,
      resizeColumn: acts.resize,
      toggleSort: acts.toggleSort,
    }),
    [focus, reachable, scroller, acts],
  )

  const focused = (event: FocusEvent<HTMLElement, Element>) => {
    focus.onFocus(event.target)
    props.onFocusFrom?.(event.relatedTarget)
  }
  const clicked = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const at = cellPosition(target)
    if (at === null) return
    const isBox = target.closest('[data-part="box"]') !== null
    if (isBox && at.row === HEADER) onMarkAll()
    else if (isBox) onMark(at.row, event.shiftKey)
    const more = target.closest<HTMLElement>('[data-part="more"]')
    if (more !== null) onActions(at.row, more)
  }
  const clickedTwice = (event: MouseEvent<HTMLElement>) => {
    const at = cellPosition(event.target as HTMLElement)
    if (at !== null && at.row !== HEADER && at.column !== SELECT_COLUMN && at.column !== ACTIONS_COLUMN) onOpen(at.row)
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
      columns={model.headers}
      actionsColIndex={actionsColIndex}
      cursor={cursor}
      allSelected={props.allSelected}
      labels={words}
      onSort={acts.toggleSort}
      onMove={acts.move}
      onResetWidth={acts.resetWidth}
    />
  )
  const body: BodyProps<Row> = {
    rows,
    context: frame,
    empty: props.empty,
    onVisibleRows: props.onVisibleRows,
    onRendered: focus.restore,
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: commands provide a key for every click
    // biome-ignore lint/a11y/noStaticElementInteractions: it is the grid or contains it
    <div
      ref={element}
      className={styles.grid}
      {...(isPlain ? {} : described)}
      data-layer="grid"
      data-stale={props.isStale || undefined}
      style={{ '--row': `${rowHeight}px`, ...model.widths } as CSSProperties}
      onFocus={focused}
      onBlur={focus.onBlur}
      onClick={clicked}
      onDoubleClick={clickedTwice}
    >
      {props.plainPageSize === null ? (
        <>
          {head}
          <GridBody {...body} rowHeight={rowHeight} scroller={scrolling} element={element} pinned={focus.pinnedRow} />
        </>
      ) : (
        <table {...described} className={styles.table}>
          <thead>{head}</thead>
          <PlainBody {...body} pageSize={props.plainPageSize} columns={reachable.length} />
        </table>
      )}
    </div>
  )
}
