import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { systemClock as clock } from '../../server/clock.ts'
import { openDatabase } from '../../server/db/database.ts'
import { isReadOnly } from '../../server/db/faults.ts'
import { sql } from '../../server/db/sql.ts'
import { runMaintenance, verifyOnly } from '../../server/maintenance.ts'
import { hasServer, quickest } from '../databases.ts'
import { memoryFolder, onServer, type PostgresServer, startPostgres, startStandby } from '../postgresServer.ts'
import { openRelay, type Relay } from '../relay.ts'
import { TransferLoad } from '../transferLoad.ts'

// Needs servers of its own, because one of them is stopped.
describe.runIf(hasServer)('a gateway whose PostgreSQL server has a standby', () => {
  let primary: PostgresServer
  let standby: PostgresServer
  let relay: Relay
  let load: TransferLoad

  beforeAll(async () => {
    const parent = memoryFolder()
    primary = (await startPostgres({ parent }))!
    standby = await startStandby(primary, { parent })
    relay = await openRelay(primary.url)
    load = await TransferLoad.start(relay.url)
  }, 120_000)
  afterEach(() => load.expectRunning())
  afterAll(async () => {
    load?.close()
    await relay?.interrupt()
    await standby?.close()
    await primary?.close()
  })

  test('has its books verified on the standby', async () => {
    expect((await load.transfer('VERIFY')).status).toBe(200)
    const printed: string[] = []
    const print = (line: string) => printed.push(line)
    const options = { print, printError: print, clock, onlyReads: true }
    expect(await runMaintenance({ DATABASE_URL: standby.url }, verifyOnly, options)).toBe(0)
    expect(printed).toEqual([expect.stringMatching(/^\d+ balances, \d+ ledger entries, .* agree\.$/)])
  })

  test('that answers instead of the server gets neither writes nor reads, and no restart is needed afterwards', async () => {
    const replies = await load.during('WRONG', async () => {
      relay.leadTo(standby.url)
      await load.isHealthy(503)
      expect(await load.read()).toBe(503)
      relay.leadTo(primary.url)
      await load.isHealthy(200)
      expect(await load.read()).toBe(200)
    })
    await load.reconcile('WRONG', replies)
  }, 60_000)

  test('that takes over loses no acknowledged transfer, and no restart is needed', async () => {
    const replies = await load.during('FAILOVER', async () => {
      await primary.stopImmediately()
      await load.isHealthy(503)
      await onServer(standby.url, 'select pg_promote()')
      relay.leadTo(standby.url)
      await load.isHealthy(200)
    })
    await load.reconcile('FAILOVER', replies)
    expect((await load.transfer('FAILOVER-AFTER')).status).toBe(200)
  }, 60_000)
})

describe.runIf(hasServer)('a connection without the limits of the gateway', () => {
  test('is refused: a pooler has dropped them', async () => {
    const db = await openDatabase({ url: `${inject('postgres')!.url}?lock_timeout=0` })
    await expect(db.run(sql`select 1`)).rejects.toMatchObject({
      code: '08P01',
      message: 'the limits of the connection did not reach it',
    })
    await db.close()
  })
})

describe.runIf(hasServer)('a connection that takes no writes any more', () => {
  test('is closed, also when it is kept by a proxy', async () => {
    const db = await quickest.open()
    await db.run(sql`set default_transaction_read_only = on`)
    await expect(db.run(sql`create table one (n int)`)).rejects.toSatisfy(isReadOnly)
    await db.run(sql`create table one (n int)`)
    await db.close()
  })
})
