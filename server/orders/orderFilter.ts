import { currencyOf, directionOf, type OrderKind } from '#contract/kinds.ts'
import { toMinor } from '#contract/money.ts'
import { OPTION_MEMBERS } from '#contract/options.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Queries } from '../db/database.ts'
import { nameContains } from '../db/nameSearch.ts'
import { join, type Sql, sql, when } from '../db/sql.ts'
import { firstIdOf, type Id } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { addDays, daysBetween, isDay, startOfDay } from '../wib.ts'

/** The merchants and the kind a query may read. Every query of orders has a scope. */
export interface OrderScope {
  merchantNos: readonly string[] | 'all'
  kind: OrderKind
}

/** A parsed filter, split into the parts that the counters cover and conditions on the rows. */
export interface ParsedFilter {
  scope: OrderScope
  statuses: readonly string[] | null
  /** Creation days, both inclusive. */
  days: { first: string | null; last: string | null }
  /** Conditions on an order `o` beyond merchant, kind, status and day of creation. */
  rest: readonly Sql[]
  /** Whether the filter has a number search, which matches only a few orders. */
  byNumber: boolean
}

const LONGEST_RANGE = 366

/**
 * Parses a filter within the scope. A merchant outside the scope matches nothing. Throws RANGE_INVALID for a range that ends
 * before it starts or is longer than a year, and VALIDATION_FAILED for an amount with too many fraction digits.
 */
export async function parseFilter(db: Queries, scope: OrderScope, filter: OrderFilter): Promise<ParsedFilter> {
  const narrowedScope = await narrowScope(db, scope, filter)
  // A search by number or tail ignores the range of days.
  const range =
    filter.orderNo === undefined && filter.orderTail === undefined ? parseDayRange(filter) : { first: null, last: null }
  const byCompletion = filter.dateField === 'completeTime'
  const searches = numberConditions(filter, await merchantsToSearch(db, narrowedScope, filter), scope.kind)
  return {
    scope: narrowedScope,
    statuses: includedStatuses(filter, scope.kind),
    // An order completed by a day was created by that day.
    days: byCompletion ? { first: null, last: range.last } : range,
    rest: [
      ...searches,
      ...(byCompletion ? completionConditions(range) : []),
      ...attributeConditions(filter, scope.kind),
      ...amountConditions(filter, scope.kind),
    ],
    byNumber: searches.length > 0,
  }
}

/** The complete condition of a filter on a row `o` of `orders`. */
export const filterConditions = (parsed: ParsedFilter): Sql => {
  const { first, end } = idRange(parsed.days)
  return sql`
    ${inMerchants('o', parsed.scope.merchantNos)} and ${rowConditions(parsed)}
    ${when(first, sql`and o.id >= ${first}`)} ${when(end, sql`and o.id < ${end}`)}`
}

/** The conditions on a row `o` without merchant and day. */
export const rowConditions = ({ scope, statuses, rest }: ParsedFilter): Sql => sql`
  o.kind = ${scope.kind} ${when(statuses, sql`and o.status = any (${statuses}::text[])`)}
  ${join(
    rest.map((condition) => sql`and ${condition}`),
    sql` `,
  )}`

/** Whether the counters alone can count the rows. */
export const isCounted = ({ rest }: ParsedFilter): boolean => rest.length === 0

export const inMerchants = (alias: 'o' | 'f', merchantNos: readonly string[] | 'all'): Sql => {
  const column = alias === 'o' ? sql`o.merchant_no` : sql`f.merchant_no`
  return merchantNos === 'all' ? sql`true` : sql`${column} = any (${merchantNos}::text[])`
}

/** A range of days as a range of ids: ids start with their day. */
export const idRange = ({ first, last }: ParsedFilter['days']): { first: Id | null; end: Id | null } => ({
  first: first === null ? null : firstIdOf(first),
  end: last === null ? null : firstIdOf(addDays(last, 1)),
})

export const asArray = <Value>(value: Value | Value[]): Value[] => (Array.isArray(value) ? value : [value])

/** Parses the days of a filter. Throws RANGE_INVALID for a range that ends before it starts or is longer than a year. */
export function parseDayRange({ startDate, endDate }: Pick<OrderFilter, 'startDate' | 'endDate'>): ParsedFilter['days'] {
  const given = [startDate, endDate].filter((day) => day !== undefined)
  const length = startDate === undefined || endDate === undefined ? 1 : daysBetween(startDate, endDate) + 1
  if (!given.every(isDay) || length < 1 || length > LONGEST_RANGE) throw new Refusal('RANGE_INVALID')
  return { first: startDate ?? null, last: endDate ?? null }
}

async function narrowScope(db: Queries, scope: OrderScope, { merchantNo, notMerchantNo }: OrderFilter): Promise<OrderScope> {
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
async function merchantsToSearch(db: Queries, { merchantNos }: OrderScope, filter: OrderFilter): Promise<readonly string[]> {
  if (merchantNos !== 'all') return merchantNos
  return NUMBER_FILTERS.every((name) => filter[name] === undefined) ? [] : allMerchants(db)
}

async function allMerchants(db: Queries): Promise<string[]> {
  const rows = await db.all<{ no: string }>(sql`select merchant_no as no from merchant where kind not in ('delegate', 'staff')`)
  return rows.map(({ no }) => no)
}

type Numbers = string | string[]

/** An `any` expression over the numbers in lower case. */
export const anyIgnoringCase = (numbers: Numbers): Sql =>
  sql`any (array(select lower(n) from unnest(${asArray(numbers)}::text[]) n))`

/** Searches by number. Each condition finds ids by its own index before sorting, so the planner cannot scan the table. */
function numberConditions(filter: OrderFilter, merchantNos: readonly string[], kind: OrderKind): Sql[] {
  const { orderNo, orderTail, merchantOrderNo, platOrderNo, payOrderNo, accountNumber, receiveAccount } = filter
  const ownNumber = (numbers: Numbers) => sql`lower(s.merchant_order_no) = ${anyIgnoringCase(numbers)}`
  const channelNumber = (numbers: Numbers) => sql`lower(s.pay_order_no) = ${anyIgnoringCase(numbers)}`
  const idsWith = (conditions: readonly Sql[]) =>
    sql`o.id = any (array(${join(
      conditions.map(
        (condition) => sql`select s.id from orders s where s.merchant_no = any (${merchantNos}::text[]) and ${condition}`,
      ),
      sql` union `,
    )}))`
  return [
    ...(orderNo === undefined ? [] : [idsWith([ownNumber(orderNo), channelNumber(orderNo), ...idCondition(orderNo, kind)])]),
    ...(orderTail === undefined ? [] : [idsWith(asArray(orderTail).flatMap(tailConditions))]),
    ...(merchantOrderNo === undefined ? [] : [idsWith([ownNumber(merchantOrderNo)])]),
    ...(platOrderNo === undefined ? [] : [sql`o.id = any (${asArray(platOrderNo).filter(isId)}::bigint[])`]),
    ...(payOrderNo === undefined ? [] : [idsWith([channelNumber(payOrderNo)])]),
    ...(accountNumber === undefined ? [] : [idsWith([sql`s.account_number = any (${asArray(accountNumber)}::text[])`])]),
    ...(receiveAccount === undefined ? [] : [idsWith([sql`lower(s.receive_account) = lower(${receiveAccount})`])]),
  ]
}

// Larger numbers exceed bigint.
export const isId = (number: string) => /^\d{19}$/.test(number) && BigInt(number) < 2n ** 63n

function idCondition(numbers: Numbers, kind: OrderKind): Sql[] {
  const ids = asArray(numbers).filter(isId)
  return ids.length === 0 ? [] : [sql`s.kind = ${kind} and s.id = any (${ids}::bigint[])`]
}

/** The last four characters are indexed; the remaining ones are filtered. */
export function tailConditions(tail: string): Sql[] {
  const ownNumber = sql`right(lower(s.merchant_order_no), 4) = ${tail.slice(-4).toLowerCase()}
    and right(lower(s.merchant_order_no), ${tail.length}::int) = ${tail.toLowerCase()}`
  if (!/^\d{4,19}$/.test(tail)) return [ownNumber]
  return [ownNumber, sql`s.id % 10000 = ${tail.slice(-4)}::bigint and right(s.id::text, ${tail.length}::int) = ${tail}`]
}

const completionConditions = ({ first, last }: ParsedFilter['days']): Sql[] => [
  ...(first === null && last === null ? [] : [sql`o.complete_time is not null`]),
  ...(first === null ? [] : [sql`o.complete_time >= ${new Date(startOfDay(first))}`]),
  ...(last === null ? [] : [sql`o.complete_time < ${new Date(startOfDay(addDays(last, 1)))}`]),
]

function attributeConditions(filter: OrderFilter, kind: OrderKind): Sql[] {
  const { payMethod, payChannel, notifyStatus, bankCode, payerName, receiveName, type } = filter
  const { notPayMethod, notPayChannel, notNotifyStatus, notPayerName, review, notReview } = filter
  const conditions: Sql[] = []
  if (payMethod !== undefined) conditions.push(sql`o.method = any (${asArray(payMethod)}::text[])`)
  if (payChannel !== undefined) conditions.push(sql`o.channel = any (${asArray(payChannel)}::text[])`)
  if (notifyStatus !== undefined) conditions.push(sql`o.notify_status = any (${asArray(notifyStatus)}::text[])`)
  if (bankCode !== undefined) conditions.push(sql`o.bank_code = any (${asArray(bankCode)}::text[])`)
  if (notPayMethod !== undefined) conditions.push(sql`o.method <> all (${asArray(notPayMethod)}::text[])`)
  if (notPayChannel !== undefined) conditions.push(sql`o.channel <> all (${asArray(notPayChannel)}::text[])`)
  if (notNotifyStatus !== undefined) conditions.push(sql`o.notify_status <> all (${asArray(notNotifyStatus)}::text[])`)
  if (review !== undefined) conditions.push(sql`coalesce(o.review, 'NONE') = any (${asArray(review)}::text[])`)
  if (notReview !== undefined) conditions.push(sql`coalesce(o.review, 'NONE') <> all (${asArray(notReview)}::text[])`)
  if (payerName !== undefined) conditions.push(nameContains(sql`o.payer_name`, payerName))
  // NULL names pass a negated match.
  if (notPayerName !== undefined) conditions.push(sql`(${nameContains(sql`o.payer_name`, notPayerName)}) is not true`)
  if (receiveName !== undefined) conditions.push(nameContains(sql`o.receive_name`, receiveName))
  if (type !== undefined && !asArray(type).includes(directionOf(kind))) conditions.push(sql`false`)
  return conditions
}

function amountConditions({ minAmount, maxAmount }: OrderFilter, kind: OrderKind): Sql[] {
  const minor = (field: string, text: string) => {
    const amount = toMinor(text, currencyOf(kind))
    if (amount === null) throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'rule.format' } })
    return amount
  }
  return [
    ...(minAmount === undefined ? [] : [sql`o.amount >= ${minor('minAmount', minAmount)}`]),
    ...(maxAmount === undefined ? [] : [sql`o.amount <= ${minor('maxAmount', maxAmount)}`]),
  ]
}
