import { type Command, command } from '../command.ts'
import { menuPermissionsOf } from './menu.ts'
import { type Route, type RouteId, routeIds, routes } from './routes.ts'

export type GoCommandId = `nav.${Exclude<RouteId, 'login' | 'result.old'>}`

export const goCommandId = (id: RouteId): GoCommandId => `nav.${id}` as GoCommandId

/** One "go to" command per route. A route the gateway hides from the menu is hidden here too. */
const goCommand = (id: RouteId): Command => {
  const { title, keywords, authority, permission, feature, menu, command: listing }: Route = routes[id]
  return command({
    id: goCommandId(id),
    title: 'command.go',
    titleTarget: title,
    label: title,
    ...(keywords === undefined ? {} : { keywords }),
    section: 'go',
    ...(authority === null ? { conditions: ['signedIn'] } : { authority: [authority] }),
    ...(permission === null ? {} : { permission }),
    ...(feature === undefined ? {} : { feature }),
    menuPermissions: menuPermissionsOf(id),
    ...(listing === 'typed' ? { listing } : {}),
    run: ({ app }) => (menu?.isDocument === true ? app.openDocument() : app.goTo(id)),
  })
}

export const goCommands = routeIds.filter((id) => routes[id].command !== 'none').map(goCommand)
