import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../server/db/database.ts'
import { databaseUrl, onServer, prepare } from '../tests/databases.setup.ts'

/** A migrated database of its own, for gateways in child processes. */
export interface TargetDatabase {
  name: Database['engine']
  /** The settings of a gateway on it. */
  environment: Record<string, string>
  /** Opens it in this process. The embedded database must not be open anywhere else. */
  use<Outcome>(work: (db: Database) => Promise<Outcome>): Promise<Outcome>
  /** Removes it. */
  close(): Promise<void>
}

export async function embeddedTarget(): Promise<TargetDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-torture-'))
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

async function prepared(target: TargetDatabase): Promise<TargetDatabase> {
  try {
    await target.use(prepare)
    return target
  } catch (error) {
    await target.close()
    throw error
  }
}

async function using<Outcome>(opening: Promise<Database>, work: (db: Database) => Promise<Outcome>): Promise<Outcome> {
  const db = await opening
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
