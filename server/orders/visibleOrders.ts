import { ALL_ORDER_KINDS, directionOf, kindsOf, type OrderKind } from '#contract/kinds.ts'
import { mayNotify } from '../auth/permissions.ts'
import type { Queries } from '../db/database.ts'
import { type MerchantRow, scopeOf } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { OrderScope } from './orderFilter.ts'
import { assertNumbersOf, type OrderNumbers } from './orderNumbers.ts'
import { findByMerchantOrderNo, findOrder } from './orderQueries.ts'
import type { OrderRecord } from './orderRow.ts'
import { viewerOf } from './viewer.ts'

export const visibleScope = async (db: Queries, merchant: MerchantRow, kind: OrderKind): Promise<OrderScope> => ({
  merchantNos: await scopeOf(db, merchant),
  kind,
  viewer: viewerOf(merchant),
})

/**
 * Finds an order in the scope of the account by platform or merchant order number. Throws ORDER_NOT_FOUND, or
 * ORDER_AMBIGUOUS when several orders have the merchant order number, also across kinds.
 */
export async function findVisibleOrder(
  db: Queries,
  merchant: MerchantRow,
  number: string,
  kinds: readonly OrderKind[] = kindsOf('PAYIN'),
): Promise<OrderRecord> {
  const merchantNos = await scopeOf(db, merchant)
  const found: OrderRecord[] = []
  for (const kind of kinds) {
    const order = await findOrder(db, { merchantNos, kind }, number)
    if (order?.id === number) return order
    if (order !== undefined) found.push(order)
  }
  if (found.length > 1) throw new Refusal('ORDER_AMBIGUOUS')
  if (found[0] === undefined) throw new Refusal('ORDER_NOT_FOUND')
  return found[0]
}

/**
 * Finds an order by one or both of its numbers. Other than above, a number alone must be of one order only: throws ORDER_AMBIGUOUS when
 * it is also the merchant order number of another one. Throws ORDER_NOT_FOUND when the two numbers are not of the same order.
 */
export async function findNumberedOrder(
  db: Queries,
  merchant: MerchantRow,
  numbers: OrderNumbers,
  kinds: readonly OrderKind[],
): Promise<OrderRecord> {
  const order = await findVisibleOrder(db, merchant, numbers.platOrderNo ?? numbers.merchantOrderNo, kinds)
  await assertNumbersOf(order, numbers, async (number) => {
    const merchantNos = await scopeOf(db, merchant)
    return Promise.all(kinds.map((kind) => findByMerchantOrderNo(db, { merchantNos, kind }, number)))
  })
  return order
}

/** Finds an order as above, of any kind, to mark, note or assign it. Throws FORBIDDEN without the permission to send its callback. */
export async function findAnnotatedOrder(db: Queries, merchant: MerchantRow, number: string): Promise<OrderRecord> {
  const order = await findVisibleOrder(db, merchant, number, ALL_ORDER_KINDS)
  if (!mayNotify(merchant, directionOf(order.kind))) throw new Refusal('FORBIDDEN')
  return order
}
