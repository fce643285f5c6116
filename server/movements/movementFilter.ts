import type { MovementType } from '#contract/options.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { readRange, withinDays } from '../dayRanges.ts'
import { allOf, given, isAnyOf, isNoneOf, matches, nameContains, nameExcludes, ofMerchants } from '../db/conditions.ts'
import { type Sql, sql, when } from '../db/sql.ts'
import {
  amountConditions,
  asArray,
  idRange,
  numberConditions,
  patternConditions,
  timeConditions,
} from '../orders/orderFilter.ts'
import { readTree, treeCondition } from '../orders/treeCondition.ts'

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
  const conditions = (one: OrderFilter) => rowConditions(one, ofSearched)
  return allOf([
    isAnyOf(sql`r.type`)(scope.types),
    ...(merchantNos === 'all' ? [] : [ofMerchants(sql`r.merchant_no`, merchantNos)]),
    ...conditions(filter),
    ...dayConditions(filter),
    ...given(filter.where, (text) => {
      const ofMerchant = ({ merchantNo }: OrderFilter) => given(merchantNo, isAnyOf(sql`r.merchant_no`))
      return treeCondition(readTree(text), (one) => [...ofMerchant(one), ...conditions(one), ...rangeConditions(one)])
    }),
  ])
}

/** The conditions on a row `r` besides the included merchants and the days. */
const rowConditions = (filter: OrderFilter, ofSearched: Sql): Sql[] => [
  ...matches(filter, {
    type: sql`r.type`,
    status: sql`r.status`,
    payMethod: sql`r.method`,
    payChannel: sql`r.channel`,
  }),
  ...given(filter.notMerchantNo, isNoneOf(sql`r.merchant_no`)),
  // Both sides of a transfer share the id.
  ...numberConditions(filter, 'record', ofSearched),
  ...patternConditions(filter, 'r'),
  ...given(filter.bankCode, isAnyOf(sql`r.bank_code`)),
  ...given(filter.accountNumber, isAnyOf(sql`r.account_number`)),
  ...given(filter.receiveAccount, (account) => sql`lower(r.receive_account) = lower(${account})`),
  ...given(filter.receiveMerchantNo, (merchantNo) => sql`r.receive_merchant_no = ${merchantNo}`),
  ...given(filter.payerName, nameContains(sql`r.payer_name`)),
  ...given(filter.notPayerName, nameExcludes(sql`r.payer_name`)),
  ...given(filter.receiveName, nameContains(sql`r.receive_name`)),
  ...given(filter.accountHoldName, nameContains(sql`r.account_name`)),
  ...timeConditions(filter, sql`r.id`, sql`r.complete_time`),
  // Every currency with movements has two fraction digits.
  ...amountConditions(filter, sql`r.amount`, 'IDR'),
]

/** A search by number or tail ignores the range of days. */
const dayConditions = (filter: OrderFilter): Sql[] =>
  filter.orderNo !== undefined || filter.orderTail !== undefined ? [] : rangeConditions(filter)

function rangeConditions(filter: OrderFilter): Sql[] {
  const range = readRange(filter)
  if (filter.dateField === 'completeTime') return withinDays(sql`r.complete_time`, range)
  const { first, end } = idRange(range)
  return [sql`true ${when(first, sql`and r.id >= ${first}`)} ${when(end, sql`and r.id < ${end}`)}`]
}
