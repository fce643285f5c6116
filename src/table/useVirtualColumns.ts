import { useMemo, useSyncExternalStore } from 'react'
import type { Cursor } from './cursor.ts'
import type { VisibleColumn } from './GridRow.tsx'
import type { HorizontalScroll, PixelRange } from './horizontalScroll.ts'
import { columnWidthVar, type Span } from './useColumns.ts'

interface NearInput<Row> {
  placed: readonly VisibleColumn<Row>[]
  spans: ReadonlyMap<string, Span>
  sideways: HorizontalScroll
  cursor: Cursor
}

/**
 * Virtual columns: those in the viewport with overscan, the row header and the cursor's column. A list of orders is twice as wide as
 * the screen.
 */
export function useVirtualColumns<Row>({ placed, spans, sideways, cursor }: NearInput<Row>): readonly VisibleColumn<Row>[] {
  const near = useSyncExternalStore(sideways.subscribe, () => sideways.range)
  const held = useSyncExternalStore(cursor.subscribe, () => cursor.column)
  // Compared by id, so that resizing a column renders no row.
  const drawn = placed
    .filter(({ id, isRowHeader }) => isRowHeader || id === held || isIn(spans.get(id), near))
    .map(({ id }) => id)
    .join(' ')
  return useMemo(() => withGaps(placed, new Set(drawn.split(' '))), [placed, drawn])
}

const isIn = (span: Span | undefined, { from, to }: PixelRange): boolean =>
  span !== undefined && span.end > from && span.start < to

/** Adds gaps, so that mounted columns keep their positions. */
function withGaps<Row>(placed: readonly VisibleColumn<Row>[], drawn: ReadonlySet<string>): readonly VisibleColumn<Row>[] {
  if (drawn.size === placed.length) return placed
  let missing: string[] = []
  return placed.flatMap((column) => {
    if (!drawn.has(column.id)) {
      missing.push(columnWidthVar(column.id))
      return []
    }
    const gap = missing
    missing = []
    return [gap.length === 0 ? column : { ...column, style: { ...column.style, marginLeft: `calc(${gap.join(' + ')})` } }]
  })
}
