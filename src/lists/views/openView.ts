import type { OpenView } from '#commands/scope.ts'
import type { SavedView } from '#contract/rows/views.ts'
import { DEFAULT_PAGE_SIZE, type ListQuery, parseListQuery, viewQuery } from '../filters/query.ts'
import type { List } from '../list.ts'

/**
 * The saved view of a query: the view it was opened with, changed or not, or else a view with the same query. Columns are
 * compared only if the view was saved with them.
 */
export function openViewOf(query: ListQuery, list: List, views: readonly SavedView[], now: number): OpenView | null {
  const own = views.filter((view) => view.list === list.kind)
  const isShown = (view: SavedView): boolean => {
    const saved = parseListQuery(new URLSearchParams(view.query), list, { now, size: DEFAULT_PAGE_SIZE })
    const cols = saved.cols === null ? null : query.cols
    return viewQuery(saved, saved.cols, list) === viewQuery(query, cols, list)
  }
  const named = own.find(({ name }) => name.toLowerCase() === query.saved?.toLowerCase())
  if (named !== undefined) return { view: named, isChanged: !isShown(named) }
  const shown = own.find(isShown)
  return shown === undefined ? null : { view: shown, isChanged: false }
}
