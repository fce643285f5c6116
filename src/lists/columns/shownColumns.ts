import type { ListColumn } from '../list.ts'
import type { ListController } from '../listController.ts'

/** The columns on the screen, in their order. */
export function shownColumns(controller: Pick<ListController, 'list' | 'handles'>): ListColumn[] {
  const byId = new Map(controller.list.columns.map((column) => [column.id, column]))
  return (controller.handles.grid?.columns ?? []).flatMap((id) => byId.get(id) ?? [])
}
