import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { ACTIONS_WIDTH, type GridColumn, SELECT_WIDTH } from '../../table/columns.ts'
import { fitColumns } from '../../table/fitColumns.ts'
import type { ListController } from '../listController.ts'

type Columns = readonly GridColumn<ListedRow>[]

/** The column of marks. */
const MARKS = 'review'

interface Input {
  controller: ListController
  columns: Columns
  /** The element around the grid. */
  pane: RefObject<HTMLElement | null>
  /** Whether a loaded row has a reconciliation mark. */
  isMarked: boolean
}

/** The columns for the width of the grid. The column of marks begins hidden until something is marked. */
export function useFittedColumns({ controller, columns, pane, isMarked }: Input): Columns {
  const { columnLayout, list } = controller
  const room = useRoom(pane)
  const { amount, header, state } = list
  const asMarked = useMemo(
    () => (isMarked ? columns : columns.map((column) => (column.id === MARKS ? { ...column, isHidden: true } : column))),
    [columns, isMarked],
  )
  const fitted = useMemo(
    () => fitColumns(asMarked, room, [header, amount ?? '', state ?? '']),
    [asMarked, room, amount, header, state],
  )
  useLayoutEffect(() => {
    columnLayout.empty.set(hiddenIn(asMarked, columns))
    columnLayout.unfit.set(hiddenIn(fitted, asMarked))
  }, [columnLayout, columns, asMarked, fitted])
  return fitted
}

/** The shown columns that are hidden in the other arrangement. */
const hiddenIn = (other: Columns, columns: Columns): string[] =>
  columns.filter(({ id, isHidden }) => !isHidden && other.find((column) => column.id === id)?.isHidden).map(({ id }) => id)

/** The pixels for columns; infinite without a layout. */
function useRoom(pane: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const grid = pane.current?.querySelector('[data-layer="grid"]')
    if (grid == null) return
    const measure = () => {
      const width = grid.clientWidth
      if (width > 0) setRoom(width - SELECT_WIDTH - ACTIONS_WIDTH)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    return () => observer.disconnect()
  }, [pane])
  return room
}
