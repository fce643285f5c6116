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
 * The columns to draw: those that are near, the one that names the row, and the one the cursor stands in. A list of orders is twice
 * as wide as the screen, and what is not seen would be half of every draw.
 */
export function useVirtualColumns<Row>({ placed, spans, sideways, cursor }: NearInput<Row>): readonly VisibleColumn<Row>[] {
  const near = useSyncExternalStore(sideways.subscribe, () => sideways.range)
  const held = useSyncExternalStore(cursor.subscribe, () => cursor.column)
  // By their names, so that pulling a column wider draws no row again.
  const drawn = placed
    .filter(({ id, isRowHeader }) => isRowHeader || id === held || isIn(spans.get(id), near))
    .map(({ id }) => id)
    .join(' ')
  return useMemo(() => withGaps(placed, new Set(drawn.split(' '))), [placed, drawn])
}

const isIn = (span: Span | undefined, { from, to }: PixelRange): boolean =>
  span !== undefined && span.end > from && span.start < to

/** Each that is drawn stands where it stood among all of them. */
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
