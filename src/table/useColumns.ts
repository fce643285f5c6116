import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Arrangement, type GridColumn, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, moveColumn, orderColumnIds } from './columns.ts'
import type { HeaderColumn } from './GridHeader.tsx'
import { ACTIONS_COLUMN, type VisibleColumn } from './GridRow.tsx'

const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
})

/** Sort column and direction. */
export interface Sort {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

interface ColumnsInput<Row> {
  columns: readonly GridColumn<Row>[]
  arrangement: Arrangement
  onArrange(arrangement: Arrangement): void
  sort: Sort | null
  onSort(sort: Sort | null): void
}

/** The arranged columns, with the actions of their headers. */
export interface ColumnModel<Row> {
  readonly headers: readonly HeaderColumn[]
  /** Stable while the same columns are shown in the same order, so that rows do not render again. */
  readonly visibleColumns: readonly VisibleColumn<Row>[]
  /** Start and end of each shown column in pixels. */
  readonly spans: ReadonlyMap<string, Span>
  /** Custom properties: the width of each column and of all together. */
  readonly widths: Readonly<Record<string, string>>
  /** Number of all columns, hidden ones included. */
  readonly count: number
  /** Stable for the life of the grid. */
  readonly columnActions: ColumnActions
}

/** Actions on columns. */
export interface ColumnActions {
  resize(column: string, by: number): void
  /** Resets the width. */
  resetWidth(column: string): void
  move(column: string, before: string | null): void
  toggleSort(column: string): void
}

export interface Span {
  readonly start: number
  readonly end: number
}

// The table manages columns only: a row model of ten million rows would allocate an object for each.
const NO_ROWS: never[] = []
const NO_HEADERS: never[] = []

const widthProperty = (column: string) => `--width-${column}`

/** Width of a column in CSS; resizing changes one custom property of the grid. */
export const columnWidthVar = (column: string) => `var(${widthProperty(column)})`

/** Whether the column is shown: by the user's choice, else by default. */
export const isColumnVisible = (
  { id, isHidden }: Pick<GridColumn<never>, 'id' | 'isHidden'>,
  shown: Arrangement['shown'],
): boolean => shown[id] ?? !isHidden

export function useColumns<Row>({ columns, arrangement, onArrange, sort, onSort }: ColumnsInput<Row>): ColumnModel<Row> {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, never>()
    return columns.map(({ id, width, isSortable }) =>
      helper.accessor((): unknown => null, {
        id,
        size: width,
        minSize: MIN_COLUMN_WIDTH,
        maxSize: MAX_COLUMN_WIDTH,
        enableSorting: isSortable,
      }),
    )
  }, [columns])
  const { sizes, order: savedOrder, shown } = arrangement
  const order = useMemo(
    () =>
      orderColumnIds(
        columns.map(({ id }) => id),
        savedOrder,
      ),
    [columns, savedOrder],
  )
  const visibility = useMemo(
    () => Object.fromEntries(columns.map((column) => [column.id, isColumnVisible(column, shown)])),
    [columns, shown],
  )
  const sorting: SortingState = sort === null ? [] : [{ id: sort.column, desc: sort.direction === 'desc' }]
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    columnResizeMode: 'onChange',
    manualSorting: true,
    // Cycles ascending, descending, unsorted.
    sortDescFirst: false,
    state: { columnSizing: sizes, columnOrder: order, columnVisibility: visibility, sorting },
    onColumnSizingChange: (updater) => onArrange({ ...arrangement, sizes: applyUpdater(updater, sizes) }),
    onSortingChange: (updater) => {
      const [first] = applyUpdater(updater, sorting)
      onSort(first === undefined ? null : { column: first.id, direction: first.desc ? 'desc' : 'asc' })
    },
  })

  const visibleColumns = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return order.flatMap((id, index) => {
      const column = byId.get(id)
      if (column === undefined || visibility[id] !== true) return []
      return [{ ...column, colIndex: index + FIRST_COL_INDEX, style: { width: columnWidthVar(id) } }]
    })
  }, [columns, order, visibility])

  const spans = useMemo(() => {
    let end = 0
    const inRow = new Map<string, Span>(
      visibleColumns.map(({ id, width }) => {
        const start = end
        end += Math.max(MIN_COLUMN_WIDTH, Math.min(MAX_COLUMN_WIDTH, sizes[id] ?? width))
        return [id, { start, end }]
      }),
    )
    // The pinned actions cell follows the last column.
    return inRow.set(ACTIONS_COLUMN, { start: end, end })
  }, [visibleColumns, sizes])

  const headers = table.getHeaderGroups()[0]?.headers ?? NO_HEADERS
  const resizing = headers.find(({ column }) => column.getIsResizing())?.id ?? null
  // Keeps the header from rendering with every page of rows.
  const headerColumns = useMemo(() => {
    const placeOf = new Map(visibleColumns.map((column) => [column.id, column]))
    return headers.flatMap((header) => {
      const column = placeOf.get(header.id)
      if (column === undefined) return []
      const { title, colIndex, align, style, isSortable } = column
      return [
        {
          id: header.id,
          title,
          colIndex,
          align,
          style,
          isSortable,
          sorted: sort?.column === header.id && sort.direction,
          startResize: header.getResizeHandler(),
          isResizing: header.id === resizing,
        },
      ]
    })
  }, [headers, visibleColumns, sort, resizing])

  const now = useRef({ table, arrangement, order, onArrange })
  useLayoutEffect(() => {
    now.current = { table, arrangement, order, onArrange }
  })
  const [columnActions] = useState(() => createColumnActions(() => now.current))
  return {
    headers: headerColumns,
    visibleColumns,
    spans,
    widths: Object.fromEntries([
      ...headers.map((header) => [widthProperty(header.id), `${header.getSize()}px`]),
      ['--width-columns', `${table.getTotalSize()}px`],
    ]),
    count: columns.length,
    columnActions,
  }
}

interface ColumnState {
  table: { getColumn(id: string): { getSize(): number; resetSize(): void; toggleSorting(): void } | undefined }
  arrangement: Arrangement
  order: readonly string[]
  onArrange(arrangement: Arrangement): void
}

const createColumnActions = (now: () => ColumnState): ColumnActions => ({
  resize(id, by) {
    const { table, arrangement, onArrange } = now()
    const size = table.getColumn(id)?.getSize()
    if (size !== undefined)
      onArrange(withColumnSize(arrangement, id, Math.max(MIN_COLUMN_WIDTH, Math.min(MAX_COLUMN_WIDTH, size + by))))
  },
  resetWidth: (id) => now().table.getColumn(id)?.resetSize(),
  move(id, before) {
    const { arrangement, order, onArrange } = now()
    onArrange({ ...arrangement, order: moveColumn(order, id, before) })
  },
  toggleSort: (id) => now().table.getColumn(id)?.toggleSorting(),
})

/** The selection column is the first. */
const FIRST_COL_INDEX = 2

const applyUpdater = <Value>(updater: Updater<Value>, value: Value): Value =>
  typeof updater === 'function' ? (updater as (value: Value) => Value)(value) : updater

const withColumnSize = (arrangement: Arrangement, id: string, size: number): Arrangement => ({
  ...arrangement,
  sizes: { ...arrangement.sizes, [id]: size },
})
