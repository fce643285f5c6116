import type { Database, Transaction } from './db/database.ts'

/** How much of what is due is taken up in one turn; the rest has its turn a moment later. */
export const DUE_BATCH_SIZE = 1_000

/**
 * Tends to what was found to be due, each in a transaction of its own, and tells how much came of it. Finding takes no
 * lock, so whoever tends locks one row by its key and looks again whether it is due. What fails keeps none of the others
 * waiting; the first failure is thrown when all have had their turn.
 */
export async function processDue<Key>(
  db: Database,
  due: readonly Key[],
  tend: (tx: Transaction, key: Key) => Promise<number>,
): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for (const key of due) {
    try {
      done += await db.tx((tx) => tend(tx, key))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return done
}
