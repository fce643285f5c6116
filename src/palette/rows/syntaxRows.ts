import { conditions, currentRow } from '#commands/conditions.ts'
import { isOffered } from '#commands/registry.ts'
import { numberOf, rowKinds, searchableKindsHere } from '#commands/rows/kinds.ts'
import type { Scope } from '#commands/scope.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import type { CommonKey } from '#locales/messages.ts'
import { titleOf } from '../../commandText.ts'
import { rank } from '../search/rank.ts'
import { searchField } from '../search/searchField.ts'
import type { Row, RowInput } from './row.ts'

/** What a query can begin with, or consist of. */
interface Syntax {
  name: 'tail' | 'orders' | 'amount' | 'days' | 'name' | 'commands' | 'row' | 'why'
  /** The characters before the words of the query. */
  prefix: string
  /** The words of the example. */
  words: string
}

/** `?` and words to filter by. */
const HELP = /^[?？]\s*/

/** The words after `?`, or null for other queries. */
export const parseHelpQuery = (text: string): string | null => (HELP.test(text) ? text.replace(HELP, '') : null)

/** The forms of a query that this user can search with, each with an example. */
export const syntaxRows = (words: string, source: RowInput): Row[] =>
  rank(
    syntaxes(source).map((syntax) => {
      const title = source.t(`palette.syntax.${syntax.name}`)
      return { item: { ...syntax, title }, fields: [searchField(title, 1), searchField(syntax.prefix + syntax.words, 0.9)] }
    }),
    words,
  ).map(({ name, title, prefix, words: example }) => ({
    kind: 'syntax',
    id: `syntax ${name}`,
    title,
    section: '',
    prefix,
    example: prefix + example,
  }))

function syntaxes({ scope, registry, t }: RowInput): Syntax[] {
  const isFound = (id: string) => isOffered(registry.get(id), scope)
  const [kind] = searchableKindsHere(scope)
  const tail = (knownNumber(scope) ?? '1234').slice(-4)
  const { startDate, endDate } = scope.app.days('last7')
  const isDollar = kind !== undefined && rowKinds[kind].fractionDigits === FRACTION_DIGITS.USDT
  const syntax = (isUsable: boolean, name: Syntax['name'], prefix: string, words: string): Syntax[] =>
    isUsable ? [{ name, prefix, words }] : []
  return [
    ...syntax(canSearchTails(scope), 'tail', '*', tail),
    ...syntax(kind !== undefined, 'orders', '#', tail),
    ...syntax(isFound('find.amount'), 'amount', '', isDollar ? '100.00' : '150,000'),
    ...syntax(isFound('find.days'), 'days', '', `${startDate}..${endDate}`),
    ...syntax(isFound('find.name'), 'name', '', t('filter.line.name').replaceAll('"', '')),
    ...syntax(conditions.signedIn(scope), 'commands', ':', titleOf(registry.get('help.about'), t).toLowerCase()),
    ...syntax(isFound('list.toRow'), 'row', ':', '12'),
    ...syntax(conditions.signedIn(scope), 'why', '?', 'why'),
  ]
}

/** A number that the user has in view or has opened before: an example that finds something. */
const knownNumber = (scope: Scope): string | null => {
  const row = currentRow(scope)
  return row === null ? (scope.app.recents[0]?.number ?? null) : numberOf(row)
}

/** Whether the gateway finds orders by the end of a number. */
const canSearchTails = (scope: Scope): boolean => scope.hasFeature('filters') && conditions['orders.visible'](scope)

/** A hint below the rows of an empty query: the character to begin with, and what it finds. */
export type Tip = readonly [prefix: string, label: CommonKey]

export const tipsFor = (scope: Scope): Tip[] => {
  const tips: (Tip | false)[] = [
    canSearchTails(scope) && ['*', 'palette.tip.tail'],
    conditions['orders.visible'](scope) && ['#', 'palette.tip.orders'],
    conditions.signedIn(scope) && [':', 'palette.tip.commands'],
    conditions.signedIn(scope) && ['?', 'palette.tip.help'],
  ]
  return tips.filter((tip) => tip !== false)
}
