import { confirmed, judgedAgain } from './auth/authority.ts'
import type { Database, Transaction } from './db/database.ts'

/** Maximum number of due items processed per run. The rest is processed by the next run. */
export const DUE_BATCH_SIZE = 1_000

/**
 * Processes each due item in a transaction of its own and returns the sum of the results. The items were found without a
 * lock, so `process` must lock its row by key and check again that it is due. It runs again when a merchant that it relied on
 * changed before the commit. A failure does not stop the other items;
 * the first failure is thrown after all are processed.
 */
export async function processDue<Key>(
  db: Database,
  due: readonly Key[],
  process: (tx: Transaction, key: Key) => Promise<number>,
): Promise<number> {
  const failures: unknown[] = []
  let total = 0
  for (const key of due) {
    try {
      total += await judgedAgain(() => confirmed(db).tx((tx) => process(tx, key)))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return total
}
