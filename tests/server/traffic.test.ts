import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { sql } from '../../server/db/sql.ts'
import { createTraffic } from '../../server/demo/traffic.ts'
import { brokenLedger, wrongCounters } from '../../server/ledger/checks.ts'
import { Chance } from '../../server/seed/chance.ts'
import { seedDemo } from '../../server/seed/seed.ts'
import { HOUR, MINUTE } from '../../server/wib.ts'
import { quickest } from '../databases.ts'
import { openGateway, StandingClock } from '../gateway.ts'

const NOON = Date.parse('2026-11-21T12:00:00+07:00')

test('payers of a demo go on: payins are created, paid, refused, and stay within the rules of the ledger', async () => {
  const db = await quickest.open()
  await seedDemo(db, { now: NOON, orders: 60 })
  const clock = new StandingClock(NOON)
  const gateway = await openGateway(db, { clock, environment: { SIMULATION: 'on' } })
  const { callbacks, config, ids } = gateway
  const traffic = createTraffic(
    { db, clock, config, ids, callbacks, demoAccounts: [] },
    { perMinute: 2, chance: new Chance(7) },
  )
  let next = NOON
  while (next < NOON + 3 * HOUR) {
    clock.advance(next - clock.now())
    next = Math.max(await traffic.run(), next + 1)
  }
  const rows = await db.all<{ status: string; n: number; merchants: number }>(sql`
    select status, count(*)::int as n, count(distinct merchant_no)::int as merchants
      from orders
     where create_time > ${new Date(NOON)} group by status`)
  const count = rows.reduce((all, { n }) => all + n, 0)
  // Two a minute on the average of a day, and more at noon.
  expect(count).toBeGreaterThan(300)
  expect(count).toBeLessThan(700)
  const statuses = rows.map(({ status }) => status)
  expect(statuses).toEqual(expect.arrayContaining(['SUCCESS', 'PENDING', 'FAILED']))
  expect(rows.find(({ status }) => status === 'SUCCESS')!.merchants).toBeGreaterThan(3)
  const due = await db.one<{ n: number }>(sql`select count(*)::int as n from callback where create_time > ${new Date(NOON)}`)
  expect(due!.n).toBeGreaterThan(20)
  expect(await brokenLedger(db)).toEqual([])
  expect(await wrongCounters(db)).toEqual([])
  await gateway.close()
  await db.close()
})

test('the night is calmer than the day, and a merchant that may not receive sells nothing', async () => {
  const db = await quickest.open()
  await seedDemo(db, { now: NOON, orders: 20 })
  await db.run(sql`update merchant set status = 'FROZEN' where merchant_no = 'M10000001'`)
  const sold = async (from: number) => {
    const clock = new StandingClock(from)
    const gateway = await openGateway(db, { clock, environment: { SIMULATION: 'on' }, node: from % 500 })
    const { callbacks, config, ids } = gateway
    const traffic = createTraffic(
      { db, clock, config, ids, callbacks, demoAccounts: [] },
      { perMinute: 2, chance: new Chance(3) },
    )
    for (let next = from; next < from + 30 * MINUTE; next = Math.max(await traffic.run(), next + 1))
      clock.advance(next - clock.now())
    await gateway.close()
    const row = await db.one<{ n: number; frozen: number }>(sql`
      select count(*)::int as n, count(*) filter (where merchant_no = 'M10000001')::int as frozen
        from orders where create_time > ${new Date(from)}`)
    return row!
  }
  const evening = await sold(Date.parse('2026-11-22T19:00:00+07:00'))
  const night = await sold(Date.parse('2026-11-23T03:00:00+07:00'))
  expect(night.n).toBeGreaterThan(0)
  expect(evening.n).toBeGreaterThan(2 * night.n)
  expect(evening.frozen + night.frozen).toBe(0)
  await db.close()
})

test('traffic is on in a demo, and can be another number or off', () => {
  expect(
    [{}, { TRAFFIC: 'off' }, { TRAFFIC: '0' }, { TRAFFIC: '12' }].map((environment) => readConfig(environment).traffic),
  ).toEqual([2, 0, 0, 12])
})
