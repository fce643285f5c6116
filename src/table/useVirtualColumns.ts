import { useMemo, useSyncExternalStore } from 'react'
import type { Cursor } from './cursor.ts'
import type { VisibleColumn } from './GridRow.tsx'
import type { HorizontalScroll, PixelRange } from './horizontalScroll.ts'
import { columnWidthVar, type Span } from './useColumns.ts'

interface VirtualColumnsInput<Row> {
  visibleColumns: readonly VisibleColumn<Row>[]
  spans: ReadonlyMap<string, Span>
  horizontalScroll: HorizontalScroll
  cursor: Cursor
}

/**
 * Virtual columns: those in the viewport with overscan, the row header and the cursor's column. A list of orders is twice as wide as
 * the screen.
 */
export function useVirtualColumns<Row>({
  visibleColumns,
  spans,
  horizontalScroll,
  cursor,
}: VirtualColumnsInput<Row>): readonly VisibleColumn<Row>[] {
  const range = useSyncExternalStore(horizontalScroll.subscribe, () => horizontalScroll.range)
  const cursorColumn = useSyncExternalStore(cursor.subscribe, () => cursor.column)
  // Compared by id, so that resizing a column renders no row.
  const drawnIds = visibleColumns
    .filter(({ id, isRowHeader }) => isRowHeader || id === cursorColumn || isInRange(spans.get(id), range))
    .map(({ id }) => id)
    .join(' ')
  return useMemo(() => addGaps(visibleColumns, new Set(drawnIds.split(' '))), [visibleColumns, drawnIds])
}

const isInRange = (span: Span | undefined, { from, to }: PixelRange): boolean =>
  span !== undefined && span.end > from && span.start < to

/** Adds gaps, so that mounted columns keep their positions. */
function addGaps<Row>(
  visibleColumns: readonly VisibleColumn<Row>[],
  drawnIds: ReadonlySet<string>,
): readonly VisibleColumn<Row>[] {
  if (drawnIds.size === visibleColumns.length) return visibleColumns
  let skipped: string[] = []
  return visibleColumns.flatMap((column) => {
    if (!drawnIds.has(column.id)) {
      skipped.push(columnWidthVar(column.id))
      return []
    }
    const gap = skipped
    skipped = []
    return [gap.length === 0 ? column : { ...column, style: { ...column.style, marginLeft: `calc(${gap.join(' + ')})` } }]
  })
}
