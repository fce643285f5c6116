import type { Queries } from '../db/database.ts'
import { type MerchantRow, scopeOf } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { findOrder, type OrderScope } from './orderQueries.ts'
import { type OrderKind, type OrderRecord, PAYINS } from './orderRow.ts'

/** The orders of a kind that the account sees. */
export const visibleScope = async (db: Queries, merchant: MerchantRow, kind: OrderKind): Promise<OrderScope> => ({
  merchantNos: await scopeOf(db, merchant),
  kind,
})

/**
 * The order of that platform or merchant number among those the account sees; refuses as if it did not exist, and with
 * ORDER_AMBIGUOUS a merchant's number that several of them have, in rupiah or in USDT.
 */
export async function findVisibleOrder(
  db: Queries,
  merchant: MerchantRow,
  number: string,
  kinds: readonly OrderKind[] = PAYINS,
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
