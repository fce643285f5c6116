import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, describe as suite, test, vi } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { withDeadline } from '../../server/db/deadline.ts'
import { isUnavailable } from '../../server/db/faults.ts'
import { sql } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { fetchCall, openGateway, PASSWORD } from '../gateway.ts'
import { waitForAddress } from '../gatewayAddress.ts'
import { brokenLedger, wrongAccountDays } from '../ledgerChecks.ts'
import { type PostgresServer, startPostgres } from '../postgresServer.ts'
import { SHORT_LIVED } from '../shortLived.ts'

// Needs a server of its own, because it is stopped and frozen.
const describe = inject('postgres') === null ? suite.skip : suite

const MAIN = new URL('../../server/main.ts', import.meta.url).pathname
const SENDER = 'M10000001'
const RECEIVER = 'M10000002'
const LANES = 8
/** How long a money call may take, whatever the database does. */
const MONEY_LIMIT_MS = 10_000

describe('a gateway whose PostgreSQL server', () => {
  let server: PostgresServer
  let gateway: ChildProcess
  let address: string
  let token: string
  let errors = ''

  beforeAll(async () => {
    server = (await startPostgres())!
    const env = {
      PORT: '0',
      DATABASE_URL: server.url,
      SEED: 'demo',
      SEED_ORDERS: '20',
      TRAFFIC: 'off',
      HOLD_SECONDS: '0',
      TRANSFER_TERMS: 'IDR 1 1000 0',
    }
    gateway = spawn(process.execPath, [...SHORT_LIVED, MAIN], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    gateway.stderr!.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    address = await waitForAddress(gateway)
    const login = await ask(calls.login, { username: 'merchant', password: sha256('Paydesk-Demo1') })
    token = (login.body as { data: { token: string } }).data.token
  })
  afterEach(() => expect([gateway.exitCode, gateway.signalCode], errors).toEqual([null, null]))
  afterAll(async () => {
    server.thaw()
    gateway.kill('SIGKILL')
    await server.close()
  })

  interface Reply {
    status: number
    error: string | undefined
    retryAfter: string | null
    ms: number
    body: unknown
  }

  async function ask(row: AnyCall, input: Record<string, unknown>, key?: string): Promise<Reply> {
    const from = performance.now()
    const reply = await fetchCall(address, row, input, { token, idempotencyKey: key })
    const body: unknown = await reply.json()
    const { error } = body as { error?: string }
    return {
      status: reply.status,
      error,
      retryAfter: reply.headers.get('retry-after'),
      ms: performance.now() - from,
      body,
    }
  }

  function transfer(merchantOrderNo: string): Promise<Reply> {
    const content = {
      merchantOrderNo,
      receiveMerchantNo: RECEIVER,
      payAmount: '1.00',
      txnPwd: sha256('Paydesk-Money1'),
    }
    return ask(calls.transfer, sign(content, token, { hash: sha256, now: Date.now() }), merchantOrderNo)
  }

  const health = async () => (await ask(calls.health, {})).status
  const isHealthy = (status: 200 | 503, timeout = 15_000) =>
    vi.waitFor(async () => expect(await health()).toBe(status), { timeout, interval: 200 })

  /** Makes transfers on several lanes until `work` ends, and returns every reply by order number. */
  async function underLoad(prefix: string, work: () => Promise<void>): Promise<Map<string, Reply>> {
    const replies = new Map<string, Reply>()
    let isOver = false
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let n = 0; !isOver; n++) {
        const number = `${prefix}-${lane}-${n}`
        replies.set(number, await transfer(number))
        if (replies.get(number)!.status !== 200) await setTimeout(50)
      }
    })
    await setTimeout(500)
    await work()
    await setTimeout(1_000)
    isOver = true
    await Promise.all(lanes)
    return replies
  }

  async function withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = await openDatabase({ url: server.url })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  /** Checks each reply against the database: 200 was done once, UNAVAILABLE was not done, unknown is done once by a repetition. */
  async function reconcile(prefix: string, replies: Map<string, Reply>): Promise<void> {
    const sent = async () =>
      withDatabase(async (db) => {
        const rows = await db.all<{ number: string; n: number }>(sql`
          select merchant_order_no as number, count(*)::int as n
            from record
           where merchant_no = ${SENDER} and type = 'TRANSFER_OUT' and merchant_order_no like ${`${prefix}-%`}
           group by 1`)
        expect(rows.filter(({ n }) => n > 1)).toEqual([])
        return new Set(rows.map(({ number }) => number))
      })
    const withStatus = (error: string | undefined) =>
      [...replies].filter(([, reply]) => reply.error === error).map(([number]) => number)
    for (const reply of replies.values()) {
      expect([200, 503], reply.error).toContain(reply.status)
      expect(reply.ms).toBeLessThan(MONEY_LIMIT_MS)
      if (reply.status === 503) expect(Number(reply.retryAfter)).toBeGreaterThan(0)
    }
    const [done, refused, unknown] = [undefined, 'UNAVAILABLE', 'OUTCOME_UNKNOWN'].map(withStatus)
    expect(done!.length + refused!.length + unknown!.length).toBe(replies.size)
    expect(done!.length).toBeGreaterThan(0)
    const found = await sent()
    expect(done!.filter((number) => !found.has(number))).toEqual([])
    expect(refused!.filter((number) => found.has(number))).toEqual([])
    for (const number of unknown!) expect((await transfer(number)).status).toBe(200)
    const after = await sent()
    expect(unknown!.filter((number) => !after.has(number))).toEqual([])
    await withDatabase(async (db) => {
      expect(await brokenLedger(db)).toEqual([])
      expect(await wrongAccountDays(db)).toEqual([])
    })
  }

  test('ends its connections keeps running, loses no acknowledged transfer and recovers', async () => {
    const replies = await underLoad('TERMINATE', async () => {
      const admin = new pg.Client(server.url)
      await admin.connect()
      for (let round = 0; round < 10; round++) {
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
        await setTimeout(150)
      }
      await admin.end()
    })
    await isHealthy(200)
    await reconcile('TERMINATE', replies)
    expect((await transfer('TERMINATE-AFTER')).status).toBe(200)
  }, 60_000)

  test('stops at once and starts again keeps running, loses no acknowledged transfer and recovers', async () => {
    for (let round = 0; round < 3; round++) {
      const replies = await underLoad(`STOP${round}`, async () => {
        await server.stopImmediately()
        await isHealthy(503)
        await setTimeout(500)
        await server.start()
        await isHealthy(200)
      })
      await reconcile(`STOP${round}`, replies)
    }
    expect((await transfer('STOP-AFTER')).status).toBe(200)
  }, 120_000)

  test('freezes answers money calls in time, is unhealthy, and recovers', async () => {
    let unhealthyMs = 0
    const replies = await underLoad('FREEZE', async () => {
      server.freeze()
      const from = performance.now()
      expect(await health()).toBe(503)
      unhealthyMs = performance.now() - from
      await setTimeout(15_000)
      expect(await health()).toBe(503)
      server.thaw()
      await isHealthy(200)
    })
    expect(unhealthyMs).toBeLessThan(3_000)
    await reconcile('FREEZE', replies)
    expect((await transfer('FREEZE-AFTER')).status).toBe(200)
  }, 90_000)
})

suite.each(databases)('a disk without space on $name', ({ open }) => {
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

suite.each(databases)('waits on $name', ({ open, name }) => {
  test('a deadline ends a wait for a connection or a statement, and the pool serves again', async () => {
    const db = await open()
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
})
