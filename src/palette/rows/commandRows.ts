import { type Command, SECTIONS } from '#commands/command.ts'
import { conditions } from '#commands/conditions.ts'
import { accessibleViews, viewAddress, viewTitle, viewValue } from '#commands/lists/savedViews.ts'
import { goCommandId } from '#commands/navigation/go.ts'
import { norm } from '#commands/norm.ts'
import { commandsForSearchResult } from '#commands/orders/commandsForRow.ts'
import { orderValue, parseOrderValue } from '#commands/orders/orderArgument.ts'
import { argumentsIn, disabledReason, isOffered } from '#commands/registry.ts'
import { numberOf } from '#commands/rows/kinds.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import { suggestedCommands } from '#commands/suggestions.ts'
import { taskOf } from '#commands/task.ts'
import type { Hit, Task } from '#machines/palette/page.ts'
import { formatMessage, kindTitle, titleOf } from '../../commandText.ts'
import type { Translate } from '../../i18n.ts'
import { isRunByKey } from '../../keyboard/bindingCommand.ts'
import { exactMatches, isPartial, type Match, rank, rankMatches, type SearchEntry } from '../search/rank.ts'
import { searchField } from '../search/searchField.ts'
import type { CommandRow, Row, RowInput } from './row.ts'
import { blockedRow } from './whyRows.ts'

type RowSource = Pick<RowInput, 'registry' | 'scope' | 't'>

export function commandRow(command: Command, { registry, scope, t }: RowSource): CommandRow {
  const task = taskOf(command, scope)
  return {
    kind: 'command',
    id: command.id,
    title: titleOf(command, t),
    section: t(`section.${command.section}`),
    command,
    task,
    keys: isRunByKey(command, registry, scope) ? (scope.app.keysFor(command.id)[0] ?? null) : null,
    note: targetOf(command, task, scope, t),
    hasOptions: argumentsIn(command, scope).length > 0,
  }
}

/** The target of the command in this scope: an order, or the action it undoes or repeats. */
export function targetOf(command: Command, { given }: Task, scope: Scope, t: Translate): string | null {
  if (given.order !== undefined) return parseOrderValue(given.order).number
  const aside = command.subtitle?.(scope) ?? null
  return aside === null ? null : formatMessage(aside, t)
}

/**
 * Commands and saved views matching the words, best first. A command that acts and matches only by some of the words is a guess: they
 * may be about something else.
 */
export function commandRows(words: string, source: RowInput): FoundRow[] {
  const { entries, scope, usage } = source
  const views = viewRows(source).map((item) => ({ item, fields: [searchField(item.title, VIEW_WEIGHT)] }))
  const matches = rankMatches<Command | CommandRow>([...entries, ...views], words, {
    isOffered: (one) => 'kind' in one || isListed(one, scope),
    frecency: (one) => usage.frecency(one.id) * (1 - ROW_SHARE) + (!('kind' in one) && isForTarget(one, scope) ? ROW_SHARE : 0),
    isRisky: (one) => !('kind' in one) && one.movesMoney === true,
  })
  return matches.map(({ item, shown, quality }) => {
    const row = 'kind' in item ? item : foundRow(commandRow(item, source), shown)
    const isGuess = isPartial(quality) && !isHarmless(row.command)
    return { quality, row: isGuess ? { ...row, isGuess } : row }
  })
}

/** Whether it only opens or shows something. */
const isHarmless = ({ section, showsResult }: Command): boolean => section === 'go' || showsResult === true

/** The row with the name by which it was found, unless its title has it. */
const foundRow = (row: CommandRow, shown: string | null): CommandRow =>
  shown === null || norm(row.title).includes(norm(shown)) ? row : { ...row, matched: shown }

/** Commands that have the query as a name and cannot run now, with the reason. */
export function unavailableRows(words: string, source: RowInput): Row[] {
  const { entries, scope, t } = source
  if (!conditions.signedIn(scope)) return []
  return exactMatches(entries, words).flatMap((command) => {
    const reason = command.listing === 'key' ? null : disabledReason(command, scope)
    return reason === null || reason.kind === 'account' || reason.kind === 'hidden'
      ? []
      : [blockedRow(command, reason, scope, t)]
  })
}

export interface FoundRow {
  readonly row: CommandRow
  readonly quality: Match<unknown>['quality']
}

/** How much a command for the selection, or else for the row under the cursor, is preferred to other matches of its class. */
const ROW_SHARE = 0.4

const isForTarget = (command: Command, scope: Scope): boolean =>
  (scope.list?.selectedCount ?? 0) > 0 ? command.section === 'selection' : takesRow(command, scope)

/** Whether the command takes the order under the cursor. */
const takesRow = (command: Command, scope: Scope): boolean => {
  const [first] = argumentsIn(command, scope)
  return first !== undefined && 'order' in first.ask && first.defaultValue != null && first.defaultValue(scope) !== null
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

/** Whether the palette can show it. */
const isListed = (command: Command, scope: Scope): boolean => command.listing !== 'key' && isOffered(command, scope)

const RECENT_COMMANDS = 3
const RECENT_ORDERS = 3

/** The rows of an empty query: what was used last, what fits here, and the screens. */
export function openingRows(source: RowInput): Row[] {
  const { scope, registry, t } = source
  const commands = listedCommands(source)
  const recent = recentCommands(commands, source)
  const suggested = suggestedCommands(registry, scope, recent)
  const here = scope.route === null ? null : goCommandId(scope.route)
  const places = commands.filter(
    (command) => command.section === 'go' && command.id !== here && !recent.includes(command) && !suggested.includes(command),
  )
  // A guest has no screens.
  if (places.length === 0) return allCommandRows(source)
  return [
    ...withHeading(t('section.recent'), [...rowsOf(source, recent), ...recentRows(source).slice(0, RECENT_ORDERS)]),
    ...withHeading(t('section.suggested'), rowsOf(source, suggested)),
    ...withHeading(t('section.views'), viewRows(source)),
    ...withHeading(t('section.go'), rowsOf(source, places)),
  ]
}

const rowsOf = (source: RowInput, found: readonly Command[]): Row[] => found.map((command) => commandRow(command, source))

/** Recently used commands, then all by section. */
export function allCommandRows(source: RowInput): Row[] {
  const { t } = source
  const commands = listedCommands(source)
  const recent = recentCommands(commands, source)
  return [
    ...withHeading(t('section.recent'), rowsOf(source, recent)),
    ...SECTIONS.flatMap((section) => [
      ...(section === 'go' ? withHeading(t('section.views'), viewRows(source)) : []),
      ...withHeading(
        t(`section.${section}`),
        rowsOf(
          source,
          commands.filter((command) => command.section === section && !recent.includes(command)),
        ),
      ),
    ]),
  ]
}

const listedCommands = ({ entries, scope }: RowInput): Command[] =>
  entries.map(({ item }) => item).filter((command) => command.listing === undefined && isListed(command, scope))

const recentCommands = (commands: readonly Command[], { usage }: RowInput): Command[] =>
  usage
    .recentIds()
    .flatMap((id) => commands.filter((command) => command.id === id))
    .slice(0, RECENT_COMMANDS)

const withHeading = (heading: string, rows: readonly Row[]): Row[] =>
  rows.map((row, index) => (index === 0 ? { ...row, heading } : row))

/** The commands for a found order, with the order as a given argument. */
export function actionRows(hit: Hit<SearchableKind>, source: RowInput): CommandRow[] {
  return rank(entriesFor(hit, source), source.page.text).map((command) => actionRow(command, hit, source))
}

/** The commands of this name for an order whose number was typed with it. Where several orders have the number, they are guesses. */
export function typedActionRows(words: string, source: RowInput): CommandRow[] {
  const { hits } = source.page
  return hits.flatMap((hit) =>
    rankMatches(entriesFor(hit, source), words)
      .filter(({ quality }) => !isPartial(quality))
      .map(({ item }) => ({
        ...actionRow(item, hit, source),
        id: `${item.id} ${hit.value}`,
        note: numberOf(hit),
        ...(hits.length > 1 && { isGuess: true as const }),
      })),
  )
}

function entriesFor({ kind, row }: Hit<SearchableKind>, { registry, scope, entries }: RowInput): SearchEntry<Command>[] {
  const possible = new Set(commandsForSearchResult({ kind, row }, registry, scope))
  return entries.filter(({ item }) => possible.has(item))
}

const actionRow = (command: Command, { value }: Hit<SearchableKind>, source: RowInput): CommandRow => ({
  ...commandRow(command, source),
  task: taskOf(command, source.scope, { given: { order: value } }),
  note: null,
  hasOptions: false,
})

export const recentRows = ({ scope, registry, t }: RowInput): Row[] =>
  scope.app.recents.map((order) => ({
    kind: 'recent',
    id: `recent ${orderValue(order)}`,
    title: order.number,
    section: kindTitle(order.kind, scope.permissions, t),
    task: taskOf(registry.get('order.jump'), scope, { given: { order: orderValue(order) } }),
  }))
