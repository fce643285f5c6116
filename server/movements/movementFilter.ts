import { toMinor } from '#contract/money.ts'
import type { MovementType } from '#contract/options.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { nameContains } from '../db/nameSearch.ts'
import { join, type Sql, sql, when } from '../db/sql.ts'
import { anyIgnoringCase, asArray, idRange, isId, parseDayRange, tailConditions } from '../orders/orderFilter.ts'
import { Refusal } from '../refusal.ts'
import { addDays, startOfDay } from '../wib.ts'

/** Whose records, of which types. Every question about records has one, and no answer leaves it. */
export interface MovementScope {
  merchantNos: readonly string[] | 'all'
  types: readonly MovementType[]
}

/** The merchants of the scope that the filter asks for, each once. Those it leaves out are a condition on each record. */
export function requestedMerchants({ merchantNos }: MovementScope, { merchantNo }: OrderFilter): MovementScope['merchantNos'] {
  if (merchantNo === undefined) return merchantNos
  const asked = [...new Set(asArray(merchantNo))]
  return merchantNos === 'all' ? asked : asked.filter((no) => merchantNos.includes(no))
}

/**
 * The filter as a condition on a record `r` of the scope; what records do not have is ignored. Refuses ranges
 * (RANGE_INVALID) and amounts (VALIDATION_FAILED) that make no sense.
 */
export function movementConditions(scope: MovementScope, filter: OrderFilter): Sql {
  const { types } = scope
  const { status, type, payMethod, payChannel } = filter
  const merchantNos = requestedMerchants(scope, filter)
  const conditions = [
    among(sql`r.type`, types),
    ...(merchantNos === 'all' ? [] : [among(sql`r.merchant_no`, merchantNos)]),
    ...(type === undefined ? [] : [among(sql`r.type`, asArray(type))]),
    ...(status === undefined ? [] : [among(sql`r.status`, asArray(status))]),
    ...(payMethod === undefined ? [] : [among(sql`r.method`, asArray(payMethod))]),
    ...(payChannel === undefined ? [] : [among(sql`r.channel`, asArray(payChannel))]),
    ...without(filter),
    ...numbers(merchantNos, filter),
    ...people(filter),
    ...days(filter),
    ...amounts(filter),
  ]
  return join(conditions, sql` and `)
}

const among = (column: Sql, values: readonly string[]): Sql => sql`${column} = any (${values}::text[])`

/** What is left out. What a record does not have cannot be among it. */
function without({ notStatus, notType, notPayMethod, notPayChannel, notMerchantNo, notPayerName }: OrderFilter): Sql[] {
  const none = (column: Sql, values: string | string[]) => sql`(${among(column, asArray(values))}) is not true`
  return [
    ...(notStatus === undefined ? [] : [none(sql`r.status`, notStatus)]),
    ...(notType === undefined ? [] : [none(sql`r.type`, notType)]),
    ...(notPayMethod === undefined ? [] : [none(sql`r.method`, notPayMethod)]),
    ...(notPayChannel === undefined ? [] : [none(sql`r.channel`, notPayChannel)]),
    ...(notMerchantNo === undefined ? [] : [none(sql`r.merchant_no`, notMerchantNo)]),
    ...(notPayerName === undefined ? [] : [sql`(${nameContains(sql`r.payer_name`, notPayerName)}) is not true`]),
  ]
}

/** Searches by number. Each finds its ids by its own index first; both sides of a transfer have the same. */
function numbers(
  merchantNos: MovementScope['merchantNos'],
  { orderNo, orderTail, merchantOrderNo, platOrderNo, payOrderNo }: OrderFilter,
): Sql[] {
  // These indexes begin with the merchant, so a search of the whole platform probes each.
  const whose = merchantNos === 'all' ? sql`array(select merchant_no from merchant)` : sql`${merchantNos}::text[]`
  const found = (...conditions: Sql[]) =>
    sql`r.id = any (array(${join(
      conditions.map((which) => sql`select s.id from record s where s.merchant_no = any (${whose}) and ${which}`),
      sql` union `,
    )}))`
  const own = (numbers: string | string[]) => sql`lower(s.merchant_order_no) = ${anyIgnoringCase(numbers)}`
  const pay = (numbers: string | string[]) => sql`lower(s.pay_order_no) = ${anyIgnoringCase(numbers)}`
  const ids = (numbers: string | string[]) => asArray(numbers).filter(isId)
  const byId = (numbers: string | string[]) => (ids(numbers).length === 0 ? [] : [sql`s.id = any (${ids(numbers)}::bigint[])`])
  return [
    ...(orderNo === undefined ? [] : [found(own(orderNo), pay(orderNo), ...byId(orderNo))]),
    ...(orderTail === undefined ? [] : [found(...asArray(orderTail).flatMap(tailConditions))]),
    ...(merchantOrderNo === undefined ? [] : [found(own(merchantOrderNo))]),
    ...(platOrderNo === undefined ? [] : [sql`r.id = any (${ids(platOrderNo)}::bigint[])`]),
    ...(payOrderNo === undefined ? [] : [found(pay(payOrderNo))]),
  ]
}

function people(filter: OrderFilter): Sql[] {
  const { accountNumber, receiveAccount, receiveMerchantNo, accountHoldName, bankCode, payerName, receiveName } = filter
  return [
    ...(accountNumber === undefined ? [] : [among(sql`r.account_number`, asArray(accountNumber))]),
    ...(receiveAccount === undefined ? [] : [sql`lower(r.receive_account) = lower(${receiveAccount})`]),
    ...(receiveMerchantNo === undefined ? [] : [sql`r.receive_merchant_no = ${receiveMerchantNo}`]),
    ...(bankCode === undefined ? [] : [sql`r.bank_code = any (${asArray(bankCode)}::text[])`]),
    ...(payerName === undefined ? [] : [nameContains(sql`r.payer_name`, payerName)]),
    ...(receiveName === undefined ? [] : [nameContains(sql`r.receive_name`, receiveName)]),
    ...(accountHoldName === undefined ? [] : [nameContains(sql`r.account_name`, accountHoldName)]),
  ]
}

function days(filter: OrderFilter): Sql[] {
  // Who knows one of its numbers, or how it ends, need not know the day.
  if (filter.orderNo !== undefined || filter.orderTail !== undefined) return []
  const range = parseDayRange(filter)
  if (filter.dateField !== 'completeTime') {
    const { first, end } = idRange(range)
    return [sql`true ${when(first, sql`and r.id >= ${first}`)} ${when(end, sql`and r.id < ${end}`)}`]
  }
  const { first, last } = range
  return [
    ...(first === null ? [] : [sql`r.complete_time >= ${new Date(startOfDay(first))}`]),
    ...(last === null ? [] : [sql`r.complete_time < ${new Date(startOfDay(addDays(last, 1)))}`]),
  ]
}

function amounts({ minAmount, maxAmount }: OrderFilter): Sql[] {
  return [
    ...(minAmount === undefined ? [] : [sql`r.amount >= ${minor('minAmount', minAmount)}`]),
    ...(maxAmount === undefined ? [] : [sql`r.amount <= ${minor('maxAmount', maxAmount)}`]),
  ]
}

// Whoever has records has them in a currency of two places.
function minor(field: string, text: string): bigint {
  const amount = toMinor(text, 'IDR')
  if (amount === null) throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'rule.format' } })
  return amount
}
