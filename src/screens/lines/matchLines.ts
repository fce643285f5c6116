import { orderValue } from '#commands/orders/orderArgument.ts'
import { hasNumbers } from '#commands/rows/hasNumbers.ts'
import { identityOf, rowKinds } from '#commands/rows/kinds.ts'
import type { RowRef, SearchableKind } from '#commands/rows/rowRef.ts'
import { type Currency, toMinor } from '#contract/money.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { LinesFound } from '#machines/lines/linesMachine.ts'
import type { Api, CallOptions } from '../../api/client.ts'
import type { DayRange } from '../../format/ranges.ts'
import type { ListFilter } from '../../lists/filters/listFilter.ts'
import type { RowReader } from '../../lists/paging/pageQuery.ts'
import { createSliceReader } from '../../lists/paging/slices.ts'
import type { Line } from './readLines.ts'

/** An order or movement that a line may refer to. */
export interface LineHit {
  readonly ref: RowRef & { readonly kind: SearchableKind }
  /** Identifies the row across searches. */
  readonly value: string
}

export interface LineMatch {
  readonly hits: readonly LineHit[]
  /** Number of all matches; `hits` may hold only the first. */
  readonly total: number
}

interface MatchOptions {
  api: Pick<Api, 'rows'>
  /** The lists that are searched for numbers. */
  kinds: readonly SearchableKind[]
  /** Whether the gateway takes several numbers in one call. */
  hasFilters: boolean
  /** The list that is searched for amounts, and the days. */
  kind: SearchableKind
  days: Partial<DayRange>
}

/** Numbers per call. */
const NUMBERS_PER_CALL = 50
/** Row limit of a call for numbers. */
const MAX_ROWS = 1_000
/** Row limit of a call for an amount. */
const ROWS_PER_AMOUNT = 10
/** Amounts that are searched in parallel. */
const CONCURRENT_CALLS = 4

/** Matches all lines: the numbers in all lists in parallel, then the amounts in one list. Reports progress after each step. */
export async function matchLines(
  lines: readonly Line[],
  { api, kinds, hasFilters, kind, days }: MatchOptions,
  signal: AbortSignal,
  onProgress: (found: LinesFound<LineMatch>) => void,
): Promise<void> {
  const options = { signal, quiet: true }
  const numbers = distinctNumbers(lines, 'number')
  const tails = distinctNumbers(lines, 'tail')
  const amounts = [...new Set(lines.flatMap((line) => line.amounts))]
  const all = numbers.length + tails.length + amounts.length
  /** `number 123`, `tail 123` or `amount 1.00` -> its matches. */
  const answers = new Map<string, LineMatch>()
  const addAnswer = (question: string, { hits, total }: LineMatch) => {
    const before = answers.get(question) ?? NONE
    const merged = [...new Map([...before.hits, ...hits].map((hit) => [hit.value, hit])).values()]
    answers.set(question, { hits: merged, total: Math.max(before.total, before.hits.length) + total })
  }
  let done = 0
  const advance = (n: number) => {
    done += n
    onProgress({ found: lines.map((line) => matchOf(line, answers)), done, all })
  }
  // Some gateways send fewer rows than asked for in one page.
  const readers = new Map(
    kinds.concat(kind).map((which) => [which, createSliceReader(pageReader(api, which, options), { isTrusted: hasFilters })]),
  )
  const rowsOf = (which: SearchableKind, filter: OrderFilter, limit: number) =>
    readers.get(which)!({ filter: filter as ListFilter, sort: null, offset: 0, page: 1, limit }, signal)

  /** Finds the rows of one list with any of these numbers. Splits the numbers when the row limit is reached. */
  async function findNumbers(which: SearchableKind, by: 'number' | 'tail', texts: readonly string[]): Promise<void> {
    const asked = hasFilters ? [...texts] : texts[0]!
    const { rows, total } = await rowsOf(which, by === 'number' ? { orderNo: asked } : { orderTail: asked }, MAX_ROWS)
    const hits = rows.slice(0, MAX_ROWS).map((row) => hitOf(which, row))
    if ((total ?? rows.length) >= MAX_ROWS && texts.length > 1) {
      const half = Math.ceil(texts.length / 2)
      await findNumbers(which, by, texts.slice(0, half))
      return findNumbers(which, by, texts.slice(half))
    }
    for (const text of texts) {
      const own = hits.filter(
        ({ ref: { row } }) => hasNumbers(row, by === 'number' ? { number: text } : { orderTail: text }) === true,
      )
      // A gateway that lists other rows too has ignored the filter, and its total is not of these.
      const isFiltered = texts.length === 1 && own.length === hits.length
      addAnswer(`${by} ${text}`, { hits: own, total: isFiltered ? Math.max(own.length, total ?? 0) : own.length })
    }
  }

  for (const [by, texts] of [['number', numbers] as const, ['tail', tails] as const]) {
    const step = hasFilters ? NUMBERS_PER_CALL : 1
    for (let at = 0; at < texts.length; at += step) {
      const some = texts.slice(at, at + step)
      await Promise.all(kinds.map((which) => findNumbers(which, by, some)))
      advance(some.length)
    }
  }
  for (let at = 0; at < amounts.length; at += CONCURRENT_CALLS) {
    const some = amounts.slice(at, at + CONCURRENT_CALLS)
    await Promise.all(
      some.map(async (amount) => {
        const { rows, total } = await rowsOf(kind, { minAmount: amount, maxAmount: amount, ...days }, ROWS_PER_AMOUNT)
        const hits = rows.slice(0, ROWS_PER_AMOUNT).map((row) => hitOf(kind, row))
        const own = hits.filter(({ ref: { row } }) => hasAmount(row, amount))
        addAnswer(`amount ${amount}`, { hits: own, total: own.length < hits.length ? own.length : (total ?? rows.length) })
      }),
    )
    advance(some.length)
  }
  if (all === 0) advance(0)
}

const pageReader =
  (api: MatchOptions['api'], which: SearchableKind, options: CallOptions): RowReader =>
  async ({ filter, offset, page, limit }) => {
    const slice = { offset: String(offset), page: String(page), limit: String(limit) }
    const { rows, total } = await api.rows(rowKinds[which].list, { ...(filter as OrderFilter), ...slice }, options)
    return { rows: rows as ListedRow[], total }
  }

const NONE: LineMatch = { hits: [], total: 0 }

const distinctNumbers = (lines: readonly Line[], by: 'number' | 'tail'): string[] => [
  ...new Set(lines.flatMap(({ number }) => (number?.by === by ? number.text.toLowerCase() : []))),
]

function hitOf(kind: SearchableKind, row: ListedRow): LineHit {
  const ref = { kind, row }
  return { ref, value: orderValue(identityOf(ref)) }
}

const hasAmount = ({ payAmount, currency }: ListedRow, amount: string): boolean =>
  payAmount != null && currency !== undefined && toMinor(payAmount, currency) === toMinor(amount, currency)

/** The match of a line; null while one of its searches is running. */
function matchOf(line: Line, answers: ReadonlyMap<string, LineMatch>): LineMatch | null {
  const questions = [
    ...(line.number === null ? [] : [`${line.number.by} ${line.number.text.toLowerCase()}`]),
    ...line.amounts.map((amount) => `amount ${amount}`),
  ]
  const found = questions.map((question) => answers.get(question))
  if (found.some((one) => one === undefined)) return null
  const known = found.filter((one) => one !== undefined)
  const hits = [...new Map(known.flatMap((one) => one.hits).map((hit) => [hit.value, hit])).values()]
  const total = Math.max(hits.length, ...known.map((one) => one.total))
  const agreeing = hits.filter((hit) => agrees(line, hit))
  // Of several matches, a single one with the amount that the line states wins.
  return line.stated.length > 0 && hits.length > 1 && agreeing.length === 1 ? { hits: agreeing, total: 1 } : { hits, total }
}

/** Whether the row has the amount that the line states; true when it states none. */
export function agrees({ stated }: Line, { ref: { row } }: LineHit): boolean {
  const { payAmount, currency } = row
  if (stated.length === 0 || currency === undefined) return true
  if (payAmount == null) return false
  const minor = (text: string) => toMinor(text, currency as Currency)
  return stated.some((amount) => minor(amount) !== null && minor(amount) === minor(payAmount))
}
