import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, describe as suite, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { Transaction } from '../../server/db/database.ts'
import { withDeadline } from '../../server/db/deadline.ts'
import { isUnavailable } from '../../server/db/faults.ts'
import { sql } from '../../server/db/sql.ts'
import { withCitus } from '../databases.ts'
import { openGateway, PASSWORD } from '../gateway.ts'
import { memoryFolder, type PostgresServer, startPostgres } from '../postgresServer.ts'
import { TransferLoad } from '../transferLoad.ts'

// Needs a server of its own, because it is stopped and frozen.
const describe = inject('postgres') === null ? suite.skip : suite

describe('a gateway whose PostgreSQL server', () => {
  let server: PostgresServer
  let load: TransferLoad

  beforeAll(async () => {
    server = (await startPostgres({ parent: memoryFolder() }))!
    load = await TransferLoad.start(server.url)
  })
  afterEach(() => load.expectRunning())
  afterAll(async () => {
    server.thaw()
    load.close()
    // A second end would wait forever if it asked for one of its own.
    await Promise.all([server.close(), server.close()])
    await server.close()
  })

  test('ends its connections keeps running, loses no acknowledged transfer and recovers', async () => {
    const replies = await load.during('TERMINATE', async () => {
      const admin = new pg.Client(server.url)
      await admin.connect()
      for (let round = 0; round < 10; round++) {
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
        await setTimeout(150)
      }
      await admin.end()
    })
    await load.isHealthy(200)
    await load.reconcile('TERMINATE', replies)
    expect((await load.transfer('TERMINATE-AFTER')).status).toBe(200)
  }, 60_000)

  test('stops at once and starts again keeps running, loses no acknowledged transfer and recovers', async () => {
    for (let round = 0; round < 3; round++) {
      const replies = await load.during(`STOP${round}`, async () => {
        await server.stopImmediately()
        await load.isHealthy(503)
        await setTimeout(500)
        await server.start()
        await load.isHealthy(200)
      })
      await load.reconcile(`STOP${round}`, replies)
    }
    expect((await load.transfer('STOP-AFTER')).status).toBe(200)
  }, 120_000)

  test('freezes answers money calls in time, is unhealthy, and recovers', async () => {
    let unhealthyMs = 0
    const replies = await load.during('FREEZE', async () => {
      server.freeze()
      const from = performance.now()
      expect(await load.health()).toBe(503)
      unhealthyMs = performance.now() - from
      await setTimeout(15_000)
      expect(await load.health()).toBe(503)
      server.thaw()
      await load.isHealthy(200)
    })
    expect(unhealthyMs).toBeLessThan(3_000)
    await load.reconcile('FREEZE', replies)
    expect((await load.transfer('FREEZE-AFTER')).status).toBe(200)
  }, 90_000)
})

suite.each(withCitus)('a disk without space on $name', ({ open }) => {
  test('answers 503, makes the gateway unhealthy, and is noticed when there is space again', async () => {
    const db = await open()
    const own = await openGateway(db)
    await own.account('M00000001')
    const login = () => own.ask(calls.login, { username: 'm00000001', password: PASSWORD })
    const healthy = async () => (await own.ask(calls.health, {})).statusCode
    expect([(await login()).statusCode, await healthy()]).toEqual([200, 200])
    await db.script(`
      create function disk_full() returns trigger language plpgsql
          as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_session before insert on session for each row execute function disk_full();
      create trigger full_node before insert on gateway_node for each row execute function disk_full()`)
    const refused = await login()
    expect([refused.statusCode, refused.json<ErrorBody>().error]).toEqual([503, 'UNAVAILABLE'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect([await healthy(), await healthy()]).toEqual([503, 503])
    await db.script('drop function disk_full cascade')
    expect([await healthy(), (await login()).statusCode, await healthy()]).toEqual([200, 200, 200])
    expect(await db.all(sql`select node from gateway_node where node < 0`)).toEqual([])
    await own.close()
    await db.close()
  })
})

suite.each(withCitus)('waits on $name', ({ open, name }) => {
  test('a deadline ends a wait for a connection or a statement, and the pool serves again', async () => {
    const db = await open()
    // Otherwise the first transactions ask for it, and hold their connections later.
    await db.product()
    const busy = Array.from({ length: name === 'embedded' ? 1 : 10 }, () => db.tx((tx) => tx.one(sql`select pg_sleep(1)`)))
    const from = performance.now()
    await expect(withDeadline(300, () => db.one(sql`select 1 as n`))).rejects.toThrow('did not answer in time')
    expect(performance.now() - from).toBeLessThan(900)
    await Promise.all(busy)
    const slow = withDeadline(200, () => db.tx((tx) => tx.one(sql`select pg_sleep(2)`)))
    await expect(slow).rejects.toSatisfy((error: Error) => isUnavailable(error))
    expect(await db.one(sql`select 1 as n`)).toEqual({ n: 1 })
    await db.close()
  })

  test('an answer that takes longer than usual is only awaited without limits', async () => {
    const db = await open()
    await db.product()
    db.pool.options.query_timeout = 200
    const sleep = async (tx: Transaction) => {
      await tx.run(sql`select pg_sleep(0.5)`)
      await tx.script('select pg_sleep(0.5)')
      const limits = sql`select setting from pg_settings where name ~ '^(statement|lock|idle_in_transaction_session)_timeout$'`
      return (await tx.all<{ setting: string }>(limits)).map(({ setting }) => setting)
    }
    await expect(db.tx(sleep)).rejects.toThrow('timeout')
    expect(await db.tx(sleep, { isUnlimited: true })).toEqual(['0', '0', '0'])
    await db.close()
  })

  test('raw text that waits behind statements refused by the deadline is refused, too', async () => {
    const db = await open()
    await db.product()
    await db.run(sql`select 1`)
    const limitMs = 1_000
    const end = performance.now() + limitMs
    const late = withDeadline(limitMs, () =>
      db.tx(async (tx) => {
        await tx.run(sql`select 1`)
        tx.send(sql`select 2`)
        // The event loop is busy until the deadline is over.
        while (performance.now() < end + 10);
        await tx.script('select 3')
      }),
    )
    await expect(late).rejects.toThrow('did not answer in time')
    expect(db.pool.idleCount).toBe(db.pool.totalCount)
    await db.close()
  })
})
