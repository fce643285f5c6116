import type { Argument, CommandResult } from '#commands/command.ts'
import { isOffered, type Registry } from '#commands/registry.ts'
import { isNumber } from '#commands/rows/hasNumbers.ts'
import { numberOf, searchableKindsHere, statusLabel } from '#commands/rows/kinds.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import { taskOf } from '#commands/task.ts'
import type { Hit, Search, Task } from '#machines/palette/page.ts'
import { choiceText, formatMessage, kindTitle } from '../../commandText.ts'
import { amountFormatter, amountIn, amountText } from '../../format/amount.ts'
import { parseAmount } from '../../format/parseAmount.ts'
import type { Translate } from '../../i18n.ts'
import { filterRows } from '../filterWords/filterRows.ts'
import { type Interpretation, interpretQuery } from '../interpretQuery.ts'
import { isPartial, rank } from '../search/rank.ts'
import { searchField } from '../search/searchField.ts'
import {
  actionRows,
  allCommandRows,
  commandRow,
  commandRows,
  type FoundRow,
  openingRows,
  recentRows,
  typedActionRows,
  unavailableRows,
} from './commandRows.ts'
import type { OrderRow, Row, RowInput } from './row.ts'
import { parseHelpQuery, syntaxRows } from './syntaxRows.ts'
import { parseWhyQuery, whyRows } from './whyRows.ts'

/** Rows of a search page: interpretations of the query, then commands by rank, then guesses, unless those are likelier. */
export function searchRows(source: RowInput): Row[] {
  const { page, scope, home, units, t } = source
  if (page.subject !== null) return actionRows(page.subject, source)
  const why = parseWhyQuery(page.text)
  if (why !== null) return whyRows(why, source)
  const help = parseHelpQuery(page.text)
  if (help !== null) return syntaxRows(help, source)
  const context = {
    mode: page.mode,
    kinds: searchableKindsHere(scope),
    hasFilters: scope.hasFeature('filters'),
    home,
    units: () => units,
  }
  const { mode, words, ofOrder, interpretations, guesses, fallbacks } = interpretQuery(page.text, context)
  const interpreted = interpretations.flatMap((interpretation) => interpretationRows(interpretation, source))
  if (words === '' && mode === 'orders') return recentRows(source)
  if (words === '') return mode === 'commands' ? allCommandRows(source) : openingRows(source)
  if (mode === 'orders') return interpreted
  if (ofOrder !== null && interpreted.length > 0) return rowsOfOrder(ofOrder, interpreted, source)
  const found = headed(commandRows(words, source), t)
  const guessRows = [...guesses, ...(found.length + interpreted.length === 0 ? fallbacks : [])]
    .flatMap((interpretation) => interpretationRows(interpretation, source))
    .map((row) => ({ ...row, isGuess: true as const }))
  // A command of this very name comes first.
  const asked = filterRows(words, source)
  const [exact, others] = [
    found.filter(({ quality }) => quality === 'exact'),
    found.filter(({ quality }) => quality !== 'exact'),
  ]
  if (asked.length > 0) return [...interpreted, ...exact.map(({ row }) => row), ...asked, ...others.map(({ row }) => row)]
  const foundRows = withUnavailable(words, found, source)
  // A name of three words that shares one with a command is rather a payer's, unless it names one that cannot run now.
  const isNameLikelier = found[0]?.quality === 'few' && foundRows[0]?.kind !== 'blocked'
  return isNameLikelier ? [...interpreted, ...guessRows, ...foundRows] : [...interpreted, ...foundRows, ...guessRows]
}

/** The commands of this name for the found order, then the order. An Enter waits until it is known which orders have the number. */
function rowsOfOrder(command: string, found: readonly Row[], source: RowInput): Row[] {
  const awaited = found.flatMap((row) =>
    row.kind === 'searching' || row.kind === 'failed' ? { ...row, isAwaited: true as const } : [],
  )
  return awaited.length > 0 ? awaited : [...typedActionRows(command, source), ...found]
}

/** Commands that match only by some words or with a mistake stand under a question. */
const headed = (found: readonly FoundRow[], t: Translate): readonly FoundRow[] =>
  found.map((one, index) =>
    index === 0 && isPartial(one.quality) ? { ...one, row: { ...one.row, heading: t('palette.near') } } : one,
  )

/** The found rows with the commands of this name that cannot run now: below the best match, above those that only may be meant. */
function withUnavailable(words: string, found: readonly FoundRow[], source: RowInput): Row[] {
  const rows: Row[] = found.map(({ row }) => row)
  const [best] = found
  if (best?.quality === 'exact') return rows
  const isMeant = best?.quality === 'good' && best.row.command.movesMoney !== true
  return rows.toSpliced(isMeant ? 1 : 0, 0, ...unavailableRows(words, source))
}

function interpretationRows(interpretation: Interpretation, source: RowInput): Row[] {
  if (interpretation.kind === 'search') return orderRows(source)
  const { registry, scope, t } = source
  const { command: id, given: typed, title } = interpretation
  const command = registry.get(id)
  if (!isOffered(command, scope)) return []
  const task = taskOf(command, scope, { given: typed })
  const { list } = task.given
  return [
    {
      ...commandRow(command, source),
      id: [command.id, ...Object.values(typed)].join(' '),
      title: formatMessage(title, t),
      task,
      keys: null,
      note: list === undefined ? null : kindTitle(list as SearchableKind, scope.permissions, t),
      hasOptions: typed.list === undefined && list !== undefined,
      typed,
    },
  ]
}

/** Found orders, and a row for a running or failed lookup. */
function orderRows({ page, lookup, scope, t }: RowInput): Row[] {
  const found = page.hits.map((hit) => orderRow(hit, page.search, scope, t))
  return lookup === 'settled' ? found : [...found, waitingRow(lookup, page.search?.text ?? page.text, t)]
}

const waitingRow = (kind: 'searching' | 'failed', text: string, t: Translate): Row => ({
  kind,
  id: 'lookup',
  title: t(kind === 'searching' ? 'palette.searching' : 'palette.retry', { text }),
  section: '',
})

function orderRow(hit: Hit<SearchableKind>, search: Search<SearchableKind> | null, scope: Scope, t: Translate): OrderRow {
  const { kind, row } = hit
  const { currency = '', payAmount, merchantOrderNo = null, status = null } = row
  const title = numberOf(hit)
  const tail = search?.by === 'tail' ? search.text : null
  const isFoundBy = (number: string) => search !== null && isNumber(number, search.text, { isTail: tail !== null })
  return {
    kind: 'order',
    id: hit.value,
    title,
    matched: merchantOrderNo !== null && isFoundBy(merchantOrderNo) && !isFoundBy(title) ? merchantOrderNo : null,
    tail,
    section: kindTitle(kind, scope.permissions, t),
    hit,
    amount: amountText({ payAmount, currency }),
    status: statusLabel(kind, status, scope.app) ?? '',
  }
}

/** The next argument that the task asks for, or null. */
export const argumentOf = (task: Task | null, registry: Registry): Argument | null =>
  task === null ? null : (registry.get(task.command).arguments?.find(({ name }) => name === task.missingArguments[0]) ?? null)

export function argumentRows(source: RowInput): Row[] {
  const { page, scope, registry, units, t } = source
  const argument = argumentOf(page.task, registry)
  if (argument === null) return []
  const { ask } = argument
  const section = t(argument.prompt)
  const text = page.text.trim()
  if ('order' in ask) return text === '' ? [] : orderRows(source)
  const valueRow = (value: string, title = value): Row[] => [
    { kind: 'value', id: 'value', title, section, value, address: null },
  ]
  if ('text' in ask) return ask.text.test(text) ? valueRow(text) : []
  if ('amount' in ask) {
    const fractionDigits = ask.amount(scope, page.task?.given ?? {})
    const [, sign = '', digits = text] = (ask.takesSign && /^([-+])\s*(.+)$/.exec(text)) || []
    const amount = parseAmount(digits, { places: fractionDigits, units })
    return amount === null ? [] : valueRow(`${sign}${amount}`, `${sign}${amountIn(fractionDigits)(amount)}`)
  }
  const choices = ask.choices(scope, page.task?.given ?? {}).map((choice) => {
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

/** Rows of a command result; each figure can be copied. */
export const figureRows = ({ figures }: CommandResult, t: Translate): Row[] =>
  figures.map(({ label, amount, currency }) => ({
    kind: 'figure',
    id: label,
    title: t(label),
    section: currency,
    amount: amountFormatter(currency)(amount),
  }))
