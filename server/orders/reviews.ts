import type { Review } from '#contract/options.ts'
import { noteChanged } from '../changes/changes.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { OrderKey } from './orderRow.ts'

/** Sets the review of an order and replaces an earlier one. */
export async function setReview(
  tx: Transaction,
  { merchantNo, kind, id }: OrderKey,
  review: Review,
  note: string | null,
): Promise<void> {
  await tx.run(sql`
    update orders set review = ${review === 'NONE' ? null : review}, review_note = ${note}
     where merchant_no = ${merchantNo} and kind = ${kind} and id = ${id}`)
  await noteChanged(tx, { merchantNo, kind, id })
}
