import { cleanCell } from '../amounts/splitAmount.ts'
import { type ColumnRole, isSingleRole } from '../layout.ts'
import { type ColumnContent, columnContent } from './columnContent.ts'
import { followingBalance } from './followingBalance.ts'
import { namesDirectionOnly, roleOfTitle } from './titleWords.ts'

/** Cells of a column that are looked at, spread over all of it. */
const SAMPLE = 1_000

/** How well content fits a role, 0 to 1. Content decides what a title may say: a date is never a number of an order. */
const FIT: Readonly<Record<ColumnRole, (content: ColumnContent) => number>> = {
  number: ({ dates, platformNumbers, lostDigits, codes, distinct, words, plainAmounts }) =>
    dates > 0.5 || plainAmounts > 0.5
      ? 0
      : Math.max(platformNumbers, lostDigits > 0.2 ? 0.9 : 0, codes * distinct * 0.7 * (words > 0.9 ? 0.9 : 1)),
  date: ({ dates }) => dates,
  time: ({ times }) => times,
  amount: ({ amounts, plainAmounts, longDigits }) => (longDigits > 0.5 ? 0 : amounts * 0.5 + plainAmounts * 0.4),
  credit: ({ amounts, filled }) => amounts * 0.5 + (filled < 1 ? 0.05 : 0),
  debit: ({ amounts, filled }) => amounts * 0.5 + (filled < 1 ? 0.05 : 0),
  direction: ({ directions }) => directions,
  fee: ({ amounts }) => amounts * 0.4,
  net: ({ amounts }) => amounts * 0.4,
  balance: ({ amounts }) => amounts * 0.4,
  account: ({ longDigits, codes, distinct }) => Math.max(longDigits, codes * 0.5) * (distinct < 0.1 ? 0.9 : 0.3),
  name: ({ words, averageLength, distinct }) => (averageLength < 40 && distinct > 0.1 ? words * 0.4 : 0),
  description: ({ words, averageLength }) => words * Math.min(1, averageLength / 25) * 0.8,
  currency: ({ currencies }) => currencies,
  ignored: () => 0.05,
}

const TITLE_BONUS = 1
const LEAST_FIT = 0.3
const LEAST_FIT_WITH_TITLE = 0.01
/** Roles that need their title, because content alone does not tell them from another. */
const NEED_TITLE: readonly ColumnRole[] = ['fee', 'net', 'credit', 'debit', 'balance', 'name', 'ignored']

/** The role of each column by its title and its content, with the balance told from the amounts that lead to it. */
export function detectRoles(titles: readonly string[], rows: readonly (readonly string[])[]): ColumnRole[] {
  const sample = sampled(rows)
  const contents = titles.map((_, column) => columnContent(sample.map((row) => cleanCell(row[column]!))))
  const named = titles.map(roleOfTitle)
  const balance = named.includes('balance') ? null : followingBalance(contents, rows.slice(0, SAMPLE))
  const fits = contents.flatMap((content, column) =>
    (Object.keys(FIT) as ColumnRole[]).flatMap((role) => {
      const fit = column === balance ? (role === 'balance' ? 1 : 0) : FIT[role](content)
      const hasTitle = named[column] === role
      if (NEED_TITLE.includes(role) && !hasTitle && column !== balance) return []
      // An empty column keeps what its title says: next month it may be filled.
      if (hasTitle && content.filled === 0) return [{ role, column, score: TITLE_BONUS }]
      // A title needs less: the virtual account of a shop is the same in every line.
      return fit < (hasTitle ? LEAST_FIT_WITH_TITLE : LEAST_FIT)
        ? []
        : [{ role, column, score: fit + (hasTitle ? TITLE_BONUS : 0) }]
    }),
  )
  fits.sort((one, other) => other.score - one.score)
  const roles = titles.map((): ColumnRole | null => null)
  const taken = new Set<ColumnRole>()
  for (const { role, column } of fits) {
    if (roles[column] !== null || (isSingleRole(role) && taken.has(role)) || contradicts(role, taken)) continue
    roles[column] = role
    taken.add(role)
  }
  const direction = taken.has('direction')
    ? -1
    : titles.findIndex((title, column) => MAY_BE_DIRECTION.includes(roles[column]!) && saysDirection(title, contents[column]!))
  if (direction >= 0) roles[direction] = 'direction'
  return roles.map((role) => role ?? 'ignored')
}

const MAY_BE_DIRECTION: readonly (ColumnRole | null)[] = [null, 'ignored', 'name', 'description']
const MOST_WORDS = 6
const LONGEST_WORDS = 24

/**
 * Whether a column has the title of a direction, and words that are not known. If it were ignored, all amounts would be money in. A
 * column `Type` with the same word in every line does not separate money in from money out.
 */
function saysDirection(title: string, { values, filled, averageLength }: ColumnContent): boolean {
  if (values === 0 || roleOfTitle(title) !== 'direction') return false
  if (namesDirectionOnly(title)) return true
  return averageLength <= LONGEST_WORDS && values <= MOST_WORDS && (values > 1 || filled < 1)
}

/** An amount column beside credit and debit columns would count every line twice. */
function contradicts(role: ColumnRole, taken: ReadonlySet<ColumnRole>): boolean {
  if (role === 'amount') return taken.has('credit') || taken.has('debit')
  return (role === 'credit' || role === 'debit') && taken.has('amount')
}

const sampled = (rows: readonly (readonly string[])[]): (readonly string[])[] => {
  const step = Math.max(1, rows.length / SAMPLE)
  return Array.from({ length: Math.min(rows.length, SAMPLE) }, (_, at) => rows[Math.floor(at * step)]!)
}
