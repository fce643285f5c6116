import type { Argument, CommandResult } from '#commands/command.ts'
import { isOffered, type Registry } from '#commands/registry.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import { searchableKindsHere } from '#commands/rows/searchableKinds.ts'
import { taskOf } from '#commands/task.ts'
import type { Task } from '#machines/palette/page.ts'
import { choiceText, formatMessage } from '../../commandText.ts'
import { amount2, amount4, amountIn } from '../../format/amount.ts'
import { parseAmount, parseUnits, type Units } from '../../format/parseAmount.ts'
import type { Translate } from '../../i18n.ts'
import { type Interpretation, interpretQuery } from '../interpretQuery.ts'
import { rank, searchField } from '../rank.ts'
import { actionRows, commandRow, commandRows, defaultRows } from './commandRows.ts'
import { kindTitle, orderRows, recentRows } from './orderRows.ts'
import type { Row, RowSource } from './row.ts'
import { parseWhyQuery, whyRows } from './whyRows.ts'

/** The rows of a page of commands and orders: what was typed as an object first, then commands, best first. */
export function searchRows(source: RowSource): Row[] {
  const { page, scope, home, t } = source
  if (page.subject !== null) return actionRows(page.subject, source)
  const why = parseWhyQuery(page.text)
  if (why !== null) return whyRows(why, source)
  const context = { mode: page.mode, kinds: searchableKindsHere(scope), home, units: () => unitsHere(t) }
  const { mode, words, interpretations: readings, guesses: names } = interpretQuery(page.text, context)
  const interpreted = readings.flatMap((reading) => interpretationRows(reading, source))
  if (words === '') return mode === 'orders' ? recentRows(source) : defaultRows(source, { withOrders: mode === 'all' })
  if (mode === 'orders') return interpreted
  const guesses = names
    .flatMap((reading) => interpretationRows(reading, source))
    .map((row) => ({ ...row, isGuess: true as const }))
  return [...interpreted, ...commandRows(words, source), ...guesses]
}

function interpretationRows(reading: Interpretation, source: RowSource): Row[] {
  if (reading.kind === 'search') return orderRows(source)
  const { registry, scope, t } = source
  const { list } = reading.given
  const command = registry.get(reading.command)
  if (!isOffered(command, scope)) return []
  return [
    {
      ...commandRow(command, scope, t),
      id: [command.id, ...Object.values(reading.given)].join(' '),
      title: formatMessage(reading.title, t),
      task: taskOf(command, scope, { given: reading.given }),
      keys: null,
      note: list === undefined ? null : kindTitle(list as SearchableKind, scope, t),
      hasOptions: false,
    },
  ]
}

/** The argument a task asks for next, or null when it asks for nothing. */
export const argumentOf = (task: Task | null, registry: Registry): Argument | null =>
  task === null ? null : (registry.get(task.command).arguments?.find(({ name }) => name === task.missingArguments[0]) ?? null)

/** The rows of a page that asks for an argument. */
export function argumentRows(source: RowSource): Row[] {
  const { page, scope, registry, t } = source
  const argument = argumentOf(page.task, registry)
  if (argument === null) return []
  const { ask } = argument
  const section = t(argument.prompt)
  const text = page.text.trim()
  if ('order' in ask) return text === '' ? [] : orderRows(source)
  const interpreted = (value: string, title = value): Row[] => [
    { kind: 'value', id: 'value', title, section, value, address: null },
  ]
  if ('text' in ask) return ask.text.test(text) ? interpreted(text) : []
  if ('amount' in ask) {
    const places = ask.amount(scope, page.task?.given ?? {})
    const amount = parseAmount(text, { places, units: unitsHere(t) })
    return amount === null ? [] : interpreted(amount, amountIn(places)(amount))
  }
  const choices = ask.choices(scope).map((choice) => {
    const title = choiceText(choice, t)
    return { item: { ...choice, title }, fields: [searchField(title, 1), searchField(choice.value, 0.5)] }
  })
  return rank(choices, text).map(({ value, title, subtitle: aside, address = null }) => ({
    kind: 'value',
    id: `value ${value}`,
    title,
    section: aside === undefined ? section : formatMessage(aside, t),
    value,
    address,
  }))
}

/** Words for noughts in the language of the console: `rb`, `万`. */
export const unitsHere = (t: Translate): Units => parseUnits(t('query.units'))

/** The rows of an answer, to be read and copied one by one. */
export const figureRows = ({ figures }: CommandResult, t: Translate): Row[] =>
  figures.map(({ label, amount, currency }) => ({
    kind: 'figure',
    id: label,
    title: t(label),
    section: currency,
    amount: currency === 'USDT' ? amount4(amount) : amount2(amount),
  }))
