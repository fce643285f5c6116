import type { GridColumn } from './columns.ts'

type Fitted = Pick<GridColumn<never>, 'id' | 'width' | 'minWidth' | 'isHidden' | 'isRowHeader'>

/**
 * The columns for `room` pixels. Those that do not fit are hidden by default, from the least important on: `first` names the most
 * important ones, the others follow in their order. The rest share the room between their narrow and their default widths.
 */
export function fitColumns<Column extends Fitted>(
  columns: readonly Column[],
  room: number,
  first: readonly string[],
): Column[] {
  const shown = columns.filter(({ isHidden }) => !isHidden)
  if (sum(shown, 'width') <= room) return [...columns]
  const rank = ({ id }: Column) => (first.includes(id) ? first.indexOf(id) : first.length)
  const fitting = takeWhileFits(
    shown.toSorted((one, other) => rank(one) - rank(other)),
    room,
  )
  if (fitting.length < 2) return besideHeader(columns, room)
  const spare = room - sum(fitting, 'minWidth')
  const missing = sum(fitting, 'width') - sum(fitting, 'minWidth')
  const part = missing === 0 ? 0 : Math.min(1, spare / missing)
  return columns.map((column) =>
    fitting.includes(column)
      ? { ...column, width: Math.floor(column.minWidth + part * (column.width - column.minWidth)) }
      : { ...column, isHidden: true },
  )
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

const sum = (columns: readonly Fitted[], width: 'width' | 'minWidth'): number =>
  columns.reduce((total, column) => total + column[width], 0)
