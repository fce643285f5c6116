// biome-ignore-all lint/a11y/useSemanticElements: a native table cannot be virtualized
import {
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useUiText } from '../ui/uiText.ts'
import { ACTIONS_COLUMN, SELECT_COLUMN } from './columns.ts'
import { type Cursor, HEADER } from './cursor.ts'
import styles from './Grid.module.css'
import { GridBody, PlainBody } from './GridBody.tsx'
import { GridHeader } from './GridHeader.tsx'
import { DIV_TAGS, type RowContext, type RowMarks, rowLabels, TABLE_TAGS } from './GridRow.tsx'
import { createHorizontalScroll } from './horizontalScroll.ts'
import { createPlainScroller, createVirtualScroller } from './scroller.ts'
import { useCursorInView } from './useCursorInView.ts'
import { cellPosition, useGridFocus } from './useGridFocus.ts'
import { type ColumnActions, type ColumnsInput, useGridTable } from './useGridTable.ts'
import { usePlainRows } from './usePlainRows.ts'
import { useVirtualColumns } from './useVirtualColumns.ts'
import { useVirtualRows } from './useVirtualRows.ts'

/** The loaded rows of a result. */
export interface RowSource<Row> {
  /** Number of rows of the whole result. */
  readonly count: number
  /** Undefined while loading. */
  at(index: number): Row | undefined
}

/** What commands can do with the mounted grid. */
export interface GridHandle {
  /** Focuses the cursor's cell, scrolling to it if needed. */
  focus(): void
  readonly hasFocus: boolean
  /** The cursor's cell, if mounted. */
  readonly cell: HTMLElement | null
  /** Columns that the cursor can reach, in order. */
  readonly columns: readonly string[]
  /** Number of fully visible rows. */
  readonly visibleRowCount: number
  resizeColumn(column: string, by: number): void
  toggleSort(column: string): void
}

interface GridProps<Row> extends ColumnsInput<Row> {
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
  cursor: Cursor
  marks: RowMarks<Row>
  allSelected: boolean | 'mixed'
  rowHeight: number
  /** Screen-reader mode: a plain table of this many rows around the cursor. Null renders the viewport. */
  plainPageSize: number | null
  /** Shown when there are no rows. */
  empty: ReactNode
  onVisibleRows(first: number, last: number): void
  /** A click on a row's checkbox; with Shift, on a range. */
  onToggleRow(row: number, isRange: boolean): void
  onToggleAll(): void
  onOpen(row: number): void
  /** `at` is the point of a right-click. */
  onActions(row: number, anchor: HTMLElement, at: { clientX: number; clientY: number } | null): void
  /** The focus entered the grid; `from` had it before. */
  onFocusFrom?(from: Element | null): void
}

/** The selection column comes before it. */
const FIRST_COLUMN = 1

/** Height of the sticky header in pixels; it covers the rows below it. */
const HEAD_HEIGHT = 32

/** A continuous grid over the whole result with a roving DOM focus on its cells. */
export function Grid<Row>(props: GridProps<Row>) {
  const { ref, rows, cursor, marks, rowHeight, onToggleRow, onToggleAll, onOpen, onActions } = props
  const t = useUiText()
  const labels = useMemo(() => rowLabels(t), [t])
  const element = useRef<HTMLDivElement>(null)
  const isPlain = props.plainPageSize !== null
  const [virtualScroller] = useState(() => createVirtualScroller(HEAD_HEIGHT))
  const [plainScroller] = useState(() => createPlainScroller(element, HEAD_HEIGHT))
  const [horizontalScroll] = useState(createHorizontalScroll)
  const scroller = isPlain ? plainScroller : virtualScroller
  const tags = isPlain ? TABLE_TAGS : DIV_TAGS
  const columnActionsRef = useRef<ColumnActions>(null)
  const focus = useGridFocus({ element, cursor, scroller, horizontalScroll, columns: columnActionsRef })
  const pinned = focus.pinnedRow()
  const plainRows = usePlainRows(cursor, props.plainPageSize, rows.count)
  const virtualRows = useVirtualRows({
    isEnabled: !isPlain,
    scroller: virtualScroller,
    element,
    total: rows.count,
    rowHeight,
    pinned,
  })
  useCursorInView({ element, cursor, scroller, cell: focus.cell, headHeight: HEAD_HEIGHT })
  const { indices, first, last } = isPlain ? plainRows : virtualRows
  const windowRows = useMemo(() => indices.map((index) => ({ index, data: rows.at(index) })), [indices, rows])
  const table = useGridTable({ ...props, rows: windowRows })
  const { visibleColumns, columnActions } = table
  const actionsColIndex = table.count
  const cursorColumns = useMemo(() => [SELECT_COLUMN, ...visibleColumns.map(({ id }) => id), ACTIONS_COLUMN], [visibleColumns])
  const { widths } = table
  const virtualColumns = useVirtualColumns({ element, visibleColumns, widths, horizontalScroll, cursor })
  const columns = isPlain ? visibleColumns : virtualColumns
  const context: RowContext<Row> = useMemo(
    () => ({ tags, columns, actionsColIndex, cursor, marks, labels }),
    [tags, columns, actionsColIndex, cursor, marks, labels],
  )

  useLayoutEffect(() => {
    columnActionsRef.current = columnActions
  }, [columnActions])
  const { onVisibleRows } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows in the same viewport may need other pages
  useEffect(() => {
    // Before the first response the viewport has room for more rows than the count.
    if (last >= first) onVisibleRows(first, isPlain ? last : Math.max(last, first + scroller.visibleRowCount() - 1))
  }, [first, last, rows, onVisibleRows])
  useLayoutEffect(focus.restore)
  // When the cursor's column is hidden, the cursor moves to the column in its place.
  const previousCursorColumns = useRef(cursorColumns)
  useLayoutEffect(() => {
    const place = previousCursorColumns.current.indexOf(cursor.column)
    previousCursorColumns.current = cursorColumns
    if (!cursorColumns.includes(cursor.column)) cursor.set(cursor.row, cursorColumns[Math.max(FIRST_COLUMN, place)])
  }, [cursor, cursorColumns])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per result
  useLayoutEffect(() => {
    scroller.scrollRowToTop(Math.max(0, cursor.row))
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
    if (menuButton !== null) onActions(position.row, menuButton, null)
  }
  const hadSelectedText = useRef(false)
  // Before the right button selects the word under it, as on a Mac.
  const handleMouseDown = () => {
    hadSelectedText.current = document.getSelection()?.isCollapsed === false
  }
  const handleContextMenu = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const position = cellPosition(target)
    const isNative = event.shiftKey || hadSelectedText.current
    hadSelectedText.current = false
    if (isNative || position === null || position.row === HEADER || rows.at(position.row) === undefined) return
    event.preventDefault()
    document.getSelection()?.removeAllRanges()
    onActions(position.row, target, event)
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
    'aria-colcount': table.count,
    'aria-multiselectable': true,
    'aria-busy': props.isBusy,
  } as const
  const header = (
    <GridHeader
      tags={tags}
      columns={table.headers}
      actionsColIndex={actionsColIndex}
      cursor={cursor}
      allSelected={props.allSelected}
      actions={columnActions}
    />
  )
  const style = useMemo(() => ({ '--row': `${rowHeight}px`, ...table.style }) as CSSProperties, [rowHeight, table.style])
  const body = { rows: table.rows, context, empty: rows.count === 0 && props.empty }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: commands provide a key for every click
    // biome-ignore lint/a11y/noStaticElementInteractions: it is the grid or contains it
    <div
      ref={element}
      className={styles.grid}
      {...(isPlain ? {} : gridProps)}
      data-layer="grid"
      data-stale={props.isStale || undefined}
      style={style}
      onFocus={handleFocus}
      onBlur={focus.onBlur}
      onClick={handleClick}
      onDoubleClick={handleDoubleClick}
      onMouseDown={handleMouseDown}
      onContextMenu={handleContextMenu}
    >
      {isPlain ? (
        <table {...gridProps} className={styles.table}>
          <thead>{header}</thead>
          <PlainBody {...body} columns={cursorColumns.length} />
        </table>
      ) : (
        <>
          {header}
          <GridBody {...body} window={virtualRows} pinned={pinned} />
        </>
      )}
    </div>
  )
}
