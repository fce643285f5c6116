import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { installQueue } from '../../server/callbacks/queue.ts'
import { openDatabase } from '../../server/db/database.ts'
import { distributeTables } from '../../server/db/distribute.ts'
import { migrate } from '../../server/db/migrate.ts'
import { NODE_SETTINGS } from '../../server/db/poolSettings.ts'
import { databaseUrl } from '../databases.setup.ts'
import { type PostgresServer, startPostgres, startStandby } from '../postgresServer.ts'
import { citusBinaries, findCitus } from './citusFiles.ts'

const SETTINGS = {
  // A copied database does not have the settings of its template.
  ...NODE_SETTINGS,
  shared_preload_libraries: 'citus',
  shared_buffers: '64MB',
  max_connections: 400,
  max_prepared_transactions: 400,
  // One for the daemon of each database.
  max_worker_processes: 100,
  max_wal_size: '4GB',
  'citus.shard_count': 4,
  'citus.node_conninfo': 'sslmode=disable',
  'citus.enable_statistics_collection': 'off',
  'citus.max_adaptive_executor_pool_size': 4,
}

/** For nodes that are ended: what they have prepared holds its locks until Citus recovers it. The default is a minute. */
export const RECOVERS_SOON = { 'citus.recover_2pc_interval': '2s' }

export interface CitusCluster {
  coordinator: PostgresServer
  workers: readonly PostgresServer[]
  /** Creates a database, by default a migrated one whose tables are distributed. */
  createDatabase(options?: { empty?: boolean }): Promise<string>
  /** Starts a standby of a node, for which its commits wait from now on. */
  startStandby(node: PostgresServer): Promise<PostgresServer>
  /** Drops the database of the URL. */
  dropDatabase(url: string): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a coordinator and two workers on free loopback ports, with their data in `parent`; null when PostgreSQL 15 or the extension
 * is missing.
 */
export async function startCitus(more: Record<string, string> = {}, parent = tmpdir()): Promise<CitusCluster | null> {
  const files = findCitus()
  if (files === null) return null
  const dir = mkdtempSync(join(tmpdir(), 'paydesk-citus-'))
  // PostgreSQL runs as another user when this process is root.
  chmodSync(dir, 0o755)
  const bin = citusBinaries(dir, files)
  const settings = { ...SETTINGS, ...more }
  const started = await Promise.all([1, 2, 3].map(() => startPostgres({ parent, bin, settings })))
  const servers = started.filter((server) => server !== null)
  const [coordinator, ...workers] = servers as [PostgresServer, ...PostgresServer[]]
  // A server warns of a setting that it does not know, and starts without it.
  for (const name of Object.keys(settings)) await run(coordinator.url, `show ${name}`)
  const onAll = (text: string) => Promise.all(servers.map(({ url }) => run(url, text)))
  const standbys: PostgresServer[] = []
  let template: Promise<string> | undefined

  async function createEmpty(name: string): Promise<string> {
    await onAll(`create database ${name}`)
    await Promise.all(servers.map(({ url }) => run(databaseUrl(url, name), 'create extension citus')))
    const url = databaseUrl(coordinator.url, name)
    await run(url, `select citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator)})`)
    for (const worker of workers) await run(url, `select citus_add_node('127.0.0.1', ${portOf(worker)})`)
    return url
  }

  async function createTemplate(): Promise<string> {
    const name = 'paydesk_template'
    const db = await openDatabase({ url: await createEmpty(name) })
    await migrate(db)
    await installQueue(db)
    await distributeTables(db)
    await db.close()
    // A database with connections is not copied; the daemon that Citus starts in each has one.
    await onAll(`alter database ${name} with allow_connections false is_template true`)
    await onAll(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`)
    return name
  }

  return {
    coordinator,
    workers,
    async createDatabase({ empty = false } = {}) {
      const name = `paydesk_test_${randomUUID().replaceAll('-', '')}`
      if (empty) return createEmpty(name)
      template ??= createTemplate()
      await onAll(`create database ${name} template ${await template} strategy file_copy`)
      return databaseUrl(coordinator.url, name)
    },
    async startStandby(node) {
      const standby = await startStandby(node, { parent, bin, settings })
      standbys.push(standby)
      return standby
    },
    async dropDatabase(url) {
      const name = new URL(url).pathname.slice(1)
      // The coordinator first: it connects to the same database of the workers.
      for (const { url: server } of servers) await drop(server, name)
    },
    async close() {
      await Promise.all([...servers, ...standbys].map((server) => server.close()))
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const portOf = ({ url }: PostgresServer): string => new URL(url).port

const OBJECT_IN_USE = '55006'
const MOST_DROPS = 4

/** PostgreSQL waits five seconds for the connections that it ends; on a busy machine that is not always enough. */
async function drop(server: string, name: string): Promise<void> {
  // The daemon of the database would start again and connect between the end of its connections and the drop.
  await run(server, `alter database ${name} with allow_connections false`)
  for (let tries = 1; ; tries++) {
    try {
      return await run(server, `drop database ${name} with (force)`)
    } catch (error) {
      if (tries === MOST_DROPS || !(error instanceof pg.DatabaseError) || error.code !== OBJECT_IN_USE) throw error
    }
  }
}

/** Runs one statement in a connection of its own. Copies of one template wait for each other. */
async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c lock_timeout=0' })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
