import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { installQueue } from '../server/callbacks/queue.ts'
import { type Database, openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { demoAccounts, seedDemo } from '../server/seed/seed.ts'
import { openGateway, type TestGateway } from '../tests/gateway.ts'
import { within } from '../tests/homes.setup.ts'

/** A gateway that listens, in front of a demo of its own. Both are gone when it is closed. */
export interface House {
  home: Database['home']
  gateway: TestGateway
  db: Database
  address: string
  close(): Promise<void>
}

/** On the embedded database; with the console that was built there, if any. */
export async function openEmbedded(orders: number, dist?: string): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'))
  const drop = async () => rmSync(folder, { recursive: true, force: true })
  return openHouse(await openDatabase({ dir: join(folder, 'data') }), drop, orders, dist)
}

/** On a database of its own of a server that runs. */
export async function openPostgres(server: string, orders: number): Promise<House> {
  // As a test's is called: what a killed run leaves is dropped by the next run of those.
  const name = `paydesk_test_bench_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const drop = () => onServer(server, `drop database ${name} with (force)`)
  return openHouse(await openDatabase({ url: within(server, name) }), drop, orders)
}

async function openHouse(db: Database, drop: () => Promise<void>, orders: number, dist = '/nowhere'): Promise<House> {
  const close = async () => {
    await db.close()
    await drop()
  }
  try {
    await migrate(db)
    await installQueue(db)
    await seedDemo(db, { now: Date.now(), orders })
    const gateway = await openGateway(db, { environment: { RATE_LIMIT: '1000000' }, demoAccounts, dist })
    const address = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
    return {
      home: db.home,
      gateway,
      db,
      address,
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

async function onServer(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
