import { PgBoss } from 'pg-boss'
import type { Database, Queries } from '../db/database.ts'
import type { Product } from '../db/product.ts'
import { sql } from '../db/sql.ts'
import type { OrderKey } from '../orders/orderRow.ts'

const NAME = 'callback'
const POLL_SECONDS = 1
const BATCH = 20

/** Wakes the sender when a callback is due. The `callback` row is authoritative, so a redundant job does no harm. */
export type Queue = Awaited<ReturnType<typeof openQueue>>

/** Creates or migrates the tables of the queue. The migration lock lets one gateway do so at a time. */
export async function installQueue(db: Database): Promise<void> {
  if (db.engine === 'embedded') return install(db)
  const work = async (tx: Queries) => {
    await tx.one(sql`select name from migration where name = 'gate' for update`)
    await install(db)
  }
  await db.tx(work, { isUnlimited: true })
}

/** Without time limits, because a migration of pg-boss may create indexes on a full table, and would begin again at every start. */
const install = (db: Database): Promise<void> =>
  db.withoutLimits(async (queries) => {
    const boss = await startBoss(queries, { backend: await db.product(), migrate: true, onError: () => {} })
    await boss.stop({ graceful: false })
  })

/** Calls `start` with orders that are due. */
export async function openQueue(
  db: Database,
  { start, onError }: { start: (keys: readonly OrderKey[]) => void; onError: (error: Error) => void },
) {
  const boss = await startBoss(db, { backend: await db.product(), migrate: false, onError })
  const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: BATCH, burstWhenBatchFull: true }
  const worker = await boss.work<OrderKey>(NAME, options, async (jobs) => {
    start(jobs.map(({ data }) => data))
  })
  return {
    /** Schedules the order after `delayMs`; with `within`, only if that transaction commits. */
    async schedule({ merchantNo, kind, id }: OrderKey, delayMs: number, within?: Queries): Promise<void> {
      await boss.send(NAME, { merchantNo, kind, id }, { startAfter: delayMs / 1_000, ...(within && { db: sqlOf(within) }) })
    },
    /** Polls now instead of at the next interval, for jobs of a transaction that has committed. */
    flush: (): void => boss.notifyWorker(worker),
    stop: (): Promise<void> => boss.stop({ graceful: false }),
  }
}

interface BossOptions {
  backend: Product
  migrate: boolean
  onError: (error: Error) => void
}

async function startBoss(db: Queries, { backend, migrate, onError }: BossOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    db: sqlOf(db),
    backend,
    migrate,
    createSchema: migrate,
    schedule: false,
    monitorVacuum: false,
    reindex: false,
  })
  // Before it starts, because an error without a listener would end the process.
  boss.on('error', onError)
  await boss.start()
  // A job lost with its gateway is not retried: the sweep for overdue callbacks finds the order.
  if (migrate) await boss.createQueue(NAME, { retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 60 })
  return boss
}

const sqlOf = (db: Queries) => ({
  // biome-ignore lint/suspicious/noExplicitAny: pg-boss reads its own columns from the rows
  executeSql: async (text: string, values?: unknown[]) => (await db.script(text, values)) as { rows: any[] },
})
