import { type RefObject, useLayoutEffect, useMemo } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { GridColumn } from '../../table/columns.ts'
import { fitColumns } from '../../table/fitColumns.ts'
import { useRoom } from '../../table/useRoom.ts'
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
