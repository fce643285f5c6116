import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'
import { createDatabase, type PostgresTemplate } from './databases.setup.ts'

/** A kind of test database. Every test about data or money runs on each, with `describe.each(databases)`. */
export interface TestDatabase {
  name: 'embedded' | 'postgres' | 'citus'
  /** Creates an empty, migrated database, dropped on close. */
  open(): Promise<Database>
}

const postgres = inject('postgres')

/** Path of a snapshot of the migrated embedded database. */
export const snapshot = (): string => inject('snapshot')

/** Fills a data folder with the migrated embedded database, for tests of something else: a gateway takes six seconds of a core to make it. */
export function fillFolder(dir: string): void {
  mkdirSync(dir, { recursive: true })
  execFileSync('tar', ['-xf', snapshot(), '-C', dir], { stdio: 'ignore' })
}

export const embedded: TestDatabase = {
  name: 'embedded',
  open: () => openDatabase({ memory: true, snapshot: snapshot() }),
}

/** The databases available on this machine. Where races matter, `databases.filter(isPostgres)`. */
export const databases: TestDatabase[] = [embedded, ...(postgres === null ? [] : [server(postgres)])]

/**
 * The database of tests about something else: PostgreSQL where there is one, because opening and filling an embedded one takes
 * seconds of a core.
 */
export const quickest: TestDatabase = databases.at(-1)!

const lender: string | null | undefined = inject('citus')

/** Citus with distributed tables, where it is available and the project of the test has its setup. */
export const citus: TestDatabase[] = lender == null ? [] : [cluster(lender)]

/** The databases of tests about money, races, idempotency and the gateway as a whole. */
export const withCitus: TestDatabase[] = [...databases, ...citus]

/** Only PostgreSQL and Citus can run two transactions at once. */
export const isPostgres = ({ name }: TestDatabase): boolean => name !== 'embedded'

/** Whether there is a server. Tests that need one run with `describe.runIf(hasServer).each(servers)`. */
export const hasServer = postgres !== null
/** PostgreSQL and Citus. Without a server the embedded database stands in for them: a file must have tests, also if all are skipped. */
export const servers: TestDatabase[] = hasServer ? withCitus.filter(isPostgres) : [embedded]

/** How many connections wait for a lock, on all nodes of Citus. */
export async function countWaiting(db: Database): Promise<number> {
  const activity = (await db.product()) === 'citus' ? sql`citus_stat_activity` : sql`pg_stat_activity`
  const row = await db.one<{ n: number }>(sql`
    select count(*)::int as n from ${activity} where wait_event_type = 'Lock' and datname = current_database()`)
  return row!.n
}

function server(postgres: PostgresTemplate): TestDatabase {
  return {
    name: 'postgres',
    async open() {
      const { url, drop } = await createDatabase(postgres)
      return openThenDrop(url, drop)
    },
  }
}

function cluster(lender: string): TestDatabase {
  return {
    name: 'citus',
    async open() {
      const url = await ask(lender, 'POST')
      return openThenDrop(url, () => ask(lender, 'DELETE', url))
    },
  }
}

/** An empty database with Citus and its nodes, dropped on close. */
export async function openEmptyCitus(): Promise<Database> {
  const url = await ask(`${lender}/empty`, 'POST')
  return openThenDrop(url, () => ask(lender!, 'DELETE', url))
}

async function ask(address: string, method: 'POST' | 'DELETE', body?: string): Promise<string> {
  const reply = await fetch(address, { method, ...(body !== undefined && { body }) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(text)
  return text
}

async function openThenDrop(url: string, drop: () => Promise<unknown>): Promise<Database> {
  const db = await openDatabase({ url })
  return {
    ...db,
    async close() {
      await db.close()
      await drop()
    },
  }
}
