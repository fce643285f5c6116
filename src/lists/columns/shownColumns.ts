import type { ListColumn } from '../list.ts'
import type { Sheet } from '../sheet.ts'

/** The columns on the screen, in their order. */
export function shownColumns(sheet: Pick<Sheet, 'list' | 'parts'>): ListColumn[] {
  const byId = new Map(sheet.list.columns.map((column) => [column.id, column]))
  return (sheet.parts.grid?.columns ?? []).flatMap((id) => byId.get(id) ?? [])
}
