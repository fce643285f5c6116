import type { GridHandle } from '../../table/Grid.tsx'
import type { List, ListColumn } from '../list.ts'

/** The parts of an open list that its visible columns are read from. */
export interface ShownColumnsSource {
  readonly list: Pick<List, 'columns'>
  readonly handles: { readonly grid: Pick<GridHandle, 'columns'> | null }
}

/** The visible columns in display order. */
export function shownColumns({ list, handles }: ShownColumnsSource): ListColumn[] {
  const byId = new Map(list.columns.map((column) => [column.id, column]))
  return (handles.grid?.columns ?? []).flatMap((id) => byId.get(id) ?? [])
}
