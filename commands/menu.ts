import { mayEnter, type PermissionKey, type Permissions } from '#contract/authority.ts'
import { type MenuGroup, type MenuGroupId, menuGroups } from './menuGroups.ts'
import { type Place, type PlaceId, placeIds, places } from './places.ts'

/** Menu keys a gateway's setting hides. Hiding is no permission: a typed address still opens. */
type HiddenMenus = readonly string[]

/** By these a setting hides the place: its own key, and that of its group. */
export function menuKeysOf(id: PlaceId): PermissionKey[] {
  const { key, menu }: Place = places[id]
  const group = menu?.group ?? null
  return [...(key === null ? [] : [key]), ...(group === null ? [] : [menuGroups[group].key])]
}

/** The places in the menu, in its order, for these permissions. */
export const menuOf = (permissions: Permissions, hidden: HiddenMenus): PlaceId[] =>
  placeIds.filter((id) => {
    const { menu }: Place = places[id]
    if (menu === null || menu.hideInMenu === true || !mayEnter(permissions, places[id])) return false
    return isInGroup(permissions, menu.group) && !menuKeysOf(id).some((key) => hidden.includes(key))
  })

function isInGroup(permissions: Permissions, group: MenuGroupId | null): boolean {
  if (group === null) return true
  const { authority, key, isGuarded }: MenuGroup = menuGroups[group]
  return mayEnter(permissions, { authority, key: isGuarded === true ? key : null })
}

const isStart = (id: PlaceId): boolean => (places[id] as Place).purpose === 'dashboard' || id === 'plat.otp'

/** Where a signed-in user starts: a dashboard, else the desk of staff, else the first entry of the menu, or null without any. */
export function startPlace(permissions: Permissions): PlaceId | null {
  const menu = menuOf(permissions, [])
  return menu.find(isStart) ?? menu[0] ?? null
}
