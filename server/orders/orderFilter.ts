import { toMinor } from '#contract/money.ts'
import { OPTION_MEMBERS } from '#contract/options.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Queries } from '../db/database.ts'
import { nameContains } from '../db/nameSearch.ts'
import { join, type Sql, sql, when } from '../db/sql.ts'
import { firstIdOf, type Id } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { addDays, daysBetween, isDay, startOfDay } from '../wib.ts'
import { currencyOf, directionOf, type OrderKind } from './orderRow.ts'

/** Whose rows, of which kind. Every question about orders has one, and no answer leaves it. */
export interface OrderScope {
  merchantNos: readonly string[] | 'all'
  kind: OrderKind
}

/** A filter that was read: what the counters know, and what only the rows themselves do. */
export interface ParsedFilter {
  scope: OrderScope
  statuses: readonly string[] | null
  /** Days of creation, both inclusive. */
  days: { first: string | null; last: string | null }
  /** Conditions on an order `o` beyond merchant, kind, status and day of creation. */
  rest: readonly Sql[]
  /** Whether a number was searched for, which only a few orders can have. */
  byNumber: boolean
}

const LONGEST_RANGE = 366

/**
 * Reads a filter within the scope. A merchant outside of it matches nothing, as if it did not exist.
 * Refuses a range that ends before it starts or is longer than a year (RANGE_INVALID), and amounts with more places
 * than the currency has (VALIDATION_FAILED).
 */
export async function parseFilter(db: Queries, scope: OrderScope, filter: OrderFilter): Promise<ParsedFilter> {
  const within = await narrowed(db, scope, filter)
  // Who knows one of its numbers, or how it ends, need not know the day.
  const range =
    filter.orderNo === undefined && filter.orderTail === undefined ? parseDayRange(filter) : { first: null, last: null }
  const byCompletion = filter.dateField === 'completeTime'
  const numbers = searches(filter, await merchantsToSearch(db, within, filter), scope.kind)
  return {
    scope: within,
    statuses: statusesOf(filter, scope.kind),
    // What is completed by a day was created by then.
    days: byCompletion ? { first: null, last: range.last } : range,
    rest: [
      ...numbers,
      ...(byCompletion ? completion(range) : []),
      ...attributes(filter, scope.kind),
      ...amounts(filter, scope.kind),
    ],
    byNumber: numbers.length > 0,
  }
}

/** All conditions of a filter on an order `o`. */
export const filterConditions = (wanted: ParsedFilter): Sql => {
  const { first, end } = idRange(wanted.days)
  return sql`
    ${inMerchants('o', wanted.scope.merchantNos)} and ${rowConditions(wanted)}
    ${when(first, sql`and o.id >= ${first}`)} ${when(end, sql`and o.id < ${end}`)}`
}

/** The conditions on an order `o` that remain when its merchant and its day are settled. */
export const rowConditions = ({ scope, statuses, rest }: ParsedFilter): Sql => sql`
  o.kind = ${scope.kind} ${when(statuses, sql`and o.status = any (${statuses}::text[])`)}
  ${join(
    rest.map((condition) => sql`and ${condition}`),
    sql` `,
  )}`

/** Whether the counters alone know how many rows there are. */
export const isCounted = ({ rest }: ParsedFilter): boolean => rest.length === 0

export const inMerchants = (alias: 'o' | 'f', merchantNos: readonly string[] | 'all'): Sql => {
  const column = alias === 'o' ? sql`o.merchant_no` : sql`f.merchant_no`
  return merchantNos === 'all' ? sql`true` : sql`${column} = any (${merchantNos}::text[])`
}

/** Days are ranges of ids, because ids begin with their day. */
export const idRange = ({ first, last }: ParsedFilter['days']): { first: Id | null; end: Id | null } => ({
  first: first === null ? null : firstIdOf(first),
  end: last === null ? null : firstIdOf(addDays(last, 1)),
})

export const asArray = <Value>(value: Value | Value[]): Value[] => (Array.isArray(value) ? value : [value])

/** The days of a filter. Refuses with RANGE_INVALID a range that ends before it starts or is longer than a year. */
export function parseDayRange({ startDate, endDate }: Pick<OrderFilter, 'startDate' | 'endDate'>): ParsedFilter['days'] {
  const given = [startDate, endDate].filter((day) => day !== undefined)
  const length = startDate === undefined || endDate === undefined ? 1 : daysBetween(startDate, endDate) + 1
  if (!given.every(isDay) || length < 1 || length > LONGEST_RANGE) throw new Refusal('RANGE_INVALID')
  return { first: startDate ?? null, last: endDate ?? null }
}

async function narrowed(db: Queries, scope: OrderScope, { merchantNo, notMerchantNo }: OrderFilter): Promise<OrderScope> {
  if (merchantNo === undefined && notMerchantNo === undefined) return scope
  const { merchantNos } = scope
  const asked = merchantNo === undefined ? null : asArray(merchantNo)
  const seen = merchantNos === 'all' ? (asked ?? (await allMerchants(db))) : merchantNos
  const without = notMerchantNo === undefined ? [] : asArray(notMerchantNo)
  return { ...scope, merchantNos: seen.filter((no) => (asked?.includes(no) ?? true) && !without.includes(no)) }
}

/** The statuses that remain, named one by one, so that the counters know what is left out as well as what is asked for. */
function statusesOf({ status, notStatus }: OrderFilter, kind: OrderKind): readonly string[] | null {
  if (notStatus === undefined) return status === undefined ? null : asArray(status)
  const without = asArray(notStatus)
  const all = OPTION_MEMBERS[directionOf(kind) === 'PAYOUT' ? 'PayoutOrderStatus' : 'PayinOrderStatus']
  return (status === undefined ? all : asArray(status)).filter((one) => !without.includes(one))
}

const SEARCHES = ['orderNo', 'orderTail', 'merchantOrderNo', 'payOrderNo', 'accountNumber', 'receiveAccount'] as const

/** The indexes of numbers begin with the merchant, so a search of the whole platform probes each. */
async function merchantsToSearch(db: Queries, { merchantNos }: OrderScope, filter: OrderFilter): Promise<readonly string[]> {
  if (merchantNos !== 'all') return merchantNos
  return SEARCHES.every((name) => filter[name] === undefined) ? [] : allMerchants(db)
}

async function allMerchants(db: Queries): Promise<string[]> {
  const rows = await db.all<{ no: string }>(sql`select merchant_no as no from merchant where kind not in ('delegate', 'staff')`)
  return rows.map(({ no }) => no)
}

type Numbers = string | string[]

/** The numbers as they are compared where case does not count. */
export const anyIgnoringCase = (numbers: Numbers): Sql =>
  sql`any (array(select lower(n) from unnest(${asArray(numbers)}::text[]) n))`

/** Searches by number. Each finds its ids by its own index before anything is sorted, so no plan can walk the table for them. */
function searches(filter: OrderFilter, merchantNos: readonly string[], kind: OrderKind): Sql[] {
  const { orderNo, orderTail, merchantOrderNo, platOrderNo, payOrderNo, accountNumber, receiveAccount } = filter
  const own = (numbers: Numbers) => sql`lower(s.merchant_order_no) = ${anyIgnoringCase(numbers)}`
  const pay = (numbers: Numbers) => sql`lower(s.pay_order_no) = ${anyIgnoringCase(numbers)}`
  const found = (conditions: readonly Sql[]) =>
    sql`o.id = any (array(${join(
      conditions.map((which) => sql`select s.id from orders s where s.merchant_no = any (${merchantNos}::text[]) and ${which}`),
      sql` union `,
    )}))`
  return [
    ...(orderNo === undefined ? [] : [found([own(orderNo), pay(orderNo), ...byId(orderNo, kind)])]),
    ...(orderTail === undefined ? [] : [found(asArray(orderTail).flatMap(tailConditions))]),
    ...(merchantOrderNo === undefined ? [] : [found([own(merchantOrderNo)])]),
    ...(platOrderNo === undefined ? [] : [sql`o.id = any (${asArray(platOrderNo).filter(isId)}::bigint[])`]),
    ...(payOrderNo === undefined ? [] : [found([pay(payOrderNo)])]),
    ...(accountNumber === undefined ? [] : [found([sql`s.account_number = any (${asArray(accountNumber)}::text[])`])]),
    ...(receiveAccount === undefined ? [] : [found([sql`lower(s.receive_account) = lower(${receiveAccount})`])]),
  ]
}

// Anything longer would not fit the column.
export const isId = (number: string) => /^\d{19}$/.test(number) && BigInt(number) < 2n ** 63n

function byId(numbers: Numbers, kind: OrderKind): Sql[] {
  const ids = asArray(numbers).filter(isId)
  return ids.length === 0 ? [] : [sql`s.kind = ${kind} and s.id = any (${ids}::bigint[])`]
}

/** The last four characters are indexed; the ones before them are looked at. */
export function tailConditions(tail: string): Sql[] {
  const own = sql`right(lower(s.merchant_order_no), 4) = ${tail.slice(-4).toLowerCase()}
    and right(lower(s.merchant_order_no), ${tail.length}::int) = ${tail.toLowerCase()}`
  if (!/^\d{4,19}$/.test(tail)) return [own]
  return [own, sql`s.id % 10000 = ${tail.slice(-4)}::bigint and right(s.id::text, ${tail.length}::int) = ${tail}`]
}

const completion = ({ first, last }: ParsedFilter['days']): Sql[] => [
  ...(first === null && last === null ? [] : [sql`o.complete_time is not null`]),
  ...(first === null ? [] : [sql`o.complete_time >= ${new Date(startOfDay(first))}`]),
  ...(last === null ? [] : [sql`o.complete_time < ${new Date(startOfDay(addDays(last, 1)))}`]),
]

function attributes(filter: OrderFilter, kind: OrderKind): Sql[] {
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
  // Nobody's name does not hold the part either.
  if (notPayerName !== undefined) conditions.push(sql`(${nameContains(sql`o.payer_name`, notPayerName)}) is not true`)
  if (receiveName !== undefined) conditions.push(nameContains(sql`o.receive_name`, receiveName))
  if (type !== undefined && !asArray(type).includes(directionOf(kind))) conditions.push(sql`false`)
  return conditions
}

function amounts({ minAmount, maxAmount }: OrderFilter, kind: OrderKind): Sql[] {
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
