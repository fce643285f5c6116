// biome-ignore-all lint/a11y/useSemanticElements: a native table cannot be virtualized
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { FIRST_ROW_INDEX } from './cursor.ts'
import styles from './Grid.module.css'
import { GridRow, type RowContext } from './GridRow.tsx'
import { assignRowSlots, NO_ROW_SLOTS } from './rowSlots.ts'
import type { WindowRow } from './useGridTable.ts'
import type { RowWindow } from './useVirtualRows.ts'

interface BodyProps<Row> {
  rows: readonly { readonly original: WindowRow<Row> }[]
  context: RowContext<Row>
  /** Shown instead of the rows when the result has none. */
  empty: ReactNode
}

interface GridBodyProps<Row> extends BodyProps<Row> {
  window: RowWindow
  /** The row that stays mounted outside the viewport. */
  pinned: number
}

/** The rows in the viewport and the focused row. */
export function GridBody<Row>({ rows, window, context, empty, pinned }: GridBodyProps<Row>) {
  const previousSlots = useRef(NO_ROW_SLOTS)
  const slots = assignRowSlots(window.indices, pinned, previousSlots.current)
  useLayoutEffect(() => {
    previousSlots.current = slots
  })
  if (empty) return <EmptyRow>{empty}</EmptyRow>
  return (
    <div className={styles.body} role="presentation" style={{ height: window.height }}>
      {rows.map(({ original: { index, data } }) => (
        <GridRow key={slots.byRow.get(index)} index={index} row={data} top={window.topOf(index)} context={context} />
      ))}
    </div>
  )
}

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

/** All rows of the cursor's page, for screen readers: unmounted rows cannot be read. */
export function PlainBody<Row>({ rows, context, empty, columns }: BodyProps<Row> & { columns: number }) {
  return (
    <tbody>
      {empty && (
        <tr className={styles.empty} aria-rowindex={FIRST_ROW_INDEX}>
          <td colSpan={columns} aria-colindex={1}>
            {empty}
          </td>
        </tr>
      )}
      {rows.map(({ original: { index, data } }) => (
        <GridRow key={index} index={index} row={data} top={null} context={context} />
      ))}
    </tbody>
  )
}
