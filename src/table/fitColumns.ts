import type { GridColumn } from './columns.ts'

type Fitted = Pick<GridColumn<never>, 'id' | 'width' | 'minWidth' | 'fullWidth' | 'isHidden' | 'isRowHeader'>

/**
 * The columns for `room` pixels. Those that do not fit are hidden by default, from the least important on: `first` names the most
 * important ones, the others follow in their order. The rest share the room: first columns of long texts up to their full width, then
 * all up to their default width.
 */
export function fitColumns<Column extends Fitted>(
  columns: readonly Column[],
  room: number,
  first: readonly string[],
): Column[] {
  const shown = columns.filter(({ isHidden }) => !isHidden)
  const isWide = sum(shown.map(({ width }) => width)) <= room
  if (isWide && (room === Number.POSITIVE_INFINITY || shown.length < 2)) return [...columns]
  const rank = ({ id }: Column) => (first.includes(id) ? first.indexOf(id) : first.length)
  const fitting = takeWhileFits(
    shown.toSorted((one, other) => rank(one) - rank(other)),
    room,
  )
  if (fitting.length < 2) return besideHeader(columns, room)
  let widths = fitting.map(({ minWidth }) => minWidth)
  for (const wish of ['fullWidth', 'width'] as const) {
    const missing = fitting.map((column, index) => Math.max(0, (column[wish] ?? 0) - widths[index]!))
    // Each gets the same part of what it lacks, as far as the room allows.
    const part = Math.min(1, (room - sum(widths)) / Math.max(1, sum(missing)))
    widths = widths.map((width, index) => width + part * missing[index]!)
  }
  return columns.map((column) => {
    const width = widths[fitting.indexOf(column)]
    return width === undefined ? { ...column, isHidden: true } : { ...column, width: Math.floor(width) }
  })
}

function takeWhileFits<Column extends Fitted>(columns: readonly Column[], room: number): Column[] {
  let used = 0
  const end = columns.findIndex(({ minWidth }) => {
    used += minWidth
    return used > room
  })
  return end === -1 ? [...columns] : columns.slice(0, end)
}

/** In a window as narrow as one column the row header fills it, and the others follow beyond its edge, where keys and scrolling reach them. */
function besideHeader<Column extends Fitted>(columns: readonly Column[], room: number): Column[] {
  const header = columns.find(({ isRowHeader }) => isRowHeader)
  if (header === undefined) return [...columns]
  return [{ ...header, width: room, minWidth: room }, ...columns.filter((column) => column !== header)]
}

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0)
