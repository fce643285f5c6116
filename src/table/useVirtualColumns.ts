import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { VisibleColumn } from './columns.ts'
import type { Cursor } from './cursor.ts'
import type { HorizontalScroll } from './horizontalScroll.ts'
import { columnWidthVar } from './useGridTable.ts'

interface VirtualColumnsInput<Row> {
  element: RefObject<HTMLDivElement | null>
  visibleColumns: readonly VisibleColumn<Row>[]
  /** In pixels. */
  widths: readonly number[]
  horizontalScroll: HorizontalScroll
  cursor: Cursor
}

/** Columns beyond each edge: the browser scrolls before it dispatches the event. */
const OVERSCAN = 1

/** Before the first measurement, and without layout, every column is in view. */
const UNBOUNDED = { width: Number.POSITIVE_INFINITY, height: 0 }

/** Columns in view, the row header and the cursor's column. A list of orders is twice as wide as the screen. */
export function useVirtualColumns<Row>(input: VirtualColumnsInput<Row>): readonly VisibleColumn<Row>[] {
  const { element, visibleColumns, widths, horizontalScroll, cursor } = input
  const cursorColumn = useSyncExternalStore(cursor.subscribe, () => cursor.column)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const near = new Set(defaultRangeExtractor(range))
      const isMounted = ({ id, isRowHeader }: VisibleColumn<Row>, index: number) =>
        isRowHeader || id === cursorColumn || near.has(index)
      return [...visibleColumns.keys()].filter((index) => isMounted(visibleColumns[index] as VisibleColumn<Row>, index))
    },
    [visibleColumns, cursorColumn],
  )
  // A new key function makes the virtualizer read the widths again.
  const sizes = useMemo(
    () => ({ estimateSize: (index: number) => widths[index] ?? 0, getItemKey: (index: number) => index }),
    [widths],
  )
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    ...sizes,
    count: visibleColumns.length,
    horizontal: true,
    getScrollElement: () => element.current,
    observeElementRect: horizontalScroll.observeRect,
    observeElementOffset: horizontalScroll.observeOffset,
    scrollToFn: () => {},
    initialRect: UNBOUNDED,
    overscan: OVERSCAN,
    rangeExtractor,
    useFlushSync: false,
  })
  // Compared by value, so that moving between mounted columns renders no row.
  const mounted = virtualizer.getVirtualIndexes().join(' ')
  return useMemo(() => addGaps(visibleColumns, new Set(mounted.split(' ').map(Number))), [visibleColumns, mounted])
}

/** Adds gaps, so that mounted columns keep their positions. Widths are CSS variables: resizing a column renders no row. */
function addGaps<Row>(columns: readonly VisibleColumn<Row>[], mounted: ReadonlySet<number>): readonly VisibleColumn<Row>[] {
  if (mounted.size === columns.length) return columns
  let skipped: string[] = []
  return columns.flatMap((column, index) => {
    if (!mounted.has(index)) {
      skipped.push(columnWidthVar(column.id))
      return []
    }
    const gap = skipped
    skipped = []
    return [gap.length === 0 ? column : { ...column, style: { ...column.style, marginLeft: `calc(${gap.join(' + ')})` } }]
  })
}
