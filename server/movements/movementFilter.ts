import type { MovementType } from '#contract/options.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { readRange, withinDays } from '../dayRanges.ts'
import { allOf, given, isAnyOf, isNoneOf, matches, nameContains, nameExcludes, ofMerchants } from '../db/conditions.ts'
import { type Sql, sql, when } from '../db/sql.ts'
import { amountConditions, asArray, idRange, numberConditions } from '../orders/orderFilter.ts'

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
  const ofSearched =
    merchantNos === 'all'
      ? sql`s.merchant_no = any (array(select merchant_no from merchant))`
      : ofMerchants(sql`s.merchant_no`, merchantNos)
  return allOf([
    isAnyOf(sql`r.type`)(scope.types),
    ...(merchantNos === 'all' ? [] : [ofMerchants(sql`r.merchant_no`, merchantNos)]),
    ...matches(filter, {
      type: sql`r.type`,
      status: sql`r.status`,
      payMethod: sql`r.method`,
      payChannel: sql`r.channel`,
    }),
    ...given(filter.notMerchantNo, isNoneOf(sql`r.merchant_no`)),
    // Both sides of a transfer share the id.
    ...numberConditions(filter, 'record', ofSearched),
    ...given(filter.bankCode, isAnyOf(sql`r.bank_code`)),
    ...given(filter.accountNumber, isAnyOf(sql`r.account_number`)),
    ...given(filter.receiveAccount, (account) => sql`lower(r.receive_account) = lower(${account})`),
    ...given(filter.receiveMerchantNo, (merchantNo) => sql`r.receive_merchant_no = ${merchantNo}`),
    ...given(filter.payerName, nameContains(sql`r.payer_name`)),
    ...given(filter.notPayerName, nameExcludes(sql`r.payer_name`)),
    ...given(filter.receiveName, nameContains(sql`r.receive_name`)),
    ...given(filter.accountHoldName, nameContains(sql`r.account_name`)),
    ...dayConditions(filter),
    // Every currency with movements has two fraction digits.
    ...amountConditions(filter, sql`r.amount`, 'IDR'),
  ])
}

function dayConditions(filter: OrderFilter): Sql[] {
  // A search by number or tail ignores the range of days.
  if (filter.orderNo !== undefined || filter.orderTail !== undefined) return []
  const range = readRange(filter)
  if (filter.dateField === 'completeTime') return withinDays(sql`r.complete_time`, range)
  const { first, end } = idRange(range)
  return [sql`true ${when(first, sql`and r.id >= ${first}`)} ${when(end, sql`and r.id < ${end}`)}`]
}
