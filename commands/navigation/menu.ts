import { canEnter, type Permission, type Permissions } from '#contract/authority.ts'
import type { HasFeature } from '#contract/features.ts'
import { type MenuGroup, type MenuGroupId, menuGroups } from './menuGroups.ts'
import { type Route, type RouteId, routeIds, routes } from './routes.ts'

/** Permissions of the menu entries that the gateway hides. Their routes stay accessible by address. */
type HiddenMenus = readonly string[]

/** The permissions that hide a route from the menu: its own and that of its group. */
export function menuPermissionsOf(id: RouteId): Permission[] {
  const { permission, menu }: Route = routes[id]
  const group = menu?.group ?? null
  return [...(permission === null ? [] : [permission].flat()), ...(group === null ? [] : [menuGroups[group].permission])]
}

/** The routes in the menu for these permissions, in menu order. */
export const menuRoutes = (permissions: Permissions, hidden: HiddenMenus, hasFeature: HasFeature): RouteId[] =>
  routeIds.filter((id) => {
    const { menu }: Route = routes[id]
    if (menu === null || menu.isDocument === true) return false
    if (!isServed(id, hasFeature) || !canEnter(permissions, routes[id])) return false
    return isInGroup(permissions, menu.group) && !menuPermissionsOf(id).some((permission) => hidden.includes(permission))
  })

/** Whether the `g` key of its purpose opens this route: staff may have several of one purpose, and the key opens the first. */
export function isOpenedByKey(id: RouteId, permissions: Permissions, hidden: HiddenMenus, hasFeature: HasFeature): boolean {
  const { purpose }: Route = routes[id]
  const isReachable = (other: RouteId) =>
    (routes[other] as Route).purpose === purpose &&
    isServed(other, hasFeature) &&
    canEnter(permissions, routes[other]) &&
    !menuPermissionsOf(other).some((permission) => hidden.includes(permission))
  return routeIds.find(isReachable) === id
}

/** Whether the gateway serves what the screen needs. */
export function isServed(id: RouteId, hasFeature: HasFeature): boolean {
  const { feature }: Route = routes[id]
  return feature === undefined || hasFeature(feature)
}

function isInGroup(permissions: Permissions, group: MenuGroupId | null): boolean {
  if (group === null) return true
  const { authority, permission, isGuarded }: MenuGroup = menuGroups[group]
  return canEnter(permissions, { authority, permission: isGuarded === true ? permission : null })
}

const isStart = (id: RouteId): boolean => (routes[id] as Route).purpose === 'dashboard' || id === 'plat.otp'

/**
 * The first route after sign-in: a dashboard, else the staff screen, else the first menu entry; null when the menu is empty.
 */
export function startRoute(permissions: Permissions, hasFeature: HasFeature): RouteId | null {
  const menu = menuRoutes(permissions, [], hasFeature)
  return menu.find(isStart) ?? menu[0] ?? null
}
