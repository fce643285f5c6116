import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './SmallTable.module.css'

export interface SmallColumn<Row> {
  id: string
  title: string
  align?: 'right'
  /** Wraps when there is too little room. */
  isFlexible?: boolean
  /** Text for the clipboard, and the default content of the cell. */
  text(row: Row): string
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
  /** Initial row, and the callback when the user moves to another. */
  initialRow?: number
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
  const { onToggle, isSelected, initialRow = 0, onRowFocus } = props
  const [position, setPosition] = useState<CellPosition>({ row: initialRow, column: 0 })
  const table = useRef<HTMLTableElement>(null)
  // The row may no longer exist.
  const current: CellPosition = {
    row: Math.min(position.row, Math.max(0, rows.length - 1)),
    column: Math.min(position.column, columns.length - 1),
  }

  const hasRows = rows.length > 0
  const firstFocusRow = useRef(current.row)
  useEffect(() => {
    const { activeElement } = document
    if (autoFocus && hasRows && (activeElement === document.body || activeElement?.id === 'main')) {
      table.current?.tBodies[0]?.rows[firstFocusRow.current]?.cells[0]?.focus()
    }
  }, [autoFocus, hasRows])

  function focusCell(to: CellPosition) {
    setPosition(to)
    table.current?.tBodies[0]?.rows[to.row]?.cells[to.column]?.focus()
  }

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
    const to = nextPosition(event.key, isMod, current, { rows: rows.length, columns: columns.length })
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
                    setPosition({ row: index, column: columnIndex })
                    onRowFocus?.(index)
                  }}
                >
                  {render === undefined ? text(row) : render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Target cell of a key, clamped to the edges; null for other keys. */
function nextPosition(
  key: string,
  isMod: boolean,
  { row, column }: CellPosition,
  size: { rows: number; columns: number },
): CellPosition | null {
  const lastRow = size.rows - 1
  const lastColumn = size.columns - 1
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return isMod ? null : { row: Math.min(lastRow, row + 1), column }
    case 'ArrowUp':
    case 'k':
      return isMod ? null : { row: Math.max(0, row - 1), column }
    case 'ArrowRight':
    case 'l':
      return isMod ? null : { row, column: Math.min(lastColumn, column + 1) }
    case 'ArrowLeft':
    case 'h':
      return isMod ? null : { row, column: Math.max(0, column - 1) }
    case 'Home':
      return { row: isMod ? 0 : row, column: 0 }
    case 'End':
      return { row: isMod ? lastRow : row, column: lastColumn }
    default:
      return null
  }
}
