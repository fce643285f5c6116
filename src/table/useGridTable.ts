import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  rowSortingFeature,
  type SortingState,
  type Table,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  ACTIONS_COLUMN,
  ACTIONS_WIDTH,
  type Arrangement,
  type GridColumn,
  isColumnVisible,
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
  moveColumn,
  orderColumnIds,
  SELECT_COLUMN,
  SELECT_WIDTH,
  type Sort,
  type VisibleColumn,
} from './columns.ts'

const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
})

/** A row of the table: a position of the result, and what is known of it. */
export interface WindowRow<Row> {
  /** Counted from 0 over the whole result. */
  readonly index: number
  /** Undefined while loading. */
  readonly data: Row | undefined
}

/** The columns of a grid, as its host arranges and sorts them. */
export interface ColumnsInput<Row> {
  columns: readonly GridColumn<Row>[]
  arrangement: Arrangement
  /** Changes of the same group are one to the user: the steps of a drag, key presses that widen one column. */
  onArrange(arrangement: Arrangement, group?: string | object): void
  sort: Sort | null
  onSort(sort: Sort | null): void
}

interface TableInput<Row> extends ColumnsInput<Row> {
  rows: readonly WindowRow<Row>[]
}

/** Actions on columns, by column id. Stable for the life of the grid. */
export type ColumnActions = ReturnType<typeof createColumnActions>

/** The check box before the columns and the actions after them are always there and always in view. */
const PINNED_WIDTH = SELECT_WIDTH + ACTIONS_WIDTH
const PINNED_COUNT = 2

const rowId = ({ index }: WindowRow<unknown>) => `${index}`

const widthProperty = (column: string) => `--width-${column}`

/** Width of a column in CSS; resizing changes one custom property of the grid. */
export const columnWidthVar = (column: string) => `var(${widthProperty(column)})`

/** The table of the rows in the viewport. The gateway filters, sorts and pages, so the table holds no other rows. */
export function useGridTable<Row>({ rows, columns, arrangement, onArrange, sort, onSort }: TableInput<Row>) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, WindowRow<Row>>()
    return columns.map(({ id, width, isSortable }) =>
      helper.accessor(({ data }): unknown => data, {
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
  const drag = useRef<object>({})
  const sorting: SortingState = sort === null ? [] : [{ id: sort.column, desc: sort.direction === 'desc' }]
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    columnResizeMode: 'onChange',
    manualSorting: true,
    // Cycles ascending, descending, unsorted.
    sortDescFirst: false,
    state: {
      columnSizing: sizes,
      columnOrder: order,
      columnVisibility: visibility,
      sorting,
    },
    onColumnSizingChange: (updater) => {
      const next = functionalUpdate(updater, sizes)
      // A click on an edge sets its column to the width that it has.
      const isNew = (id: string) => next[id] !== (sizes[id] ?? table.getColumn(id)?.getSize())
      if (Object.keys({ ...sizes, ...next }).some(isNew)) onArrange({ ...arrangement, sizes: next }, drag.current)
    },
    onSortingChange: (updater) => {
      const [first] = functionalUpdate(updater, sorting)
      onSort(first === undefined ? null : { column: first.id, direction: first.desc ? 'desc' : 'asc' })
    },
  })

  const all = table.getAllLeafColumns()
  const visible = table.getVisibleLeafColumns()
  // Stable while the same columns are shown in the same order, so that rows do not render again.
  const visibleColumns = useMemo((): readonly VisibleColumn<Row>[] => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return visible.flatMap((leaf) => {
      const column = byId.get(leaf.id)
      return column === undefined
        ? []
        : [{ ...column, colIndex: all.indexOf(leaf) + 2, style: { width: columnWidthVar(leaf.id) } }]
    })
  }, [columns, all, visible])

  const headers = table.getLeafHeaders()
  const resizing = headers.find(({ column }) => column.getIsResizing())?.id ?? null
  // Keeps the header from rendering with every scroll.
  const headerColumns = useMemo(
    () =>
      visibleColumns.map((column, index) => ({
        ...column,
        sorted: sort?.column === column.id && sort.direction,
        startResize(event: unknown) {
          drag.current = {}
          headers[index]?.getResizeHandler()(event)
        },
        isResizing: column.id === resizing,
      })),
    [headers, visibleColumns, sort, resizing],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: getSize reads the sizes
  const widths = useMemo(() => visible.map((column) => column.getSize()), [visible, sizes])
  /** Custom properties: the width of each visible column and of all together. */
  const style = useMemo((): Readonly<Record<string, string>> => {
    const total = widths.reduce((sum, width) => sum + width, 0)
    const properties = visible.map(({ id }, index) => [widthProperty(id), `${widths[index]}px`])
    return { ...Object.fromEntries(properties), '--width-columns': `${total}px` }
  }, [visible, widths])
  const now = useRef({ table, arrangement, order, onArrange })
  useLayoutEffect(() => {
    now.current = { table, arrangement, order, onArrange }
  })
  const [columnActions] = useState(() => createColumnActions<Row>(() => now.current))
  return {
    rows: table.getRowModel().rows,
    headers: headerColumns,
    visibleColumns,
    /** Width of each visible column in pixels. */
    widths,
    style,
    /** Number of all columns, hidden ones included. */
    count: all.length + PINNED_COUNT,
    columnActions,
  }
}

interface TableState<Row> {
  table: Pick<Table<typeof features, WindowRow<Row>>, 'getColumn' | 'getTotalSize'>
  arrangement: Arrangement
  order: readonly string[]
  onArrange: ColumnsInput<Row>['onArrange']
}

const createColumnActions = <Row>(now: () => TableState<Row>) => ({
  resize(id: string, by: number) {
    const { table, arrangement, onArrange } = now()
    const size = table.getColumn(id)?.getSize()
    if (size === undefined) return
    const next = Math.max(MIN_COLUMN_WIDTH, Math.min(MAX_COLUMN_WIDTH, size + by))
    onArrange({ ...arrangement, sizes: { ...arrangement.sizes, [id]: next } }, `width of ${id}`)
  },
  resetWidth: (id: string) => now().table.getColumn(id)?.resetSize(),
  /** Moves a column before another, or to the end. */
  move(id: string, before: string | null) {
    const { arrangement, order, onArrange } = now()
    onArrange({ ...arrangement, order: moveColumn(order, id, before) })
  },
  toggleSort: (id: string) => now().table.getColumn(id)?.toggleSorting(),
  /** The pixels from the first column that must be in view for a cell to be seen; null for a cell that always is. */
  span(id: string): { start: number; end: number } | null {
    const { table } = now()
    // The actions follow the last column.
    if (id === ACTIONS_COLUMN) return { start: table.getTotalSize(), end: table.getTotalSize() + PINNED_WIDTH }
    const column = id === SELECT_COLUMN ? undefined : table.getColumn(id)
    if (column === undefined) return null
    const start = column.getStart()
    return { start, end: start + column.getSize() + PINNED_WIDTH }
  },
})
