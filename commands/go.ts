import { type Command, command } from './command.ts'
import { menuKeysOf } from './menu.ts'
import { type Place, type PlaceId, placeIds, places } from './places.ts'

export type GoCommandId = `nav.${Exclude<PlaceId, 'login' | 'result.old'>}`

/** The command that goes to a place. */
export const goCommandOf = (id: PlaceId): GoCommandId => `nav.${id}` as GoCommandId

/** One command a place: it goes there. A place the gateway's setting hides from the menu is hidden here too. */
const goTo = (id: PlaceId): Command => {
  const { title, words, authority, key, menu, command: listing }: Place = places[id]
  return command({
    id: goCommandOf(id),
    title: 'command.go',
    of: title,
    ...(words === undefined ? {} : { words }),
    section: 'go',
    ...(authority === null ? { when: ['signedIn'] } : { authority: [authority] }),
    ...(key === null ? {} : { key }),
    menuKeys: menuKeysOf(id),
    ...(listing === 'typed' ? { listing } : {}),
    risk: 'none',
    run: ({ app }) => (menu?.target === '_blank' ? app.openDocument() : app.goTo(id)),
  })
}

export const goCommands = placeIds.filter((id) => places[id].command !== 'none').map(goTo)
