import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { sql } from '../../server/db/sql.ts'
import { migrateOnly, runMaintenance, seedOnly } from '../../server/maintenance.ts'
import { databases } from '../databases.ts'
import { StandingClock } from '../gateway.ts'

const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

/** What somebody at a terminal reads. */
function terminal() {
  const said: string[] = []
  const complained: string[] = []
  return { said, complained, world: { say: said.push.bind(said), complain: complained.push.bind(complained), clock } }
}

describe.each(databases)('on $name', ({ open }) => {
  test('the demo is made in a database that has no merchants, and in no other', async () => {
    const db = await open()
    const { said, world } = terminal()
    const config = readConfig({ SEED_ORDERS: '20' })
    await seedOnly(db, config, world.say, clock)
    expect(said).toEqual([
      'Created a demo with 20 orders. Sign in as merchant, merchant.otp, submerchant, usdt, agent, staff, restricted.',
    ])
    await expect(seedOnly(db, config, world.say, clock)).rejects.toThrow('There are merchants in this database')
    await db.run(sql`delete from migration where name = '0006_demo.sql'`)
    await db.run(sql`drop table demo_world`)
    await migrateOnly(db, config, world.say)
    await migrateOnly(db, config, world.say)
    expect(said.slice(1)).toEqual(['Migrated: 0006_demo.sql.', 'Nothing to migrate.'])
    await db.close()
  })
})

test('a folder is migrated before any gateway starts on it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-maintenance-'))
  const { said, complained, world } = terminal()
  expect(await runMaintenance({ DATA_DIR: join(folder, 'data') }, migrateOnly, world)).toBe(0)
  expect(said).toEqual([expect.stringMatching(/^Migrated: 0001_merchants\.sql, .*\.sql\.$/)])
  expect(complained).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  [{ GATEWAY_URL: 'http://127.0.0.1:9' }, /^GATEWAY_URL is set/],
  [{ SEED_ORDERS: 'many' }, /^SEED_ORDERS is "many"/],
  [{ DATABASE_URL: 'postgres://127.0.0.1:9/paydesk' }, /^PostgreSQL at 127\.0\.0\.1:9\/paydesk is not available/],
])('with %j it says in one line why it cannot', async (environment, line) => {
  const { said, complained, world } = terminal()
  expect(await runMaintenance(environment, seedOnly, world)).toBe(1)
  expect(complained).toEqual([expect.stringMatching(line)])
  expect(said).toEqual([])
})
