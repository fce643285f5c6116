import { PgBoss } from 'pg-boss'
import type { Database, Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { OrderKey } from './pendingCallbacks.ts'

const NAME = 'callback'
const POLL_SECONDS = 1
const BATCH = 20

/** Says when to look at an order's callback. What is due stands in the callback itself, so a job too many does no harm. */
export interface Queue {
  /** Looks at the order after so many milliseconds; inside a transaction, only if that commits. */
  schedule(key: OrderKey, delayMs: number, within?: Queries): Promise<void>
  /** Looks at each of the orders as soon as it can, if the transaction commits. */
  scheduleAll(keys: readonly OrderKey[], within: Queries): Promise<void>
  /** Looks now, instead of at the next poll, for what was woken in a transaction that has committed. */
  flush(): void
  stop(): Promise<void>
}

/** Makes the queue's own tables, or brings them up to date. Behind the gate of the migrations, one gateway at a time. */
export async function installQueue(db: Database): Promise<void> {
  if (db.engine === 'embedded') return install(db)
  await db.tx(async (tx) => {
    await tx.one(sql`select name from migration where name = 'gate' for update`)
    await install(db)
  })
}

async function install(db: Database): Promise<void> {
  const boss = await startBoss(db, true)
  await boss.stop({ graceful: false })
}

/** Hands over each order whose time has come. Waits for `look`, so that it decides how many it takes on. */
export async function openQueue(
  db: Database,
  { look, failed }: { look: (key: OrderKey) => Promise<void>; failed: (error: Error) => void },
): Promise<Queue> {
  const boss = await startBoss(db, false)
  boss.on('error', failed)
  const options = { pollingIntervalSeconds: POLL_SECONDS, batchSize: BATCH, burstWhenBatchFull: true }
  const worker = await boss.work<OrderKey>(NAME, options, async (jobs) => {
    for (const { data } of jobs) await look(data)
  })
  return {
    async schedule(key, delayMs, within) {
      await boss.send(NAME, jobOf(key), { startAfter: delayMs / 1_000, ...(within && { db: sqlOf(within) }) })
    },
    async scheduleAll(keys, within) {
      await boss.insert(
        NAME,
        keys.map((key) => ({ data: jobOf(key) })),
        { db: sqlOf(within) },
      )
    },
    flush: () => boss.notifyWorker(worker),
    stop: () => boss.stop({ graceful: false }),
  }
}

const jobOf = ({ merchantNo, kind, id }: OrderKey): OrderKey => ({ merchantNo, kind, id })

async function startBoss(db: Database, migrate: boolean): Promise<PgBoss> {
  const boss = new PgBoss({
    db: sqlOf(db),
    backend: db.engine === 'embedded' ? 'pglite' : 'postgres',
    migrate,
    createSchema: migrate,
    schedule: false,
    monitorVacuum: false,
    reindex: false,
  })
  await boss.start()
  // A job lost with its gateway is not repeated: the sweep of what is overdue finds its order.
  if (migrate) await boss.createQueue(NAME, { retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 60 })
  return boss
}

const sqlOf = (db: Queries) => ({
  // biome-ignore lint/suspicious/noExplicitAny: the library reads its own columns from them
  executeSql: async (text: string, values?: unknown[]) => (await db.script(text, values)) as { rows: any[] },
})
