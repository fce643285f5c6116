import { type Command, SECTIONS } from '#commands/command.ts'
import { accessibleViews, viewAddress, viewTitle, viewValue } from '#commands/lists/savedViews.ts'
import { commandsForSearchResult } from '#commands/orders/commandsForRow.ts'
import { orderValue, parseOrderValue } from '#commands/orders/orderArgument.ts'
import { argumentsIn, isOffered } from '#commands/registry.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import { taskOf } from '#commands/task.ts'
import type { Hit, Task } from '#machines/palette/page.ts'
import { formatMessage, kindTitle, titleOf } from '../../commandText.ts'
import type { Translate } from '../../i18n.ts'
import { rank, type SearchEntry, searchField } from '../rank.ts'
import type { CommandRow, Row, RowInput } from './row.ts'

export function commandRow(command: Command, scope: Scope, t: Translate): CommandRow {
  const task = taskOf(command, scope)
  return {
    kind: 'command',
    id: command.id,
    title: titleOf(command, t),
    section: t(`section.${command.section}`),
    command,
    task,
    keys: scope.app.keysFor(command.id)[0] ?? null,
    note: noteOf(command, task, scope, t),
    hasOptions: argumentsIn(command, scope).length > 0,
  }
}

/** The target of the command in this scope: an order, or the action it undoes or repeats. */
function noteOf(command: Command, { given }: Task, scope: Scope, t: Translate): string | null {
  if (given.order !== undefined) return parseOrderValue(given.order).number
  const aside = command.subtitle?.(scope) ?? null
  return aside === null ? null : formatMessage(aside, t)
}

/** Commands and saved views matching the words, best first. */
export function commandRows(words: string, source: RowInput): CommandRow[] {
  const { entries, scope, usage, t } = source
  const views = viewRows(source).map((item) => ({ item, fields: [searchField(item.title, VIEW_WEIGHT)] }))
  const found: readonly SearchEntry<Command | CommandRow>[] = [...offeredEntries(entries, scope), ...views]
  return rank<Command | CommandRow>(found, words, ({ id }) => usage.frecency(id)).map((one) =>
    'kind' in one ? one : commandRow(one, scope, t),
  )
}

// A command precedes a view of the same name.
const VIEW_WEIGHT = 0.9

/** Saved views, those of the open list first. */
export function viewRows({ scope, registry, t }: RowInput): CommandRow[] {
  const pick = registry.get('view.pick')
  return accessibleViews(scope).map((view) => ({
    kind: 'command',
    id: `view ${viewValue(view)}`,
    title: view.name,
    section: t('section.views'),
    command: pick,
    task: taskOf(pick, scope, { given: { view: viewValue(view) } }),
    keys: null,
    note: formatMessage(viewTitle(view, scope), t),
    hasOptions: false,
    address: viewAddress(view, scope),
  }))
}

const offeredEntries = (entries: readonly SearchEntry<Command>[], scope: Scope): SearchEntry<Command>[] =>
  entries.filter(({ item }) => item.listing !== 'key' && isOffered(item, scope))

const RECENT_COMMANDS = 4
const RECENT_ORDERS = 4

/** The rows for an empty query: recently used ones, then all commands by section. */
export function defaultRows(source: RowInput, { withOrders }: { withOrders: boolean }): Row[] {
  const { scope, entries, usage, t } = source
  const listed = offeredEntries(entries, scope)
    .map(({ item }) => item)
    .filter((command) => command.listing === undefined)
  const recentCommands = usage
    .recentIds()
    .flatMap((id) => listed.filter((command) => command.id === id))
    .slice(0, RECENT_COMMANDS)
  const others = listed.filter((command) => !recentCommands.includes(command))
  const recent: Row[] = [
    ...recentCommands.map((command) => commandRow(command, scope, t)),
    ...(withOrders ? recentRows(source).slice(0, RECENT_ORDERS) : []),
  ]
  return [
    ...withHeading(t('section.recent'), recent),
    ...SECTIONS.flatMap((section) => [
      ...(section === 'go' ? withHeading(t('section.views'), viewRows(source)) : []),
      ...withHeading(
        t(`section.${section}`),
        others.filter((command) => command.section === section).map((command) => commandRow(command, scope, t)),
      ),
    ]),
  ]
}

const withHeading = (heading: string, rows: readonly Row[]): Row[] =>
  rows.map((row, index) => (index === 0 ? { ...row, heading } : row))

/** The commands for a found order, with the order as a given argument. */
export function actionRows({ kind, row, value }: Hit<SearchableKind>, { page, registry, scope, entries, t }: RowInput): Row[] {
  const possible = new Set(commandsForSearchResult({ kind, row }, registry, scope))
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

export const recentRows = ({ scope, registry, t }: RowInput): Row[] =>
  scope.app.recents.map((order) => ({
    kind: 'recent',
    id: `recent ${orderValue(order)}`,
    title: order.number,
    section: kindTitle(order.kind, scope.permissions, t),
    task: taskOf(registry.get('order.jump'), scope, { given: { order: orderValue(order) } }),
  }))
