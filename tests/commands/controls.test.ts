import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bulkActions, pageActions } from '#commands/actions.ts'
import type { Command } from '#commands/command.ts'
import { commands } from '#commands/index.ts'
import { goCommandId } from '#commands/navigation/go.ts'
import { type Route, routeIds, routes } from '#commands/navigation/routes.ts'
import { NO_CONTROL, NOT_PRESSED, OTHER_CONTROLS } from './controlTable.ts'
import { pressedCommands } from './pressedControls.ts'

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(join('src', name), 'utf8'))
  .join('\n')

const all: readonly Command[] = commands

/** Ids that a control in the source names, such as `of="list.refresh"` and `data-command="help.keys"`. */
const namedInSource = Array.from(
  source.matchAll(/(?:\bof=|data-command=|runner\.begin\()\{?["']([a-z][\w.]+)["']/g),
  ([, id]) => id!,
)

/** Entries of the sidebar. */
const inMenu = routeIds
  .filter((id) => {
    const { menu }: Route = routes[id]
    return menu !== null && menu.isDocument !== true
  })
  .map(goCommandId)

const inHeaders = Object.values(pageActions).flatMap(({ main, more }: { main?: string; more: readonly string[] }) => [
  ...(main === undefined ? [] : [main]),
  ...more,
])

/** Commands that the menu of a row and the action bar of a record show where they apply. */
const ofRows = all
  .filter(
    ({ rowKinds, arguments: [first] = [] }) =>
      rowKinds !== undefined || (first?.defaultValue !== undefined && 'order' in first.ask),
  )
  .map(({ id }) => id)

const withControl = new Set<string>([...namedInSource, ...inMenu, ...inHeaders, ...bulkActions, ...ofRows])

const isIn = (table: readonly (readonly [RegExp, string])[], id: string) => table.some(([ids]) => ids.test(id))

test('Every command has a control on a screen, or a reason to have none', () => {
  const missing = all.filter(({ id }) => !withControl.has(id) && !isIn(OTHER_CONTROLS, id) && !isIn(NO_CONTROL, id))
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('No reason is given for a command that has a control, and every entry of the tables is about a command', () => {
  expect(all.filter(({ id }) => withControl.has(id) && isIn(NO_CONTROL, id)).map(({ id }) => id)).toEqual([])
  expect(all.filter(({ id }) => isIn(OTHER_CONTROLS, id) && isIn(NO_CONTROL, id)).map(({ id }) => id)).toEqual([])
  const idle = [...OTHER_CONTROLS, ...NO_CONTROL].filter(([ids]) => !all.some(({ id }) => ids.test(id)))
  expect(idle.map(([ids]) => String(ids))).toEqual([])
})

test('Controls in the source name commands that exist', () => {
  const ids = new Set(all.map(({ id }) => id))
  expect(namedInSource.filter((id) => !ids.has(id))).toEqual([])
})

test('Every command with a control is run by it in tests/browser/controls.test.ts, or has a reason to be run elsewhere', () => {
  const pressed = new Set<string>([...pressedCommands, ...inMenu])
  const known = new Set(all.map(({ id }) => id))
  expect([...pressed].filter((id) => !known.has(id))).toEqual([])
  const hasControl = ({ id }: Command) => withControl.has(id) || isIn(OTHER_CONTROLS, id)
  const left = all.filter((command) => hasControl(command) && !pressed.has(command.id)).map(({ id }) => id)
  expect(NOT_PRESSED.flatMap(([ids]) => ids.split(' ')).toSorted()).toEqual(left.toSorted())
})
