import type { Database, Queries, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { upkeep } from '../db/upkeep.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { payinChannels, payoutChannels } from '../orders/channels.ts'
import { addAccounts, DEMO_MERCHANT_NOS, demoAccounts } from './accounts.ts'
import { Chance } from './chance.ts'
import { addAuditEvents, addNotices, signIns } from './noticesAndAudit.ts'
import { populate } from './world.ts'

export { demoAccounts } from './accounts.ts'

export interface DemoOptions {
  /** The end of the demo data, in milliseconds since 1970. */
  now: number
  orders: number
  /** The seed of the random number generator. */
  seed?: number
}

/** Whether the database contains demo data. */
export const isDemo = async (db: Queries): Promise<boolean> => (await db.one(sql`select at from demo_world`)) !== undefined

/**
 * Seeds a database without merchants in one transaction; returns whether it did. The same options produce the same orders,
 * movements and callbacks. Memory use does not grow with their number.
 */
export async function seedDemo(db: Database, options: DemoOptions): Promise<boolean> {
  const seeded = await db.tx(async (tx) => {
    const first = await tx.run(sql`
      insert into demo_world (at, orders)
      select ${new Date(options.now)}, ${options.orders} where not exists (select from merchant)
          on conflict do nothing`)
    if (first === 1) await writeDemoData(tx, options)
    return first === 1
  })
  // A PostgreSQL server vacuums by itself, but needs table statistics immediately.
  if (seeded) await (db.engine === 'embedded' ? upkeep(db) : db.script('analyze'))
  return seeded
}

async function writeDemoData(tx: Transaction, { now, orders, seed = 1 }: DemoOptions): Promise<void> {
  const chance = new Chance(seed)
  await addAccounts(tx, now)
  const merchants = new Map<string, MerchantRow>()
  for (const no of DEMO_MERCHANT_NOS) merchants.set(no, (await merchantByNo(tx, no))!)
  const channels = await payinChannels(tx)
  const { auditEvents, givenUp } = await populate(tx, orders, {
    now,
    merchants,
    channels,
    payoutChannels: await payoutChannels(tx),
    chance,
  })
  const published = [...merchants.values()].filter(({ username }) => demoAccounts.some((demo) => demo.username === username))
  await addAuditEvents(tx, [...auditEvents, ...signIns(published, now, chance)])
  await tx.run(sql`
    update merchant m
       set last_login_time = (select max(at) from audit a where a.merchant_no = m.merchant_no and a.action = 'login')`)
  await addNotices(tx, published, { now, givenUp })
}
