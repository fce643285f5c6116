// biome-ignore-all lint/a11y/useSemanticElements: a native table cannot be virtualized
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { FIRST_ROW_INDEX } from './cursor.ts'
import styles from './Grid.module.css'
import { GridRow, type RowContext } from './GridRow.tsx'
import { assignRowSlots, NO_ROW_SLOTS } from './rowSlots.ts'
import type { Scroller } from './scroller.ts'
import { useVirtualRows } from './useVirtualRows.ts'

/** The loaded rows of a result. */
export interface RowSource<Row> {
  /** Number of rows of the whole result. */
  readonly count: number
  /** Undefined while loading. */
  at(index: number): Row | undefined
}

/** Props shared by the grid bodies. */
export interface BodyProps<Row> {
  rows: RowSource<Row>
  context: RowContext<Row>
  /** Shown when there are no rows. */
  empty: ReactNode
  onVisibleRows(first: number, last: number): void
  /** Called after every render. */
  onRendered(): void
}

interface GridBodyProps<Row> extends BodyProps<Row> {
  rowHeight: number
  scroller: Scroller
  element: RefObject<HTMLDivElement | null>
  /** The row that stays mounted outside the viewport. */
  pinned(): number
}

function Body<Row>(props: GridBodyProps<Row>) {
  const { rows, rowHeight, context, scroller, element, empty, onVisibleRows, onRendered } = props
  const pinned = props.pinned()
  const virtualRows = useVirtualRows({ scroller, element, total: rows.count, rowHeight, pinned })
  const previousSlots = useRef(NO_ROW_SLOTS)
  const slots = assignRowSlots(virtualRows.rows, pinned, previousSlots.current)
  const { first, last } = virtualRows
  useLayoutEffect(() => {
    previousSlots.current = slots
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows in the same viewport may need other pages
  useEffect(() => {
    // Before the first response the viewport has room for more rows than the count.
    if (last >= first) onVisibleRows(first, Math.max(last, first + scroller.visibleRowCount() - 1))
  }, [first, last, rows, onVisibleRows])
  useLayoutEffect(onRendered)
  if (rows.count === 0) return empty ? <EmptyRow>{empty}</EmptyRow> : null
  return (
    <div className={styles.body} role="presentation" style={{ height: virtualRows.height }}>
      {virtualRows.rows.map((index) => (
        <GridRow
          key={slots.byRow.get(index)}
          index={index}
          row={rows.at(index)}
          top={virtualRows.topOf(index)}
          context={context}
        />
      ))}
    </div>
  )
}

/** Renders the rows in the viewport and the focused row. */
export const GridBody = memo(Body) as typeof Body

/** A grid may contain only rows, so the empty message is a row. */
const EmptyRow = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/useFocusableInteractive: its controls are focusable
  <div className={styles.empty} role="row" aria-rowindex={FIRST_ROW_INDEX}>
    {/* biome-ignore lint/a11y/useFocusableInteractive: its controls are focusable */}
    <div role="gridcell" aria-colindex={1}>
      {children}
    </div>
  </div>
)
