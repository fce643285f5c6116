import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { NoFigure } from '../ui/NoFigure.tsx'
import styles from './SmallTable.module.css'
import { useFollowedRow } from './useFollowedRow.ts'

export interface SmallColumn<Row> {
  id: string
  title: string
  align?: 'right'
  /** Wraps when there is too little room. */
  isFlexible?: boolean
  /** Text for the clipboard, and the default content of the cell; null where the value is unknown. */
  text(row: Row): string | null
  render?(row: Row): ReactNode
}

interface SmallTableProps<Row> {
  label: string
  columns: readonly SmallColumn<Row>[]
  rows: readonly Row[]
  rowId(row: Row): string
  empty: string
  isBusy?: boolean
  onCopy(text: string): void
  onOpen?: (row: Row) => void
  /** Toggles a row on Space and `x`, in tables with selectable rows. */
  onToggle?: (row: Row) => void
  isSelected?: (row: Row) => boolean
  onRowFocus?: (index: number) => void
  /** Focuses the first cell once it exists, unless something else has the focus. */
  autoFocus?: boolean
}

interface CellPosition {
  row: number
  column: number
}

/** A fully rendered table: arrows move between cells, Mod+C copies a cell, Enter opens a row. */
export function SmallTable<Row>(props: SmallTableProps<Row>) {
  const { label, columns, rows, rowId, empty, isBusy = false, onCopy, onOpen, autoFocus = false } = props
  const { onToggle, isSelected, onRowFocus } = props
  const [rowHere, followRow] = useFollowedRow(rows, rowId)
  const [columnHere, setColumn] = useState(0)
  const table = useRef<HTMLTableElement>(null)
  const current: CellPosition = { row: rowHere, column: Math.min(columnHere, columns.length - 1) }

  const hasRows = rows.length > 0
  useEffect(() => {
    const { activeElement } = document
    if (autoFocus && hasRows && (activeElement === document.body || activeElement?.id === 'main')) {
      table.current?.tBodies[0]?.rows[0]?.cells[0]?.focus()
    }
  }, [autoFocus, hasRows])

  const focusCell = ({ row, column }: CellPosition) => table.current?.tBodies[0]?.rows[row]?.cells[column]?.focus()

  function onKeyDown(event: KeyboardEvent) {
    const isMod = event.ctrlKey || event.metaKey
    const row = rows[current.row]
    if (row === undefined || event.altKey || !(event.target instanceof HTMLTableCellElement)) return
    if (isMod && event.key === 'c' && document.getSelection()?.isCollapsed !== false) {
      onCopy(columns[current.column]?.text(row) ?? '')
      return event.preventDefault()
    }
    if (event.key === 'Enter' && onOpen !== undefined && !isMod) {
      onOpen(row)
      return event.preventDefault()
    }
    if ((event.key === ' ' || event.key === 'x') && onToggle !== undefined && !isMod) {
      onToggle(row)
      return event.preventDefault()
    }
    const to = nextPosition(event.key, isMod, current, { row: rows.length - 1, column: columns.length - 1 })
    if (to === null) return
    event.preventDefault()
    focusCell(to)
  }

  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <div className={styles.frame}>
      <table
        ref={table}
        className={styles.table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells
        role="grid"
        aria-label={label}
        aria-busy={isBusy}
        aria-multiselectable={onToggle === undefined ? undefined : true}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {columns.map(({ id, title, align }) => (
              <th key={id} scope="col" className={align === 'right' ? styles.right : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={rowId(row)}
              onDoubleClick={() => onOpen?.(row)}
              {...(isSelected === undefined ? {} : { 'aria-selected': isSelected(row) })}
            >
              {columns.map(({ id, align, isFlexible = false, text, render }, columnIndex) => (
                <td
                  key={id}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above
                  role="gridcell"
                  className={align === 'right' ? styles.right : isFlexible ? styles.flexible : undefined}
                  tabIndex={index === current.row && columnIndex === current.column ? 0 : -1}
                  onFocus={() => {
                    followRow(index)
                    setColumn(columnIndex)
                    onRowFocus?.(index)
                  }}
                >
                  {render === undefined ? (text(row) ?? <NoFigure />) : render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Rows and columns that a key moves by. */
const STEPS: Partial<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  j: [1, 0],
  ArrowUp: [-1, 0],
  k: [-1, 0],
  ArrowRight: [0, 1],
  l: [0, 1],
  ArrowLeft: [0, -1],
  h: [0, -1],
}

/** Target cell of a key, clamped to the edges; null for other keys. */
function nextPosition(key: string, isMod: boolean, { row, column }: CellPosition, last: CellPosition): CellPosition | null {
  if (key === 'Home') return { row: isMod ? 0 : row, column: 0 }
  if (key === 'End') return { row: isMod ? last.row : row, column: last.column }
  const step = STEPS[key]
  if (step === undefined || isMod) return null
  const within = (position: number, end: number) => Math.max(0, Math.min(end, position))
  return { row: within(row + step[0], last.row), column: within(column + step[1], last.column) }
}
