import { toText } from '#contract/money.ts'
import type { Database, Queries, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { openChannels } from '../orders/channels.ts'
import { addDays, DAY, HOUR, startOfDay, wibDay, wibMinute } from '../wib.ts'
import { addAccounts, addReceivingAccounts, DEMO_MERCHANT_NOS, demoAccounts } from './accounts.ts'
import { salesByDay } from './calendar.ts'
import { Chance } from './chance.ts'
import { planMovements, planOpenMovements } from './movements.ts'
import { createDemoPayin } from './payins.ts'
import { createDemoPayout, planOpenPayouts } from './payouts.ts'
import { createWorld, type World } from './world.ts'

export { demoAccounts } from './accounts.ts'

export interface DemoOptions {
  /** The end of the demo data, in milliseconds since 1970. */
  now: number
  orders: number
  seed?: number
  /** Origin of the endpoint that the demo's callbacks went to: `http://127.0.0.1:40123`. */
  callbackOrigin?: string
}

/** A third of the usual rows: the embedded database analyses a demo in 0.3 s instead of 1.1. */
const FIRST_STATISTICS_TARGET = 30

export const isDemo = async (db: Queries): Promise<boolean> => (await db.one(sql`select at from demo_world`)) !== undefined

/**
 * Seeds a database without merchants in one transaction; returns whether it did. The same options produce the same orders,
 * movements and callbacks. Memory use does not grow with their number.
 */
export async function seedDemo(db: Database, options: DemoOptions): Promise<boolean> {
  const write = async (tx: Transaction) => {
    const first = await tx.run(sql`
      insert into demo_world (at, orders)
      select ${new Date(options.now)}, ${options.orders} where not exists (select 1 from merchant)
          on conflict do nothing`)
    if (first === 1) await writeDemoData(tx, options)
    return first === 1
  }
  // A second gateway waits for the first one's demo. Planning the sales of a large one leaves the transaction idle for long.
  const seeded = await db.tx(write, { isUnlimited: true })
  // Plans need statistics immediately; the vacuum, with full ones, follows by itself.
  if (seeded) await db.script(`set local default_statistics_target = ${FIRST_STATISTICS_TARGET}; analyze`)
  return seeded
}

/**
 * Lets the demo merchants sell for ninety days on a fast clock. Each order and movement follows the rules of the gateway and
 * is inserted once, in its final status; the ledger is posted by the gateway's own statement.
 */
async function writeDemoData(tx: Transaction, { now, orders, seed = 1, callbackOrigin }: DemoOptions): Promise<void> {
  await addAccounts(tx, now, callbackOrigin)
  await addReceivingAccounts(tx)
  const merchants = new Map<string, MerchantRow>()
  for (const no of DEMO_MERCHANT_NOS) merchants.set(no, (await merchantByNo(tx, no))!)
  const published = [...merchants.values()].filter(({ username }) => demoAccounts.some((demo) => demo.username === username))
  const world = createWorld(tx, {
    end: now,
    merchants,
    channels: await openChannels(tx, 'PAYIN'),
    payoutChannels: await openChannels(tx, 'PAYOUT'),
    chance: new Chance(seed),
  })
  planSignIns(world, published)
  planNotices(world, published)
  planOpenMovements(world)
  if (orders > 0) planOpenPayouts(world)
  for (const { day, sales } of salesByDay(orders, now, world.chance)) {
    for (const sale of sales) {
      const { shop, at } = sale
      world.at(at, () => createDemoPayin(world, sale))
      if (world.chance.hits(shop.payouts?.share ?? 0)) {
        world.at(at + world.chance.between(0, 2 * HOUR), () => createDemoPayout(world, shop.merchantNo, shop.payouts!))
      }
    }
    planMovements(world, day)
    await world.runUntil(Math.min(startOfDay(day) + DAY, now))
  }
  await world.finish()
  await tx.run(sql`
    insert into order_day (merchant_no, kind, day, status, n, amount, fee)
    select merchant_no, kind, to_date(left(id::text, 6), 'YYMMDD'), status, count(*), sum(amount), sum(fee)
      from orders
     group by 1, 2, 3, 4`)
  const signIns = await tx.all<{ no: string; at: Date }>(sql`
    select merchant_no as no, max(at) as at from audit where action = 'login' group by merchant_no`)
  for (const { no, at } of signIns) await tx.run(sql`update merchant set last_login_time = ${at} where merchant_no = ${no}`)
}

const SIGN_IN_DAYS = 14

/** Schedules sign-ins on most of the last days, always from the same address. */
function planSignIns(world: World, merchants: readonly MerchantRow[]): void {
  const { chance, end } = world
  for (const [index, merchant] of merchants.entries()) {
    for (let days = 0; days < SIGN_IN_DAYS; days++) {
      if (!chance.hits(0.8)) continue
      const at = startOfDay(wibDay(end - days * DAY)) + chance.between(7.5, 17) * HOUR
      world.at(at, () => world.audit(merchant, { action: 'login' }, `103.28.12.${7 + index}`))
    }
  }
}

/** Schedules notices that fit the data. */
function planNotices(world: World, merchants: readonly MerchantRow[]): void {
  const { end } = world
  const night = startOfDay(addDays(wibDay(end), 2))
  const maintenance = { from: wibMinute(night + HOUR), until: wibMinute(night + 3 * HOUR) }
  for (const merchant of merchants) {
    const { merchantNo, otpEnabled, currency } = merchant
    world.at(end - 40 * DAY, () => world.notice(merchant, 'message', 'welcome'))
    if (!otpEnabled) world.at(end - 9 * DAY, () => world.notice(merchant, 'todo', 'passcodeAdvice'))
    world.at(end - 20 * HOUR, () => world.notice(merchant, 'notification', 'maintenance', maintenance))
    world.at(end - HOUR, () => {
      const amount = world.settled.get(merchantNo)
      if (amount) world.notice(merchant, 'notification', 'settlementDone', { amount: toText(amount, currency), currency })
    })
  }
}
