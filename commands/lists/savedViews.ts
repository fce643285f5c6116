import type { SavedView } from '#contract/rows/views.ts'
import type { Message } from '../message.ts'
import { routes } from '../navigation/routes.ts'
import { routeFor, rowKinds } from '../rows/kinds.ts'
import type { RowKind } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

/** The route of a view's list for this user; null when the kind of row is unknown or the user may not see it. */
const viewRoute = ({ list }: Pick<SavedView, 'list'>, { permissions }: Pick<Scope, 'permissions'>) =>
  Object.hasOwn(rowKinds, list) ? routeFor(list as RowKind, permissions) : null

/** The views this user may open, those of the open list first. */
export function accessibleViews(scope: Scope): readonly SavedView[] {
  const { app, list } = scope
  const known = app.views.filter((view) => viewRoute(view, scope) !== null)
  const isOfOpen = (view: SavedView) => view.list === list?.kind
  return [...known.filter(isOfOpen), ...known.filter((view) => !isOfOpen(view))]
}

/** The menu title of the list a view belongs to. */
export const viewTitle = (view: SavedView, scope: Scope): Message => [routes[viewRoute(view, scope) ?? 'exception.404'].title]

/** The address of a view. It works for every user, because it contains the whole query. */
export function viewAddress(view: SavedView, scope: Scope): string {
  const { path } = routes[viewRoute(view, scope) ?? 'exception.404']
  return view.query === '' ? path : `${path}?${view.query}`
}

/** The same with the view's name, so that the list shows the view as open. */
export function namedViewAddress(view: SavedView, scope: Scope): string {
  const address = viewAddress(view, scope)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ saved: view.name })}`
}

/** Serializes a view as an argument value. */
export const viewValue = ({ list, name }: Pick<SavedView, 'list' | 'name'>): string => `${list}/${name.toLowerCase()}`

export const findView = (scope: Scope, value: string | undefined): SavedView | null =>
  scope.app.views.find((view) => viewValue(view) === value) ?? null

/** The view with this name in a list; in the open list by default. */
export const findViewByName = (scope: Scope, name = '', list: string | undefined = scope.list?.kind): SavedView | null =>
  list === undefined ? null : findView(scope, viewValue({ list, name }))
