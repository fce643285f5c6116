import type { Review } from '#contract/options.ts'
import { noteChanged } from '../changes/changes.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { OrderKey } from './orderStore.ts'

/** Marks an order as its merchant's people found it, whatever it was marked before. */
export async function setReview(
  tx: Transaction,
  { merchantNo, kind, id }: OrderKey,
  mark: Review,
  note: string | null,
): Promise<void> {
  await tx.run(sql`
    update orders set review = ${mark === 'NONE' ? null : mark}, review_note = ${note}
     where merchant_no = ${merchantNo} and kind = ${kind} and id = ${id}`)
  await noteChanged(tx, { merchantNo, kind, id })
}
