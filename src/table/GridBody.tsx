// biome-ignore-all lint/a11y/useSemanticElements: a table lays its rows out by itself, and draws all of them
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { FIRST_ROW_INDEX } from './cursor.ts'
import styles from './Grid.module.css'
import { GridRow, type RowContext } from './GridRow.tsx'
import { assignRowSlots, NO_ROW_SLOTS } from './rowSlots.ts'
import type { Scroller } from './scroller.ts'
import { useVirtualRows } from './useVirtualRows.ts'

/** The rows of a result, as far as they are here. */
export interface RowSource<Row> {
  /** Rows of the whole result. */
  readonly count: number
  /** Undefined while it is on its way. */
  at(index: number): Row | undefined
}

/** What any body of a grid draws. */
export interface BodyProps<Row> {
  rows: RowSource<Row>
  context: RowContext<Row>
  /** What stands there when there are no rows. */
  empty: ReactNode
  onVisibleRows(first: number, last: number): void
  /** After every draw. */
  onRendered(): void
}

interface GridBodyProps<Row> extends BodyProps<Row> {
  rowHeight: number
  scroller: Scroller
  element: RefObject<HTMLDivElement | null>
  /** The row that is drawn wherever it is. */
  pinned(): number
}

function Body<Row>(props: GridBodyProps<Row>) {
  const { rows, rowHeight, context: frame, scroller, element, empty, onVisibleRows: onView, onRendered: onDrawn } = props
  const pinned = props.pinned()
  const view = useVirtualRows({ scroller, element, total: rows.count, rowHeight, pinned })
  const drawn = useRef(NO_ROW_SLOTS)
  const slots = assignRowSlots(view.rows, pinned, drawn.current)
  const { first, last } = view
  useLayoutEffect(() => {
    drawn.current = slots
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows in the same view may be missing other pages
  useEffect(() => {
    // There is room for more than there may be rows before the first answer.
    if (last >= first) onView(first, Math.max(last, first + scroller.visibleRowCount() - 1))
  }, [first, last, rows, onView])
  useLayoutEffect(onDrawn)
  if (rows.count === 0) return empty ? <EmptyRow>{empty}</EmptyRow> : null
  return (
    <div className={styles.body} role="presentation" style={{ height: view.height }}>
      {view.rows.map((index) => (
        <GridRow key={slots.byRow.get(index)} index={index} row={rows.at(index)} top={view.topOf(index)} context={frame} />
      ))}
    </div>
  )
}

/** The rows in view, and the one the focus is on. */
export const GridBody = memo(Body) as typeof Body

/** A grid has rows and nothing else, so what is said instead of them is said in one. */
const EmptyRow = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/useFocusableInteractive: what can be done is inside of it
  <div className={styles.empty} role="row" aria-rowindex={FIRST_ROW_INDEX}>
    {/* biome-ignore lint/a11y/useFocusableInteractive: what can be done is inside of it */}
    <div role="gridcell" aria-colindex={1}>
      {children}
    </div>
  </div>
)
