import { canEnter, type Permission, type Permissions } from '#contract/authority.ts'
import { type MenuGroup, type MenuGroupId, menuGroups } from './menuGroups.ts'
import { type Route, type RouteId, routeIds, routes } from './routes.ts'

/** Menu keys a gateway's setting hides. Hiding is no permission: a typed address still opens. */
type HiddenMenus = readonly string[]

/** By these a setting hides the place: its own key, and that of its group. */
export function menuPermissionsOf(id: RouteId): Permission[] {
  const { permission: key, menu }: Route = routes[id]
  const group = menu?.group ?? null
  return [...(key === null ? [] : [key]), ...(group === null ? [] : [menuGroups[group].permission])]
}

/** The places in the menu, in its order, for these permissions. */
export const menuRoutes = (permissions: Permissions, hidden: HiddenMenus): RouteId[] =>
  routeIds.filter((id) => {
    const { menu }: Route = routes[id]
    if (menu === null || menu.hideInMenu === true || !canEnter(permissions, routes[id])) return false
    return isInGroup(permissions, menu.group) && !menuPermissionsOf(id).some((key) => hidden.includes(key))
  })

function isInGroup(permissions: Permissions, group: MenuGroupId | null): boolean {
  if (group === null) return true
  const { authority, permission, isGuarded }: MenuGroup = menuGroups[group]
  return canEnter(permissions, { authority, permission: isGuarded === true ? permission : null })
}

const isStart = (id: RouteId): boolean => (routes[id] as Route).purpose === 'dashboard' || id === 'plat.otp'

/** Where a signed-in user starts: a dashboard, else the desk of staff, else the first entry of the menu, or null without any. */
export function startRoute(permissions: Permissions): RouteId | null {
  const menu = menuRoutes(permissions, [])
  return menu.find(isStart) ?? menu[0] ?? null
}
