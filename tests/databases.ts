import { Blob as NodeBlob } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../server/db/database.ts'
import { databaseUrl } from './databases.setup.ts'

/** Where a test's data lives: every test about data or money runs in each, as `describe.each(homes)`. */
export interface TestDatabase {
  name: 'embedded' | 'postgres'
  /** An empty, migrated database of its own, gone when it is closed. */
  open(): Promise<Database>
}

const postgres = inject('postgres')

// The browser's Blob of a DOM test is not one that PGlite reads.
/** The migrated embedded database, to start another from. */
export const snapshot = (): Blob => new NodeBlob([readFileSync(inject('snapshot'))]) as Blob

export const embedded: TestDatabase = {
  name: 'embedded',
  open: () => openDatabase({ memory: true, snapshot: snapshot() }),
}

/** The homes of this machine. Where races matter, `homes.filter(onServer)`. */
export const databases: TestDatabase[] = [embedded, ...(postgres === null ? [] : [server(postgres)])]

/** Only there can two transactions run at once. */
export const isPostgres = ({ name }: TestDatabase): boolean => name === 'postgres'

function server({ url, template }: { url: string; template: string }): TestDatabase {
  return {
    name: 'postgres',
    async open() {
      const name = `paydesk_test_${randomUUID().replaceAll('-', '')}`
      await onAdmin(url, `create database ${name} template ${template}`)
      const db = await openDatabase({ url: databaseUrl(url, name) })
      return {
        ...db,
        async close() {
          await db.close()
          await onAdmin(url, `drop database ${name} with (force)`)
        },
      }
    },
  }
}

async function onAdmin(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
