import { type Command, SECTIONS } from '#commands/command.ts'
import { commandsFor } from '#commands/forOrder.ts'
import type { CommandId } from '#commands/index.ts'
import { keysFor } from '#commands/keymap.ts'
import { orderIn } from '#commands/orderArgument.ts'
import { isOffered } from '#commands/registry.ts'
import type { OrderKind, Scope } from '#commands/scope.ts'
import { taskOf } from '#commands/task.ts'
import type { Hit } from '#machines/palette/page.ts'
import { titleOf } from '../commandText.ts'
import type { Translate } from '../i18n.ts'
import { recentRows } from './orderRows.ts'
import { type Entry, rank } from './rank.ts'
import type { CommandRow, Row, RowSource } from './row.ts'

/** A command as it would be run from here. */
export function commandRow(command: Command, scope: Scope, t: Translate): CommandRow {
  const task = taskOf(command, scope)
  return {
    kind: 'command',
    id: command.id,
    title: titleOf(command, t),
    section: t(`section.${command.section}`),
    command,
    task,
    keys: keysFor(command.id as CommandId)[0] ?? null,
    note: task.given.order === undefined ? null : orderIn(task.given.order).number,
    hasOptions: (command.arguments ?? []).length > 0,
  }
}

/** The commands that answer to the words, best first. */
export const commandRows = (words: string, { entries, scope, usage, t }: RowSource): CommandRow[] =>
  rank(offered(entries, scope), words, ({ id }) => usage.habit(id)).map((command) => commandRow(command, scope, t))

const offered = (entries: readonly Entry<Command>[], scope: Scope): Entry<Command>[] =>
  entries.filter(({ item }) => item.listing !== 'key' && isOffered(item, scope))

const LATEST_COMMANDS = 4
const LATEST_ORDERS = 4

/** Everything there is while nothing is typed: what was used lately, then section by section. */
export function listing(source: RowSource, { withOrders }: { withOrders: boolean }): Row[] {
  const { scope, entries, usage, t } = source
  const listed = offered(entries, scope)
    .map(({ item }) => item)
    .filter((command) => command.listing === undefined)
  const latest = usage
    .latest()
    .flatMap((id) => listed.filter((command) => command.id === id))
    .slice(0, LATEST_COMMANDS)
  const others = listed.filter((command) => !latest.includes(command))
  const recent: Row[] = [
    ...latest.map((command) => commandRow(command, scope, t)),
    ...(withOrders ? recentRows(source).slice(0, LATEST_ORDERS) : []),
  ]
  return [
    ...headed(t('section.recent'), recent),
    ...SECTIONS.flatMap((section) =>
      headed(
        t(`section.${section}`),
        others.filter((command) => command.section === section).map((command) => commandRow(command, scope, t)),
      ),
    ),
  ]
}

const headed = (heading: string, rows: readonly Row[]): Row[] =>
  rows.map((row, index) => (index === 0 ? { ...row, heading } : row))

/** What can be done with one order: it is given, so that only what is still open is asked. */
export function actionRows({ kind, order, value }: Hit<OrderKind>, { page, registry, scope, entries, t }: RowSource): Row[] {
  const possible = new Set(commandsFor({ kind, order }, registry, scope))
  return rank(
    entries.filter(({ item }) => possible.has(item)),
    page.text,
  ).map((command) => ({
    ...commandRow(command, scope, t),
    task: taskOf(command, scope, { given: { order: value } }),
    note: null,
    hasOptions: false,
  }))
}
