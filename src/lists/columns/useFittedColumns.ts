import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { ACTIONS_WIDTH, type GridColumn, SELECT_WIDTH } from '../../table/columns.ts'
import { fitColumns } from '../../table/fitColumns.ts'
import type { ListController } from '../listController.ts'

interface Input {
  controller: ListController
  columns: readonly GridColumn<ListedRow>[]
  /** The element around the grid. */
  pane: RefObject<HTMLElement | null>
  /** Whether a loaded row has a reconciliation mark. */
  isMarked: boolean
}

/** The columns for the width of the grid. The column of marks begins hidden until something is marked. */
export function useFittedColumns({ controller, columns, pane, isMarked }: Input): readonly GridColumn<ListedRow>[] {
  const { columnLayout, list } = controller
  const room = useRoom(pane)
  const { amount, header, state } = list
  const fitted = useMemo(() => {
    const asMarked = isMarked
      ? columns
      : columns.map((column) => (column.id === 'review' ? { ...column, isHidden: true } : column))
    return fitColumns(asMarked, room, [header, amount ?? '', state ?? ''])
  }, [columns, room, isMarked, amount, header, state])
  useLayoutEffect(() => {
    const shown = columns.filter(({ isHidden }) => !isHidden).map(({ id }) => id)
    columnLayout.unfit.set(shown.filter((id) => fitted.find((column) => column.id === id)?.isHidden))
  }, [columnLayout, columns, fitted])
  return fitted
}

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
