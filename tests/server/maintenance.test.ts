import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { sql } from '../../server/db/sql.ts'
import { migrateOnly, runMaintenance, seedOnly } from '../../server/maintenance.ts'
import { databaseUrl } from '../databases.setup.ts'
import { databases } from '../databases.ts'
import { StandingClock } from '../gateway.ts'

const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

/** Collects the printed lines. */
function terminal() {
  const printed: string[] = []
  const errors: string[] = []
  return { printed, errors, options: { print: printed.push.bind(printed), printError: errors.push.bind(errors), clock } }
}

describe.each(databases)('on $name', ({ open }) => {
  test('the demo is created only in a database without merchants', async () => {
    const db = await open()
    const { printed, options } = terminal()
    const config = readConfig({ SEED_ORDERS: '20' })
    await seedOnly(db, config, options.print, clock)
    expect(printed).toEqual([
      'Created a demo with 20 orders. Sign in as merchant, merchant.otp, submerchant, usdt, agent, staff, restricted.',
    ])
    await expect(seedOnly(db, config, options.print, clock)).rejects.toThrow('There are merchants in this database')
    await db.run(sql`delete from migration where name = '0006_demo.sql'`)
    await db.run(sql`drop table demo_world`)
    await migrateOnly(db, config, options.print)
    await migrateOnly(db, config, options.print)
    expect(printed.slice(1)).toEqual(['Migrated: 0006_demo.sql.', 'Nothing to migrate.'])
    await db.run(sql`insert into migration (name) values ('9999_later.sql')`)
    await expect(migrateOnly(db, config, options.print)).rejects.toThrow(
      'A newer version of Paydesk has migrated the database: 9999_later.sql. Start that version.',
    )
    await db.close()
  })
})

test('a folder can be migrated before the first start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-maintenance-'))
  const { printed, errors, options } = terminal()
  expect(await runMaintenance({ DATA_DIR: join(folder, 'data') }, migrateOnly, options)).toBe(0)
  expect(printed).toEqual([expect.stringMatching(/^Migrated: 0001_merchants\.sql, .*\.sql\.$/)])
  expect(errors).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  [{ GATEWAY_URL: 'http://127.0.0.1:9' }, /^GATEWAY_URL is set/],
  [{ SEED_ORDERS: 'many' }, /^SEED_ORDERS is "many"/],
  [{ DATABASE_URL: 'postgres://127.0.0.1:9/paydesk' }, /^PostgreSQL at 127\.0\.0\.1:9\/paydesk is not available/],
])('with %j it prints one line with the reason and fails', async (environment, line) => {
  const { printed, errors, options } = terminal()
  expect(await runMaintenance(environment, seedOnly, options)).toBe(1)
  expect(errors).toEqual([expect.stringMatching(line)])
  expect(printed).toEqual([])
})

const role = `paydesk_role_${randomUUID().replaceAll('-', '')}`
const OWNER = 'The role must own the database, or have "create" on it and on its schema public.'

describe.runIf(inject('postgres') !== null)('a role of PostgreSQL', () => {
  test.each([
    ['without rights', 'select', `permission denied for schema public. ${OWNER}`],
    [
      'that may create tables only',
      `grant create on schema public to ${role}`,
      `permission denied for database ${role}. ${OWNER}`,
    ],
    [
      'that may only read',
      `alter role ${role} set default_transaction_read_only = on`,
      'it takes no writes. DATABASE_URL must name a server that can be written to, and no standby.',
    ],
    [
      'without a connection left',
      `alter role ${role} connection limit 0`,
      `too many connections for role "${role}". End other connections, or raise the limit of the server, the database or the role.`,
    ],
  ])('%s is reported in one line with a remedy', async (_, settings, line) => {
    const { url } = inject('postgres')!
    const admin = await connect(url)
    await admin.query(`create role ${role} login password 'secret'`)
    await admin.query(`create database ${role}`)
    const address = new URL(databaseUrl(url, role))
    try {
      const owner = await connect(address.href)
      await owner.query(`revoke create on schema public from public; ${settings}`)
      await owner.end()
      address.username = role
      address.password = 'secret'
      const { errors, options } = terminal()
      expect(await runMaintenance({ DATABASE_URL: address.href }, migrateOnly, options)).toBe(1)
      expect(errors).toEqual([`PostgreSQL at ${address.host}/${role} refuses: ${line}`])
    } finally {
      await admin.query(`drop database ${role} with (force)`)
      await admin.query(`drop role ${role}`)
      await admin.end()
    }
  })
})

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}
