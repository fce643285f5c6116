import { conditionsIn, type FilterTree } from '#contract/filterTree.ts'
import { currencyOf, directionOf, type OrderKind } from '#contract/kinds.ts'
import { type Currency, toMinor } from '#contract/money.ts'
import { OPTION_MEMBERS } from '#contract/options.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { type Days, readRange, withinDays } from '../dayRanges.ts'
import { allOf, given, isAnyOf, isNoneOf, matches, nameContains, nameExcludes, ofMerchants, oneOf } from '../db/conditions.ts'
import type { Queries } from '../db/database.ts'
import { join, type Sql, sql, trusted, when } from '../db/sql.ts'
import { firstIdAt, firstIdOf, type Id, isId } from '../ids.ts'
import { invalidField } from '../refusal.ts'
import { addDays } from '../wib.ts'
import { readTree, treeCondition } from './treeCondition.ts'
import { noteConditions, type Viewer } from './viewer.ts'

/** The merchants and the kind a query may read. Every query of orders has a scope. */
export interface OrderScope {
  merchantNos: readonly string[] | 'all'
  kind: OrderKind
  /** The reader of notes and assignments, also by a filter. Without one, orders have none. */
  viewer?: Viewer | null
}

/** A parsed filter, split into the parts that the counters cover and conditions on the rows. */
export interface ParsedFilter {
  scope: OrderScope
  statuses: readonly string[] | null
  days: Days
  /** Conditions on an order `o` beyond merchant, kind, status and day of creation. */
  rest: readonly Sql[]
  /** Whether the filter has a number search, which matches only a few orders. */
  byNumber: boolean
}

/**
 * Parses a filter within the scope. A merchant outside the scope matches nothing. Throws RANGE_INVALID for a range that ends
 * before it starts or is longer than a year, and VALIDATION_FAILED for an amount with too many fraction digits.
 */
export async function parseFilter(db: Queries, scope: OrderScope, filter: OrderFilter): Promise<ParsedFilter> {
  const narrowedScope = await narrowScope(db, scope, filter)
  const tree = filter.where === undefined ? null : readTree(filter.where)
  const range = rangeOf(filter)
  const byCompletion = filter.dateField === 'completeTime'
  const ofSearched = ofMerchants(sql`s.merchant_no`, await merchantsToSearch(db, narrowedScope, filter, tree))
  const platOrderNo = byCompletion || filter.platOrderNo === undefined ? undefined : idsWithin(filter.platOrderNo, range)
  const searches = searchConditions({ ...filter, ...(platOrderNo && { platOrderNo }) }, scope.kind, ofSearched)
  return {
    scope: narrowedScope,
    statuses: includedStatuses(filter, scope.kind),
    // An order completed by a day was created by that day.
    days: byCompletion ? { first: null, last: range.last } : platOrderNo === undefined ? range : ALL_DAYS,
    rest: [
      ...searches,
      ...(byCompletion ? withinDays(sql`o.complete_time`, range) : []),
      ...attributeConditions(filter, scope),
      ...(tree === null ? [] : [treeCondition(tree, (conditions) => conditionsInTree(conditions, scope, ofSearched))]),
    ],
    byNumber: searches.length > 0,
  }
}

const ALL_DAYS: Days = { first: null, last: null }

/** The range of days. A search by number or tail ignores it. */
const rangeOf = (filter: OrderFilter): Days =>
  filter.orderNo === undefined && filter.orderTail === undefined ? readRange(filter) : ALL_DAYS

/** The ids in a range of days. Compared here: in SQL, the planner would read the orders of the range and compare each with the ids. */
function idsWithin(numbers: string | string[], range: Days): Id[] {
  const { first, end } = idRange(range)
  return asArray(numbers)
    .filter(isId)
    .filter((id) => (first === null || BigInt(id) >= BigInt(first)) && (end === null || BigInt(id) < BigInt(end)))
}

/** Searches by number and account, on an order `o`. */
function searchConditions(filter: OrderFilter, kind: OrderKind, ofSearched: Sql): Sql[] {
  const search = idsWith('orders', ofSearched)
  return [
    ...numberConditions(filter, 'orders', ofSearched, kind),
    ...given(filter.accountNumber, (numbers) => search(isAnyOf(sql`s.account_number`)(numbers))),
    ...given(filter.receiveAccount, (account) => search(sql`lower(s.receive_account) = lower(${account})`)),
  ]
}

/**
 * A group of a tree as conditions on an order `o` alone: what else narrows the scope or is counted is compared with its columns, and days
 * are meant also beside a number.
 */
function conditionsInTree(filter: OrderFilter, scope: OrderScope, ofSearched: Sql): Sql[] {
  const { kind } = scope
  const range = readRange(filter)
  const { first, end } = idRange(range)
  const direction = isAnyOf(sql`${directionOf(kind)}::text`)
  return [
    ...given(filter.type, direction),
    ...given(filter.notType, isNoneOf(sql`${directionOf(kind)}::text`)),
    ...matches(filter, { status: sql`o.status`, merchantNo: sql`o.merchant_no` }),
    ...searchConditions(filter, kind, ofSearched),
    ...(filter.dateField === 'completeTime'
      ? withinDays(sql`o.complete_time`, range)
      : [sql`true ${when(first, sql`and o.id >= ${first}`)} ${when(end, sql`and o.id < ${end}`)}`]),
    ...attributeConditions(filter, scope),
  ]
}

/** The complete condition of a filter on a row `o` of `orders`. */
export const filterConditions = (parsed: ParsedFilter): Sql => {
  const { first, end } = idRange(parsed.days)
  return sql`
    ${inMerchants('o', parsed.scope.merchantNos)} and ${rowConditions(parsed)}
    ${when(first, sql`and o.id >= ${first}`)} ${when(end, sql`and o.id < ${end}`)}`
}

/** The conditions on a row `o` without merchant and day. */
export const rowConditions = ({ scope, statuses, rest }: ParsedFilter): Sql =>
  allOf([sql`o.kind = ${scope.kind}`, ...given(statuses ?? undefined, isAnyOf(sql`o.status`)), ...rest])

/** Whether the counters alone can count the rows. */
export const isCounted = ({ rest }: ParsedFilter): boolean => rest.length === 0

export const inMerchants = (alias: 'o' | 'f' | 'v', merchantNos: readonly string[] | 'all'): Sql =>
  ofMerchants(trusted(`${alias}.merchant_no`), merchantNos)

/** A range of days as a range of ids: ids start with their day. */
export const idRange = ({ first, last }: Days): { first: Id | null; end: Id | null } => ({
  first: first === null ? null : firstIdOf(first),
  end: last === null ? null : firstIdOf(addDays(last, 1)),
})

export const asArray = <Value>(value: Value | Value[]): Value[] => (Array.isArray(value) ? value : [value])

async function narrowScope(
  db: Queries,
  scope: OrderScope,
  { merchantNo, notMerchantNo, type }: OrderFilter,
): Promise<OrderScope> {
  if (type !== undefined && !asArray(type).includes(directionOf(scope.kind))) return { ...scope, merchantNos: [] }
  if (merchantNo === undefined && notMerchantNo === undefined) return scope
  const { merchantNos } = scope
  const requested = merchantNo === undefined ? null : asArray(merchantNo)
  const visible = merchantNos === 'all' ? (requested ?? (await allMerchants(db))) : merchantNos
  const excluded = notMerchantNo === undefined ? [] : asArray(notMerchantNo)
  return { ...scope, merchantNos: visible.filter((no) => (requested?.includes(no) ?? true) && !excluded.includes(no)) }
}

/** The included statuses. Exclusions are expanded to the remaining statuses, so that the counters can handle them. */
function includedStatuses({ status, notStatus }: OrderFilter, kind: OrderKind): readonly string[] | null {
  if (notStatus === undefined) return status === undefined ? null : asArray(status)
  const excluded = asArray(notStatus)
  const all = OPTION_MEMBERS[directionOf(kind) === 'PAYOUT' ? 'PayoutOrderStatus' : 'PayinOrderStatus']
  return (status === undefined ? all : asArray(status)).filter((one) => !excluded.includes(one))
}

const NUMBER_FILTERS = ['orderNo', 'orderTail', 'merchantOrderNo', 'payOrderNo', 'accountNumber', 'receiveAccount'] as const

/** Number indexes start with the merchant, so a search of the whole platform probes each merchant. */
async function merchantsToSearch(
  db: Queries,
  { merchantNos }: OrderScope,
  filter: OrderFilter,
  tree: FilterTree | null,
): Promise<readonly string[]> {
  if (merchantNos !== 'all') return merchantNos
  const filters: readonly OrderFilter[] = [filter, ...(tree === null ? [] : conditionsIn(tree))]
  const isSearch = filters.some((one) => NUMBER_FILTERS.some((name) => one[name] !== undefined))
  return isSearch ? allMerchants(db) : []
}

async function allMerchants(db: Queries): Promise<string[]> {
  const rows = await db.all<{ no: string }>(sql`select merchant_no as no from merchant where kind not in ('delegate', 'staff')`)
  return rows.map(({ no }) => no)
}

type Numbers = string | string[]

/** The right side of a comparison with the numbers in lower case. They are ASCII, where both sides agree on it. */
export const oneIgnoringCase = (numbers: Numbers): Sql => oneOf(asArray(numbers).map((one) => one.toLowerCase()))

export type NumberedTable = 'orders' | 'record'

/**
 * A condition on an order `o` or a movement `r`: one of the conditions on its row `s` of the searched merchants. Each finds ids by its own index before
 * sorting, so the planner cannot scan the table. The indexes start with the merchant.
 */
export const idsWith =
  (table: NumberedTable, ofSearched: Sql) =>
  (...conditions: readonly Sql[]): Sql => {
    const searches = conditions.map(
      (condition) => sql`select s.id from ${trusted(table)} s where ${ofSearched} and ${condition}`,
    )
    return sql`${idOf(table)} = any (array(${join(searches, sql` union all `)}))`
  }

const idOf = (table: NumberedTable): Sql => (table === 'orders' ? sql`o.id` : sql`r.id`)

/** Searches by number. Orders of another kind may have the same id. */
export function numberConditions(filter: OrderFilter, table: NumberedTable, ofSearched: Sql, kind?: OrderKind): Sql[] {
  const search = idsWith(table, ofSearched)
  const ownNumber = (numbers: Numbers) => sql`lower(s.merchant_order_no) = ${oneIgnoringCase(numbers)}`
  const channelNumber = (numbers: Numbers) => sql`lower(s.pay_order_no) = ${oneIgnoringCase(numbers)}`
  const idCondition = (numbers: Numbers) => {
    const ids = asArray(numbers).filter(isId)
    return ids.length === 0 ? [] : [sql`${when(kind, sql`s.kind = ${kind} and`)} s.id = ${oneOf(ids, 'bigint')}`]
  }
  return [
    ...given(filter.orderNo, (numbers) => search(ownNumber(numbers), channelNumber(numbers), ...idCondition(numbers))),
    ...given(filter.orderTail, (tails) => search(...asArray(tails).flatMap(tailConditions))),
    ...given(filter.merchantOrderNo, (numbers) => search(ownNumber(numbers))),
    ...given(filter.platOrderNo, (numbers) => sql`${idOf(table)} = any (${asArray(numbers).filter(isId)}::bigint[])`),
    ...given(filter.payOrderNo, (numbers) => search(channelNumber(numbers))),
  ]
}

/** The last four characters are indexed; the remaining ones are filtered. */
export function tailConditions(tail: string): Sql[] {
  const ownNumber = sql`right(lower(s.merchant_order_no), 4) = ${tail.slice(-4).toLowerCase()}
    and right(lower(s.merchant_order_no), ${tail.length}::int) = ${tail.toLowerCase()}`
  if (!/^\d{4,19}$/.test(tail)) return [ownNumber]
  return [ownNumber, sql`s.id % 10000 = ${tail.slice(-4)}::bigint and right(s.id::text, ${tail.length}::int) = ${tail}`]
}

/** Throws VALIDATION_FAILED for a time that does not exist. */
function timeOf(field: string, text: string): number {
  const at = Date.parse(`${text.replace(' ', 'T')}+07:00`)
  if (Number.isNaN(at)) throw invalidField(field, 'rule.format')
  return at
}

/** The limits of the times of a row, of creation as limits of its id. Throws VALIDATION_FAILED for a time that does not exist. */
export const timeConditions = (filter: OrderFilter, id: Sql, completeTime: Sql): Sql[] => [
  ...given(filter.createdFrom, (text) => sql`${id} >= ${firstIdAt(timeOf('createdFrom', text))}`),
  ...given(filter.createdBefore, (text) => sql`${id} < ${firstIdAt(timeOf('createdBefore', text))}`),
  ...given(filter.completedFrom, (text) => sql`${completeTime} >= ${new Date(timeOf('completedFrom', text))}`),
  ...given(filter.completedBefore, (text) => sql`${completeTime} < ${new Date(timeOf('completedBefore', text))}`),
]

/** Numbers with `*` for any characters, among the three numbers of a row. */
export const patternConditions = ({ orderPattern }: OrderFilter, alias: 'o' | 'r'): Sql[] =>
  given(orderPattern, (patterns) => {
    const likes = asArray(patterns).map((one) => one.toLowerCase().replaceAll('_', '\\_').replace(/\*+/g, '%'))
    const numbers = [`lower(${alias}.merchant_order_no)`, `${alias}.id::text`, `lower(${alias}.pay_order_no)`]
    return sql`(${join(
      numbers.map((number) => sql`${trusted(number)} like any (${likes}::text[])`),
      sql` or `,
    )})`
  })

const attributeConditions = (filter: OrderFilter, { kind, viewer }: OrderScope): Sql[] => [
  ...timeConditions(filter, sql`o.id`, sql`o.complete_time`),
  ...patternConditions(filter, 'o'),
  ...matches(filter, {
    payMethod: sql`o.method`,
    payChannel: sql`o.channel`,
    notifyStatus: sql`o.notify_status`,
    review: sql`coalesce(o.review, 'NONE')`,
  }),
  ...noteConditions(filter, viewer),
  ...given(filter.bankCode, isAnyOf(sql`o.bank_code`)),
  ...given(filter.payerName, nameContains(sql`o.payer_name`)),
  ...given(filter.notPayerName, nameExcludes(sql`o.payer_name`)),
  ...given(filter.receiveName, nameContains(sql`o.receive_name`)),
  ...amountConditions(filter, sql`o.amount`, currencyOf(kind)),
]

/** The limits of an amount. Throws VALIDATION_FAILED for one with too many fraction digits. */
export function amountConditions({ minAmount, maxAmount }: AmountFilter, column: Sql, currency: Currency): Sql[] {
  const minor = (field: string, text: string) => {
    const amount = toMinor(text, currency)
    if (amount === null) throw invalidField(field, 'rule.format')
    return amount
  }
  return [
    ...given(minAmount, (text) => sql`${column} >= ${minor('minAmount', text)}`),
    ...given(maxAmount, (text) => sql`${column} <= ${minor('maxAmount', text)}`),
  ]
}

type AmountFilter = Pick<OrderFilter, 'minAmount' | 'maxAmount'>
