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
  /** Whether the row count is exact, not an estimate. */
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
    labels,
    rowHeight,
    onToggleRow,
    onToggleAll,
    onOpen,
    onActions,
  } = props
  const element = useRef<HTMLDivElement>(null)
  const isPlain = props.plainPageSize !== null
  const [virtualScroller] = useState(() => createScroller(HEAD_HEIGHT, () => performance.now()))
  const [tableScroller] = useState(() => createPlainScroller(element, HEAD_HEIGHT))
  const scroller = isPlain ? tableScroller : virtualScroller
  const tags = isPlain ? TABLE_TAGS : DIV_TAGS
  const model = useColumns(props)
  const { visibleColumns, spans, columnActions } = model
  const actionsColIndex = hasActions ? model.count + 2 : null
  const cursorColumns = useMemo(
    () => [SELECT_COLUMN, ...visibleColumns.map(({ id }) => id), ...(hasActions ? [ACTIONS_COLUMN] : [])],
    [visibleColumns, hasActions],
  )
  const { selectRow, rowActions, changedRow, newRow } = labels
  const [horizontalScroll] = useState(createHorizontalScroll)
  useLayoutEffect(() => (element.current === null ? undefined : horizontalScroll.watch(element.current)), [horizontalScroll])
  const virtualColumns = useVirtualColumns({ visibleColumns, spans, horizontalScroll, cursor })
  const columns = isPlain ? visibleColumns : virtualColumns
  const context: RowContext<Row> = useMemo(
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

  const focus = useGridFocus({ element, cursor, scroller, horizontalScroll, spans, hasActions })
  // When the cursor's column is hidden, the cursor moves to the column in its place.
  const previousCursorColumns = useRef(cursorColumns)
  useLayoutEffect(() => {
    const place = previousCursorColumns.current.indexOf(cursor.column)
    previousCursorColumns.current = cursorColumns
    if (!cursorColumns.includes(cursor.column)) cursor.set(cursor.row, cursorColumns[Math.max(FIRST_COLUMN, place)])
  }, [cursor, cursorColumns])
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
      columns: cursorColumns,
      get visibleRowCount() {
        return scroller.visibleRowCount()
      },
      scrollRowToTop: scroller.scrollRowToTop,
      resizeColumn: columnActions.resize,
      toggleSort: columnActions.toggleSort,
    }),
    [focus, cursorColumns, scroller, columnActions],
  )

  const handleFocus = (event: FocusEvent<HTMLElement, Element>) => {
    focus.onFocus(event.target)
    props.onFocusFrom?.(event.relatedTarget)
  }
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const position = cellPosition(target)
    if (position === null) return
    const isBox = target.closest('[data-part="box"]') !== null
    if (isBox && position.row === HEADER) onToggleAll()
    else if (isBox) onToggleRow(position.row, event.shiftKey)
    const menuButton = target.closest<HTMLElement>('[data-part="more"]')
    if (menuButton !== null) onActions(position.row, menuButton)
  }
  const handleDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const position = cellPosition(event.target as HTMLElement)
    if (position !== null && position.row !== HEADER && position.column !== SELECT_COLUMN && position.column !== ACTIONS_COLUMN)
      onOpen(position.row)
  }

  const gridProps = {
    role: 'grid',
    'aria-label': props.label,
    'aria-rowcount': props.isExact ? Math.max(1, rows.count) + 1 : -1,
    'aria-colcount': model.count + (hasActions ? 2 : 1),
    'aria-multiselectable': true,
    'aria-busy': props.isBusy,
  } as const
  const header = (
    <GridHeader
      tags={tags}
      columns={model.headers}
      actionsColIndex={actionsColIndex}
      cursor={cursor}
      allSelected={props.allSelected}
      labels={labels}
      onSort={columnActions.toggleSort}
      onMove={columnActions.move}
      onResetWidth={columnActions.resetWidth}
    />
  )
  const body: BodyProps<Row> = {
    rows,
    context,
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
      {...(isPlain ? {} : gridProps)}
      data-layer="grid"
      data-stale={props.isStale || undefined}
      style={{ '--row': `${rowHeight}px`, ...model.widths } as CSSProperties}
      onFocus={handleFocus}
      onBlur={focus.onBlur}
      onClick={handleClick}
      onDoubleClick={handleDoubleClick}
    >
      {props.plainPageSize === null ? (
        <>
          {header}
          <GridBody {...body} rowHeight={rowHeight} scroller={virtualScroller} element={element} pinned={focus.pinnedRow} />
        </>
      ) : (
        <table {...gridProps} className={styles.table}>
          <thead>{header}</thead>
          <PlainBody {...body} pageSize={props.plainPageSize} columns={cursorColumns.length} />
        </table>
      )}
    </div>
  )
}
