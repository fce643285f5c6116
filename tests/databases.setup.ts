import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { installQueue } from '../server/callbacks/queue.ts'
import { type Database, openDatabase } from '../server/db/database.ts'
import { isRunning } from '../server/db/embedded/lock.ts'
import { migrate } from '../server/db/migrate.ts'
import { answers, memoryFolder, onServer, type PostgresServer, startPostgres } from './postgresServer.ts'

/** Runs once per test run: creates a snapshot of the migrated embedded database, and a migrated template on PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('snapshot', await snapshotFile())
  shared.testServer ??= findServer()
  const server = await shared.testServer
  if (server === null) warnLoudly()
  project.provide('postgres', server && (await preparedServer(server.url)))
  return async () => server?.close?.()
}

/** A PostgreSQL server and the name of a migrated database on it. */
export interface PostgresTemplate {
  url: string
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    snapshot: string
    postgres: PostgresTemplate | null
  }
}

/** Migrates a new database, as a gateway does on start. */
export async function prepare(db: Database): Promise<void> {
  await migrate(db)
  await installQueue(db)
}

// The sources of the prepared database; a change creates a new snapshot.
const root = join(import.meta.dirname, '..')
const migrations = join(root, 'server/db/migrations')
const PARTS = [
  ...readdirSync(migrations)
    .sort()
    .map((name) => join(migrations, name)),
  join(root, 'server/callbacks/queue.ts'),
  join(root, 'package-lock.json'),
  import.meta.filename,
]
const version = PARTS.reduce((hash, part) => hash.update(readFileSync(part)), createHash('sha256'))
  .digest('hex')
  .slice(0, 16)

async function snapshotFile(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/paydesk')
  const file = join(folder, `${version}.tar`)
  if (existsSync(file)) return file
  const dir = mkdtempSync(join(tmpdir(), 'paydesk-snapshot-'))
  try {
    const db = await openDatabase({ dir: join(dir, 'data') })
    await prepare(db)
    await db.close()
    // Its two template databases make half of the files.
    for (const template of ['1', '4']) rmSync(join(dir, 'data/base', template), { recursive: true })
    const lite = await PGlite.create(join(dir, 'data'))
    const dump = await lite.dumpDataDir('none')
    await lite.close()
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
    renameSync(`${file}.${process.pid}`, file)
    return file
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function preparedServer(url: string): Promise<PostgresTemplate> {
  return { url, template: await template(url, `paydesk_${version}`) }
}

async function template(url: string, name: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await dropLeftovers(client)
    const known = await client.query('select from pg_database where datname = $1', [name])
    if (known.rowCount === 1) return name
    const draft = `paydesk_draft_${randomUUID().slice(0, 8)}`
    await client.query(`create database ${draft}`)
    const db = await openDatabase({ url: databaseUrl(url, draft) })
    await prepare(db)
    await db.close()
    // Another run may have created it first; then this draft is dropped.
    await client.query(`alter database ${draft} rename to ${name}`).catch(() => client.query(`drop database ${draft}`))
    return name
  } finally {
    await client.end()
  }
}

/**
 * Drops databases of killed runs: those without clients whose process has ended. A pool closes idle connections, so a database without
 * clients may still be in use. A test of another run has closed those that allow no connections.
 */
async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; pid: number }>(`
    select datname as name, substring(datname from '^paydesk_test_(\\d+)_')::int as pid
      from pg_database d
     where datname ~ '^paydesk_test_\\d+_' and datallowconn
       and not exists (select from pg_stat_activity a where a.datname = d.datname and a.backend_type = 'client backend')`)
  for (const { name, pid } of rows) if (!isRunning(pid)) await client.query(`drop database if exists ${name}`).catch(() => {})
}

/** Creates an empty, migrated database on the server. */
export async function createDatabase({ url, template }: PostgresTemplate): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `paydesk_test_${process.pid}_${randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database ${name} template ${template}`)
  return {
    url: databaseUrl(url, name),
    async drop() {
      await onServer(url, `drop database ${name} with (force)`)
    },
  }
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** `close` is there for a server that this run has started. */
type TestServer = Pick<PostgresServer, 'url'> & Partial<Pick<PostgresServer, 'close'>>

/** Nothing outlives a test run, and statistics are those that a test asks for. */
const WITHOUT_DURABILITY = { autovacuum: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0 }

/** The projects of a run have setups of their own, in modules of their own. */
const shared: { testServer?: Promise<TestServer | null> } = Object(globalThis)

/** The server of `TEST_DATABASE_URL`, or one of this run in memory, or without installed binaries a running one. */
async function findServer(): Promise<TestServer | null> {
  if (process.env.TEST_DATABASE_URL === undefined) {
    const started = await startPostgres({ parent: memoryFolder(), settings: WITHOUT_DURABILITY })
    if (started !== null) return started
  }
  const url = await runningServer()
  return url === null ? null : { url }
}

/** A running PostgreSQL server: `TEST_DATABASE_URL` if set, else a local one; null when there is none. */
export async function runningServer(): Promise<string | null> {
  const given = process.env.TEST_DATABASE_URL
  const known = ['postgres://root@127.0.0.1:5432/postgres', 'postgres://postgres@127.0.0.1:5432/postgres']
  for (const url of given === undefined ? known : [given]) if (await answers(url)) return url
  if (given !== undefined) throw new Error(`TEST_DATABASE_URL does not answer: ${given}`)
  return null
}

function warnLoudly(): void {
  const line =
    ' NO POSTGRESQL: tests of data and money ran on the embedded database alone, where no race can show. Set TEST_DATABASE_URL. '
  console.warn(`\n\x1b[41m\x1b[97m${'!'.repeat(20)}${line}${'!'.repeat(20)}\x1b[0m\n`)
}
