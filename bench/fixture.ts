import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installQueue } from '../server/callbacks/queue.ts'
import type { Clock } from '../server/clock.ts'
import { type Database, openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { sql } from '../server/db/sql.ts'
import { upkeep } from '../server/db/upkeep.ts'
import { aggregateAccountDays } from '../server/ledger/accountDays.ts'
import { aggregateCounters } from '../server/orders/counters.ts'
import { demoAccounts, seedDemo } from '../server/seed/seed.ts'
import { databaseUrl } from '../tests/databases.setup.ts'
import { openGateway, type TestGateway } from '../tests/gateway.ts'
import { onServer } from '../tests/postgresServer.ts'
import { demoVersion } from './version.ts'

/** A listening gateway on demo data. */
export interface Fixture {
  home: Database['engine']
  gateway: TestGateway
  db: Database
  address: string
  /** Milliseconds since 1970: the end of the demo data. */
  now: number
  close(): Promise<void>
}

/** The display name of its database. */
export const databaseName = ({ home }: Fixture): string => (home === 'embedded' ? 'the embedded database' : 'PostgreSQL')

/** An embedded database, removed on close. Serves the built console if `dist` is given. */
export async function openEmbedded(orders: number, dist?: string): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'))
  const drop = async () => rmSync(folder, { recursive: true, force: true })
  return openFixture(await openDatabase({ dir: join(folder, 'data') }), orders, { drop, dist })
}

/** A new database on a running server, dropped on close. */
export async function openPostgres(server: string, orders: number): Promise<Fixture> {
  // Named like a test database, so that the next test run drops what a killed run leaves behind.
  const name = `paydesk_test_bench_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const drop = async () => void (await onServer(server, `drop database ${name} with (force)`))
  return openFixture(await openDatabase({ url: databaseUrl(server, name) }), orders, { drop })
}

/** The database of the URL, which its server's owner removes. */
export const openMigrated = async (url: string, orders: number): Promise<Fixture> =>
  openFixture(await openDatabase({ url }), orders)

const KEPT = 'paydesk_bench_kept_'
const keptName = (orders: number): string => `${KEPT}${demoVersion()}_${orders}`
const folderOf = (name: string): string => join(tmpdir(), name)

/** An embedded database that is kept for the next run, created if missing. */
export async function cachedEmbedded(orders: number): Promise<Fixture> {
  const dir = folderOf(keptName(orders))
  if (!existsSync(dir)) dropKeptFolders()
  return openFixture(await openDatabase({ dir }), orders)
}

/** The same on a running server. */
export async function cachedPostgres(server: string, orders: number): Promise<Fixture> {
  const name = keptName(orders)
  if (!(await keptDatabases(server)).includes(name)) {
    await dropKeptDatabases(server)
    await onServer(server, `create database ${name}`)
  }
  return openFixture(await openDatabase({ url: databaseUrl(server, name) }), orders)
}

/** Removes the cached databases of all versions that are not in use. */
export async function dropCached(server: string | null): Promise<void> {
  dropKeptFolders()
  if (server !== null) await dropKeptDatabases(server)
}

function dropKeptFolders(): void {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(KEPT))
  for (const name of names) if (!existsSync(folderOf(`.${name}.lock`))) rmSync(folderOf(name), { recursive: true })
}

async function keptDatabases(server: string): Promise<string[]> {
  const { rows } = await onServer(server, `select datname as name from pg_database where datname like '${KEPT}%'`)
  return (rows as { name: string }[]).map(({ name }) => name)
}

async function dropKeptDatabases(server: string): Promise<void> {
  for (const name of await keptDatabases(server)) await onServer(server, `drop database if exists ${name}`).catch(() => {})
}

interface FixtureOptions {
  drop?: () => Promise<void>
  dist?: string | undefined
}

async function openFixture(
  db: Database,
  orders: number,
  { drop = async () => {}, dist = '/nowhere' }: FixtureOptions = {},
): Promise<Fixture> {
  const close = async () => {
    await db.close()
    await drop()
  }
  try {
    const now = await prepareDemo(db, orders)
    const gateway = await openGateway(db, {
      environment: { RATE_LIMIT: '1000000' },
      demoAccounts,
      dist,
      clock: clockFrom(now),
      // The clock starts where an earlier run on this database started: its ids would be made again.
      node: randomInt(1, 1_000),
    })
    const address = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
    return {
      home: db.engine,
      gateway,
      db,
      address,
      now,
      async close() {
        await gateway.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Goes on from the end of the demo data, so that a database of yesterday has orders of today. */
const clockFrom = (start: number): Clock => {
  const ahead = Date.now() - start
  return { now: () => Date.now() - ahead }
}

/** Creates the demo data if missing, and returns its end. */
async function prepareDemo(db: Database, orders: number): Promise<number> {
  await migrate(db)
  await installQueue(db)
  const made = await seedDemo(db, { now: Date.now(), orders })
  // A running gateway does this within seconds, see `server/workers.ts`.
  await aggregateAccountDays(db)
  await aggregateCounters(db)
  // Otherwise a vacuum would run during the measurement.
  if (made) await (db.engine === 'postgres' ? db.script('vacuum (analyze)') : upkeep(db))
  const world = await db.one<{ at: Date }>(sql`select at from demo_world`)
  return world!.at.getTime()
}
