import type { ListColumn } from '../list.ts'
import type { ListController } from '../listController.ts'

/** The columns on the screen, in their order. */
export function shownColumns(controller: Pick<ListController, 'list' | 'parts'>): ListColumn[] {
  const byId = new Map(controller.list.columns.map((column) => [column.id, column]))
  return (controller.parts.grid?.columns ?? []).flatMap((id) => byId.get(id) ?? [])
}
