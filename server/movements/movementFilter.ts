import type { MovementType } from '#contract/options.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { nameContains } from '../db/nameSearch.ts'
import { join, type Sql, sql, when } from '../db/sql.ts'
import {
  amountConditions,
  asArray,
  completionConditions,
  given,
  idRange,
  isAnyOf,
  isNoneOf,
  nameExcludes,
  numberConditions,
  parseDayRange,
} from '../orders/orderFilter.ts'

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
  const merchantNos = requestedMerchants(scope, filter)
  // A search of the whole platform probes each merchant.
  const merchantList = merchantNos === 'all' ? sql`array(select merchant_no from merchant)` : sql`${merchantNos}::text[]`
  const conditions = [
    isAnyOf(sql`r.type`)(scope.types),
    ...(merchantNos === 'all' ? [] : [isAnyOf(sql`r.merchant_no`)(merchantNos)]),
    ...given(filter.type, isAnyOf(sql`r.type`)),
    ...given(filter.status, isAnyOf(sql`r.status`)),
    ...given(filter.payMethod, isAnyOf(sql`r.method`)),
    ...given(filter.payChannel, isAnyOf(sql`r.channel`)),
    ...given(filter.notStatus, isNoneOf(sql`r.status`)),
    ...given(filter.notType, isNoneOf(sql`r.type`)),
    ...given(filter.notPayMethod, isNoneOf(sql`r.method`)),
    ...given(filter.notPayChannel, isNoneOf(sql`r.channel`)),
    ...given(filter.notMerchantNo, isNoneOf(sql`r.merchant_no`)),
    ...given(filter.notPayerName, (name) => nameExcludes(sql`r.payer_name`, name)),
    // Both sides of a transfer share the id.
    ...numberConditions(filter, 'record', merchantList),
    ...given(filter.accountNumber, isAnyOf(sql`r.account_number`)),
    ...given(filter.receiveAccount, (account) => sql`lower(r.receive_account) = lower(${account})`),
    ...given(filter.receiveMerchantNo, (merchantNo) => sql`r.receive_merchant_no = ${merchantNo}`),
    ...given(filter.bankCode, isAnyOf(sql`r.bank_code`)),
    ...given(filter.payerName, (name) => nameContains(sql`r.payer_name`, name)),
    ...given(filter.receiveName, (name) => nameContains(sql`r.receive_name`, name)),
    ...given(filter.accountHoldName, (name) => nameContains(sql`r.account_name`, name)),
    ...dayConditions(filter),
    // Every currency with movements has two fraction digits.
    ...amountConditions(filter, sql`r.amount`, 'IDR'),
  ]
  return join(conditions, sql` and `)
}

function dayConditions(filter: OrderFilter): Sql[] {
  // A search by number or tail ignores the range of days.
  if (filter.orderNo !== undefined || filter.orderTail !== undefined) return []
  const range = parseDayRange(filter)
  if (filter.dateField === 'completeTime') return completionConditions(sql`r.complete_time`, range)
  const { first, end } = idRange(range)
  return [sql`true ${when(first, sql`and r.id >= ${first}`)} ${when(end, sql`and r.id < ${end}`)}`]
}
