import { Blob as NodeBlob } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../server/db/database.ts'
import { createDatabase, type PostgresTemplate } from './databases.setup.ts'

/** A kind of test database. Every test about data or money runs on each, with `describe.each(databases)`. */
export interface TestDatabase {
  name: 'embedded' | 'postgres' | 'citus'
  /** Creates an empty, migrated database, dropped on close. */
  open(): Promise<Database>
}

const postgres = inject('postgres')

// PGlite cannot read the Blob of jsdom.
/** A snapshot of the migrated embedded database. */
export const snapshot = (): Blob => new NodeBlob([readFileSync(inject('snapshot'))]) as Blob

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

/** Only PostgreSQL, with or without Citus, can run two transactions at once. */
export const isPostgres = ({ name }: TestDatabase): boolean => name !== 'embedded'

function server(postgres: PostgresTemplate): TestDatabase {
  return {
    name: postgres.citus ? 'citus' : 'postgres',
    async open() {
      const created = await createDatabase(postgres)
      const db = await openDatabase({ url: created.url })
      return {
        ...db,
        async close() {
          await db.close()
          await created.drop()
        },
      }
    },
  }
}
