import type { SavedView } from '#contract/rows/views.ts'
import type { Message } from '../message.ts'
import { routes } from '../navigation/routes.ts'
import { routeFor, rowKinds } from '../rows/rowKinds.ts'
import type { RowKind } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

/** The place of a view for this user; null where he may not go, or where no such rows are known. */
const viewRoute = ({ list }: Pick<SavedView, 'list'>, { permissions }: Pick<Scope, 'permissions'>) =>
  Object.hasOwn(rowKinds, list) ? routeFor(list as RowKind, permissions) : null

/** The views of lists that this user may enter: those of the open list first. */
export function accessibleViews(scope: Scope): readonly SavedView[] {
  const { app, list } = scope
  const known = app.views.filter((view) => viewRoute(view, scope) !== null)
  const isOfOpen = (view: SavedView) => view.list === list?.kind
  return [...known.filter(isOfOpen), ...known.filter((view) => !isOfOpen(view))]
}

/** The list a view is of, as the menu calls it. */
export const viewTitle = (view: SavedView, scope: Scope): Message => [routes[viewRoute(view, scope) ?? 'exception.404'].title]

/** The address that shows it, to whoever has it: nothing of it is looked up. */
export function viewAddress(view: SavedView, scope: Scope): string {
  const { path } = routes[viewRoute(view, scope) ?? 'exception.404']
  return view.query === '' ? path : `${path}?${view.query}`
}

/** The same, and the list knows by which of his views the user came. */
export function namedViewAddress(view: SavedView, scope: Scope): string {
  const address = viewAddress(view, scope)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ saved: view.name })}`
}

/** A view as the value of an argument. */
export const viewValue = ({ list, name }: Pick<SavedView, 'list' | 'name'>): string => `${list}/${name.toLowerCase()}`

export const findView = (scope: Scope, value: string | undefined): SavedView | null =>
  scope.app.views.find((view) => viewValue(view) === value) ?? null

/** The view that has this name in a list; the open one where none is named. */
export const findViewByName = (scope: Scope, name = '', list: string | undefined = scope.list?.kind): SavedView | null =>
  list === undefined ? null : findView(scope, viewValue({ list, name }))
