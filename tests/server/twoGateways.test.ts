import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { OpenPayin } from '#contract/shapes/merchantReplies.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { type Sql, sql } from '../../server/db/sql.ts'
import { movementContext } from '../../server/gateway.ts'
import { brokenLedger, wrongAccountDays, wrongCounters } from '../../server/ledger/checks.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { processMovements } from '../../server/movements/movementWorker.ts'
import { expireDue } from '../../server/payins/payins.ts'
import { settleDue } from '../../server/payins/settlements.ts'
import { processPayouts } from '../../server/payouts/payouts.ts'
import { hasServer, servers } from '../databases.ts'
import { type Endpoint, startEndpoint } from '../endpoint.ts'
import { openGateway, SECRET, StandingClock, type TestGateway } from '../gateway.ts'
import { creditAccount, setTxnPassword, TXN_PASSWORD, withKey } from '../money.ts'
import { createTestPayout } from '../shop.ts'

const SHOPS = ['M00000001', 'M00000002', 'M00000003']
const MANY = 30
const SECOND = 1_000
const MINUTE = 60 * SECOND

describe.runIf(hasServer).each(servers)('two gateways on one $name', ({ open }) => {
  let db: Database
  let endpoint: Endpoint
  let gateways: [TestGateway, TestGateway]
  let tokens: string[]
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    endpoint = await startEndpoint()
    const options = (node: number) => ({
      node,
      clock,
      environment: { SIMULATION: 'on', SESSION_IDLE_MINUTES: '480' },
      callbacks: { allowPrivate: true, demoAddress: null },
    })
    gateways = [await openGateway(db, options(1)), await openGateway(db, options(2))]
    const [one] = gateways
    for (const no of SHOPS) {
      await one.account(no, { notifyAddress: endpoint.address })
      await setTxnPassword(db, no)
      await creditAccount(db, one.ids, no, 100_000_000_000n)
    }
    // A session from one gateway is valid on the other.
    tokens = await Promise.all(SHOPS.map((no) => one.signIn(no)))
  })
  afterAll(async () => {
    expect(await brokenLedger(db)).toEqual([])
    expect(await wrongCounters(db)).toEqual([])
    expect(await wrongAccountDays(db)).toEqual([])
    await Promise.all(gateways.map((gateway) => gateway.close()))
    await endpoint.close()
    await db.close()
  })

  /** The gateway to call next, and the shop. */
  const turn = (n: number) => ({ gateway: gateways[n % 2]!, shop: SHOPS[n % SHOPS.length]!, token: tokens[n % SHOPS.length]! })

  /** Runs the task on both gateways concurrently, twice each, and sums the results. */
  async function together(work: (gateway: TestGateway) => Promise<number>): Promise<number> {
    const done = await Promise.all([...gateways, ...gateways].map(work))
    return done.reduce((sum, one) => sum + one, 0)
  }

  const many = <Result>(work: (n: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: MANY }, (_, n) => work(n)))

  const counted = async (which: Sql) => (await db.one<{ n: number }>(sql`select count(*)::int as n from ${which}`))!.n
  const rowsOf = (type: string) => counted(sql`ledger where type = ${type}`)

  test('make no id twice', async () => {
    await many((n) => turn(n).gateway.payin(turn(n).shop, `SAME-${n}`))
    const ids = await db.all<{ id: string }>(sql`select id from orders`)
    expect(new Set(ids.map(({ id }) => id)).size).toBe(MANY)
  })

  test('return one order for one merchant order number', async () => {
    const fields = { merchantNo: SHOPS[0]!, merchantOrderNo: 'ONE', payAmount: '150000.00', payChannel: 'QRIS' }
    // Every request has a new signature, because each can be used once.
    const replies = await many((n) =>
      turn(n).gateway.ask(calls.openPayin, sign(fields, SECRET, { hash: sha256, now: clock.now() + n }) as never),
    )
    const numbers = replies.map((reply) => reply.json<{ item?: OpenPayin }>().item?.platOrderNo)
    expect(new Set(numbers)).toEqual(new Set([expect.stringMatching(/^\d{19}$/)]))
    expect(await counted(sql`orders where merchant_order_no = 'ONE'`)).toBe(1)
  })

  test('accept one signature once', async () => {
    const fields = { merchantNo: SHOPS[1]!, merchantOrderNo: 'SIGNED', payAmount: '150000.00', payChannel: 'QRIS' }
    const signed = sign(fields, SECRET, { hash: sha256, now: clock.now() })
    const replies = await many((n) => turn(n).gateway.ask(calls.openPayin, signed as never))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('make a transfer once that both receive with the same idempotency key', async () => {
    const token = tokens[0]!
    const ask = (n: number) => {
      const content = { merchantOrderNo: 'KEYED', receiveMerchantNo: SHOPS[1]!, payAmount: '250000.00', txnPwd: TXN_PASSWORD }
      const input = sign(content, token, { hash: sha256, now: clock.now() + n })
      return turn(n).gateway.ask(calls.transfer, input as never, token, withKey('json', token, 'transfer-1'))
    }
    const replies = await many(ask)
    // A concurrent request may get REQUEST_RUNNING, and finds the transfer when it is repeated.
    expect(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
    const found = await Promise.all([ask(MANY), ask(MANY + 1)])
    const ids = [...replies, ...found]
      .filter(({ statusCode }) => statusCode === 200)
      .map((reply) => reply.json<{ item: Movement }>().item.id)
    expect(new Set(ids).size).toBe(1)
    expect(await counted(sql`record where merchant_order_no = 'KEYED' and type = 'TRANSFER_OUT'`)).toBe(1)
    expect([await rowsOf('TRANSFER_OUT'), await rowsOf('TRANSFER_IN')]).toEqual([1, 1])
  })

  test('release frozen money once', async () => {
    await db.run(sql`update merchant set settle_delay_minutes = 30`)
    await many((n) => turn(n).gateway.payin(turn(n).shop, `SETTLED-${n}`, 'SUCCESS'))
    await db.run(sql`update merchant set settle_delay_minutes = 0`)
    clock.advance(31 * MINUTE)
    expect(await together(({ world }) => settleDue(db, world))).toBe(MANY)
    expect(await rowsOf('PAYIN_SETTLE')).toBe(MANY)
    expect(await db.all(sql`select merchant_no from account where payin_freeze > 0`)).toEqual([])
  })

  test('let an order expire once', async () => {
    const pending = await counted(sql`orders where status = 'PENDING'`)
    clock.advance(60 * MINUTE)
    expect(await together(({ world }) => expireDue(db, world))).toBe(pending)
    expect(await counted(sql`order_move where status = 'EXPIRED'`)).toBe(pending)
    expect(await counted(sql`orders where status = 'EXPIRED'`)).toBe(pending)
  })

  test('send a payout to its channel once and process the reply once', async () => {
    const merchants = await Promise.all(SHOPS.map(async (no) => (await merchantByNo(db, no))!))
    await many((n) => createTestPayout(db, turn(n).gateway.world, { merchant: merchants[n % SHOPS.length]! }))
    expect(await together(({ world }) => processPayouts(db, world))).toBe(MANY)
    clock.advance(5 * SECOND)
    expect(await together(({ world }) => processPayouts(db, world))).toBe(MANY)
    const moves = await db.all<{ moves: string[] }>(sql`
      select array_agg(m.status order by m.step) as moves
        from order_move m join orders o on o.merchant_no = m.merchant_no and o.id = m.order_id
       where o.kind = 'PAYOUT'
       group by o.id`)
    expect(moves.map(({ moves: [created, sent, answer, ...more] }) => [created, sent, typeof answer, more])).toEqual(
      Array.from({ length: MANY }, () => ['CREATED', 'PROCESSING', 'string', []]),
    )
    expect((await rowsOf('PAYOUT')) + (await rowsOf('PAYOUT_UNFREEZE'))).toBe(
      MANY - (await counted(sql`orders where kind = 'PAYOUT' and status = 'UNKNOWN'`)),
    )
  })

  test('pay a withdraw once or return it once', async () => {
    const replies = await many((n) => {
      const { gateway, token } = turn(n)
      const content = { merchantOrderNo: `W-${n}`, payAmount: '100000.00', ...BANK, txnPwd: TXN_PASSWORD }
      return gateway.ask(calls.withdraw, sign(content, token, { hash: sha256, now: clock.now() }) as never, token)
    })
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: MANY }, () => 200))
    clock.advance(5 * SECOND)
    expect(await together((gateway) => processMovements(db, movementContext({ ...gateway, demoAccounts: [] })))).toBe(MANY)
    expect((await rowsOf('WITHDRAW')) + (await rowsOf('WITHDRAW_UNFREEZE'))).toBe(MANY)
    expect(await db.all(sql`select id from record where type = 'WITHDRAW' and complete_time is null`)).toEqual([])
  })

  test('report every change once', async () => {
    const owed = await counted(sql`callback where state = 'DUE'`)
    expect(owed).toBeGreaterThan(3 * MANY - 5)
    await Promise.all(gateways.map(({ callbacks }) => callbacks.start()))
    await vi.waitFor(async () => expect(await counted(sql`callback where state <> 'DONE'`)).toBe(0), { timeout: 30_000 })
    expect(endpoint.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      (await db.all<{ id: string }>(sql`select event_id as id from callback`)).map(({ id }) => id).sort(),
    )
    expect(await db.one(sql`select count(*)::int as n, max(number) as most from callback_attempt`)).toEqual({
      n: owed,
      most: 1,
    })
  })
})

const BANK = { bankCode: '014', accountNumber: '5271038864', accountHoldName: 'Siti Rahma' }
