import { toMinor } from '#contract/money.ts'
import type { MovementType } from '#contract/options.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { nameContains } from '../db/nameSearch.ts'
import { join, type Sql, sql, when } from '../db/sql.ts'
import { anyIgnoringCase, asArray, idRange, isId, parseDayRange, tailConditions } from '../orders/orderFilter.ts'
import { Refusal } from '../refusal.ts'
import { addDays, startOfDay } from '../wib.ts'

/** The merchants and types a query may read. Every query of movements has a scope. */
export interface MovementScope {
  merchantNos: readonly string[] | 'all'
  types: readonly MovementType[]
}

/** The merchants of the scope that the filter includes, without duplicates. Exclusions (`notMerchantNo`) become row conditions. */
export function requestedMerchants({ merchantNos }: MovementScope, { merchantNo }: OrderFilter): MovementScope['merchantNos'] {
  if (merchantNo === undefined) return merchantNos
  const requested = [...new Set(asArray(merchantNo))]
  return merchantNos === 'all' ? requested : requested.filter((no) => merchantNos.includes(no))
}

/**
 * The scope and filter as a condition on a row `r` of `record`; filters that movements do not have are ignored. Throws
 * RANGE_INVALID for an invalid range of days and VALIDATION_FAILED for an invalid amount.
 */
export function movementConditions(scope: MovementScope, filter: OrderFilter): Sql {
  const { types } = scope
  const { status, type, payMethod, payChannel } = filter
  const merchantNos = requestedMerchants(scope, filter)
  const conditions = [
    isAnyOf(sql`r.type`, types),
    ...(merchantNos === 'all' ? [] : [isAnyOf(sql`r.merchant_no`, merchantNos)]),
    ...(type === undefined ? [] : [isAnyOf(sql`r.type`, asArray(type))]),
    ...(status === undefined ? [] : [isAnyOf(sql`r.status`, asArray(status))]),
    ...(payMethod === undefined ? [] : [isAnyOf(sql`r.method`, asArray(payMethod))]),
    ...(payChannel === undefined ? [] : [isAnyOf(sql`r.channel`, asArray(payChannel))]),
    ...exclusions(filter),
    ...numberConditions(merchantNos, filter),
    ...partyConditions(filter),
    ...dayConditions(filter),
    ...amountConditions(filter),
  ]
  return join(conditions, sql` and `)
}

const isAnyOf = (column: Sql, values: readonly string[]): Sql => sql`${column} = any (${values}::text[])`

/** Exclusions. NULL columns pass a negated match. */
function exclusions({ notStatus, notType, notPayMethod, notPayChannel, notMerchantNo, notPayerName }: OrderFilter): Sql[] {
  const isNoneOf = (column: Sql, values: string | string[]) => sql`(${isAnyOf(column, asArray(values))}) is not true`
  return [
    ...(notStatus === undefined ? [] : [isNoneOf(sql`r.status`, notStatus)]),
    ...(notType === undefined ? [] : [isNoneOf(sql`r.type`, notType)]),
    ...(notPayMethod === undefined ? [] : [isNoneOf(sql`r.method`, notPayMethod)]),
    ...(notPayChannel === undefined ? [] : [isNoneOf(sql`r.channel`, notPayChannel)]),
    ...(notMerchantNo === undefined ? [] : [isNoneOf(sql`r.merchant_no`, notMerchantNo)]),
    ...(notPayerName === undefined ? [] : [sql`(${nameContains(sql`r.payer_name`, notPayerName)}) is not true`]),
  ]
}

/** Searches by number. Each condition finds ids by its own index; both sides of a transfer share the id. */
function numberConditions(
  merchantNos: MovementScope['merchantNos'],
  { orderNo, orderTail, merchantOrderNo, platOrderNo, payOrderNo }: OrderFilter,
): Sql[] {
  // These indexes start with the merchant, so a search of the whole platform probes each merchant.
  const merchantList = merchantNos === 'all' ? sql`array(select merchant_no from merchant)` : sql`${merchantNos}::text[]`
  const idsWith = (...conditions: Sql[]) =>
    sql`r.id = any (array(${join(
      conditions.map(
        (condition) => sql`select s.id from record s where s.merchant_no = any (${merchantList}) and ${condition}`,
      ),
      sql` union `,
    )}))`
  const ownNumber = (numbers: string | string[]) => sql`lower(s.merchant_order_no) = ${anyIgnoringCase(numbers)}`
  const channelNumber = (numbers: string | string[]) => sql`lower(s.pay_order_no) = ${anyIgnoringCase(numbers)}`
  const ids = (numbers: string | string[]) => asArray(numbers).filter(isId)
  const byId = (numbers: string | string[]) => (ids(numbers).length === 0 ? [] : [sql`s.id = any (${ids(numbers)}::bigint[])`])
  return [
    ...(orderNo === undefined ? [] : [idsWith(ownNumber(orderNo), channelNumber(orderNo), ...byId(orderNo))]),
    ...(orderTail === undefined ? [] : [idsWith(...asArray(orderTail).flatMap(tailConditions))]),
    ...(merchantOrderNo === undefined ? [] : [idsWith(ownNumber(merchantOrderNo))]),
    ...(platOrderNo === undefined ? [] : [sql`r.id = any (${ids(platOrderNo)}::bigint[])`]),
    ...(payOrderNo === undefined ? [] : [idsWith(channelNumber(payOrderNo))]),
  ]
}

function partyConditions(filter: OrderFilter): Sql[] {
  const { accountNumber, receiveAccount, receiveMerchantNo, accountHoldName, bankCode, payerName, receiveName } = filter
  return [
    ...(accountNumber === undefined ? [] : [isAnyOf(sql`r.account_number`, asArray(accountNumber))]),
    ...(receiveAccount === undefined ? [] : [sql`lower(r.receive_account) = lower(${receiveAccount})`]),
    ...(receiveMerchantNo === undefined ? [] : [sql`r.receive_merchant_no = ${receiveMerchantNo}`]),
    ...(bankCode === undefined ? [] : [sql`r.bank_code = any (${asArray(bankCode)}::text[])`]),
    ...(payerName === undefined ? [] : [nameContains(sql`r.payer_name`, payerName)]),
    ...(receiveName === undefined ? [] : [nameContains(sql`r.receive_name`, receiveName)]),
    ...(accountHoldName === undefined ? [] : [nameContains(sql`r.account_name`, accountHoldName)]),
  ]
}

function dayConditions(filter: OrderFilter): Sql[] {
  // A search by number or tail ignores the range of days.
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

function amountConditions({ minAmount, maxAmount }: OrderFilter): Sql[] {
  return [
    ...(minAmount === undefined ? [] : [sql`r.amount >= ${parseMinor('minAmount', minAmount)}`]),
    ...(maxAmount === undefined ? [] : [sql`r.amount <= ${parseMinor('maxAmount', maxAmount)}`]),
  ]
}

// Every currency with movements has two fraction digits.
function parseMinor(field: string, text: string): bigint {
  const amount = toMinor(text, 'IDR')
  if (amount === null) throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'rule.format' } })
  return amount
}
