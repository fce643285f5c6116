import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../server/db/database.ts'
import { databaseUrl, prepare } from '../tests/databases.setup.ts'
import { answers, onServer, startPostgres } from '../tests/postgresServer.ts'
import type { FullDiskTarget } from './full.ts'
import { mountSmallDisk, type SmallDisk } from './smallDisk.ts'
import { waitUntil } from './waitUntil.ts'

const REVIVED_MS = 10_000
const ENDED_MS = 60_000

/** A migrated database of its own, for gateways in child processes. */
export interface TargetDatabase {
  name: Database['engine'] | 'citus'
  /** The settings of a gateway on it. */
  environment: Record<string, string>
  /** Opens it in this process. The embedded database must not be open anywhere else. */
  use<Outcome>(work: (db: Database) => Promise<Outcome>): Promise<Outcome>
  /** Removes it. */
  close(): Promise<void>
}

export async function embeddedTarget(parent = tmpdir()): Promise<TargetDatabase> {
  const folder = mkdtempSync(join(parent, 'paydesk-torture-'))
  const dir = join(folder, 'data')
  return prepared({
    name: 'embedded',
    environment: { DATA_DIR: dir },
    use: (work) => using(openDatabase({ dir }), work),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  })
}

export async function postgresTarget(server: string): Promise<TargetDatabase> {
  // Named like a test database, so that the next test run drops what a killed run leaves behind.
  const name = `paydesk_test_torture_${randomUUID().replaceAll('-', '')}`
  const url = databaseUrl(server, name)
  await onServer(server, `create database ${name}`)
  // An open connection keeps other test runs from dropping the database while no gateway uses it.
  const guard = new pg.Client(url)
  await guard.connect()
  return prepared({
    name: 'postgres',
    environment: { DATABASE_URL: url },
    use: (work) => using(openDatabase({ url }), work),
    async close() {
      await guard.end()
      await onServer(server, `drop database ${name} with (force)`)
    },
  })
}

/** On a small disk: the embedded database, or a PostgreSQL server of its own. */
export async function fullDiskTarget(name: Database['engine']): Promise<FullDiskTarget> {
  const disk = mountSmallDisk()
  if (disk === null) throw new Error('No disk can be mounted.')
  try {
    const target = name === 'embedded' ? await embeddedTarget(disk.folder) : await serverOn(disk)
    const close = async () => {
      await target.close()
      disk.close()
    }
    return { ...target, disk, close }
  } catch (error) {
    disk.close()
    throw error
  }
}

async function serverOn({ folder }: SmallDisk): Promise<Omit<FullDiskTarget, 'disk'>> {
  const server = await startPostgres({ parent: folder })
  if (server === null) throw new Error('There are no binaries of PostgreSQL.')
  const { url, hasEnded, start, close } = server
  const target = await prepared({
    name: 'postgres',
    environment: { DATABASE_URL: url },
    use: (work) => using(openDatabase({ url }), work),
    close,
  })
  return {
    ...target,
    server: {
      end: () => waitUntil(async () => hasEnded() || endLogSegment(url), ENDED_MS),
      async revive() {
        // After a crash it starts again by itself, if there is space for that.
        await waitUntil(async () => hasEnded() || answers(url), REVIVED_MS)
        if (!hasEnded()) return false
        // Processes of the ended server may still hold its memory: then the first start is refused.
        return waitUntil(
          () =>
            start().then(
              () => true,
              () => false,
            ),
          REVIVED_MS,
        )
      },
    },
  }
}

/** Begins another segment of the write-ahead log. Without space for it the server ends, and so does its recovery. */
async function endLogSegment(url: string): Promise<false> {
  const text = `select pg_logical_emit_message(false, 'torture', ''); select pg_switch_wal()`
  await onServer(url, text).catch(() => {})
  return false
}

async function prepared(target: TargetDatabase): Promise<TargetDatabase> {
  try {
    await target.use(prepare)
    return target
  } catch (error) {
    await target.close()
    throw error
  }
}

/** A migrated database by its URL, which is not removed. */
export const urlTarget = (name: TargetDatabase['name'], url: string): TargetDatabase => ({
  name,
  environment: { DATABASE_URL: url },
  use: (work) => using(openDatabase({ url }), work),
  close: async () => {},
})

async function using<Outcome>(opening: Promise<Database>, work: (db: Database) => Promise<Outcome>): Promise<Outcome> {
  const db = await opening
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
