import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Changes } from '#contract/rows/changes.ts'
import { KEPT_CHANGES, numberChanges } from '../../server/changes/changes.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { transitionMovement } from '../../server/movements/movements.ts'
import { transfer } from '../../server/movements/sendMoney.ts'
import { TERMS } from '../../server/movements/terms.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { createPayin, transitionPayin } from '../../server/payins/payins.ts'
import { databases, isPostgres } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'
import { creditAccount } from '../money.ts'

type Asked = Partial<InputOf<typeof calls.changes>>

describe.each(databases)('changes of a list on $name', (home) => {
  let db: Database
  let gateways: TestGateway[]
  let gateway: TestGateway
  let other: TestGateway
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    db = await home.open()
    gateways = [await openGateway(db), await openGateway(db, { node: 2 })]
    ;[gateway, other] = gateways as [TestGateway, TestGateway]
    await gateway.account('M00000001')
    await gateway.account('M00000002', { kind: 'subMerchant', parentNo: 'M00000001' })
    await gateway.account('M00000003')
    await gateway.account('M00000004', { kind: 'umerchant' })
    await gateway.account('M00000005', { kind: 'staff' })
    await gateway.account('M00000006', { kind: 'delegate' })
    await gateway.account('M00000007', { permissionKeys: ['transaction', 'payout'] })
    await db.run(sql`update merchant set agent_no = 'M00000006' where merchant_no = 'M00000001'`)
    for (let n = 1; n <= 7; n++) tokens[n] = await gateway.signIn(`M0000000${n}`)
  })
  afterAll(async () => {
    for (const one of gateways) await one.close()
    await db.close()
  })

  const ask = async (who: number, { list = 'payinList', ...input }: Asked, at = gateway): Promise<Changes> => {
    const reply = await at.ask(calls.changes, { list, ...input }, tokens[who])
    expect(reply.statusCode).toBe(200)
    return reply.json<{ item: Changes }>().item
  }
  const markOf = async (who: number, asked: Asked = {}) => (await ask(who, asked)).mark!
  const reportedRows = ({ rows }: Changes) => rows.map(({ matches, row }) => [row.platOrderNo, row.status, matches])
  const move = (order: OrderRecord, to: 'SUCCESS' | 'FAILED' | 'EXPIRED', at = gateway) =>
    db.tx((tx) => transitionPayin(tx, at.world, order, to))
  let number = 0
  const payin = (merchantNo = 'M00000001', at = gateway) => at.payin(merchantNo, `C-${++number}`)

  test('without a mark nothing is counted and a mark is returned', async () => {
    await payin()
    const { mark, ...counts } = await ask(1, {})
    expect(mark).toMatch(/^M00000001:\d+/)
    expect(counts).toEqual({ created: 0, changed: 0, more: false, createdIds: [], rows: [] })
  })

  test('an existing row is not new, however late it is numbered', async () => {
    const [before] = [await payin()]
    const since = await markOf(1)
    const after = await payin()
    await move(before, 'SUCCESS')
    const changes = await ask(1, { since })
    expect([changes.created, changes.createdIds, changes.changed]).toEqual([1, [after.id], 1])
    expect(reportedRows(changes)).toEqual([[before.id, 'SUCCESS', true]])
  })

  test('an order that is created and paid counts as one new order', async () => {
    const since = await markOf(1)
    await move(await payin(), 'SUCCESS')
    await numberChanges(db)
    expect(await ask(1, { since })).toMatchObject({ created: 1, changed: 0, rows: [] })
  })

  test('counts respect the filter, and a row that left it is reported as not matching', async () => {
    const [paid, failed, waiting] = [await payin(), await payin(), await payin()]
    const since = await markOf(1)
    await move(paid, 'SUCCESS')
    await move(failed, 'FAILED')
    const [made] = [await payin()]
    await move(await payin(), 'SUCCESS')
    const pending = await ask(1, { since, status: 'PENDING' })
    expect([pending.created, pending.changed, pending.more]).toEqual([1, 0, false])
    expect(pending.createdIds).toContain(made.id)
    expect(reportedRows(pending)).toEqual([
      [failed.id, 'FAILED', false],
      [paid.id, 'SUCCESS', false],
    ])
    const successful = await ask(1, { since, status: ['SUCCESS', 'REFUNDED'] })
    expect([successful.created, successful.changed]).toEqual([1, 1])
    expect(await ask(1, { since, platOrderNo: [waiting.id, paid.id] })).toMatchObject({ created: 0, changed: 1 })
    expect(await ask(1, { since, startDate: '2020-01-01', endDate: '2020-01-02' })).toMatchObject({ created: 0, changed: 0 })
    expect(await ask(1, { since, minAmount: '999999.00' })).toMatchObject({ created: 0, changed: 0 })
    expect(await ask(1, { since, list: 'payoutList' })).toMatchObject({ created: 0, changed: 0, rows: [] })
  })

  test('a row is reported once and again only after another change; counts continue from the same mark', async () => {
    const [one, two] = [await payin(), await payin()]
    const since = await markOf(1)
    await move(one, 'EXPIRED')
    const first = await ask(1, { since })
    await move(two, 'SUCCESS')
    const second = await ask(1, { since, told: first.mark! })
    expect([second.changed, reportedRows(second)]).toEqual([2, [[two.id, 'SUCCESS', true]]])
    await move(one, 'SUCCESS')
    expect(reportedRows(await ask(1, { since, told: second.mark! }))).toEqual([[one.id, 'SUCCESS', true]])
  })

  test('a sent callback changes its order', async () => {
    const order = await payin()
    await db.run(sql`update merchant set payin_notify_address = 'http://127.0.0.1:9/' where merchant_no = 'M00000001'`)
    await move(order, 'SUCCESS')
    const since = await markOf(1)
    await gateway.ask(calls.payinNotify, { id: order.id }, tokens[1])
    const { rows } = await ask(1, { since })
    expect(rows.map(({ row }) => [row.platOrderNo, 'notifyAttempts' in row && row.notifyAttempts])).toEqual([[order.id, 1]])
    await db.run(sql`update merchant set payin_notify_address = null where merchant_no = 'M00000001'`)
  })

  test('a redelivery changes its orders, and so does its cancellation', async () => {
    await db.run(sql`update merchant set payin_notify_address = 'http://127.0.0.1:9/' where merchant_no = 'M00000001'`)
    const orders = [await payin(), await payin()]
    for (const order of orders) {
      await move(order, 'SUCCESS')
      await db.run(sql`update callback set state = 'GIVEN_UP', next_time = null where order_id = ${order.id}`)
      await db.run(sql`update orders set notify_status = 'FAILED' where id = ${order.id}`)
    }
    const address = { merchantNo: 'M00000001', direction: 'PAYIN' } as const
    const shown = [...orders].reverse()
    for (const [call, status] of [
      [calls.redeliver, 'PENDING'],
      [calls.cancelRedelivery, 'FAILED'],
    ] as const) {
      const since = await markOf(1)
      expect((await gateway.ask(call, address, tokens[1])).statusCode).toBe(200)
      const { rows } = await ask(1, { since })
      expect(rows.map(({ row }) => [row.platOrderNo, 'notifyStatus' in row && row.notifyStatus])).toEqual(
        shown.map(({ id }) => [id, status]),
      )
    }
    await db.run(sql`update merchant set payin_notify_address = null where merchant_no = 'M00000001'`)
  })

  test('each account sees the changes of its own list', async () => {
    const marks = { 1: await markOf(1), 2: await markOf(2), 3: await markOf(3), 5: await markOf(5) }
    const agentMark = await markOf(6, { list: 'agentPayinList' })
    const mine = await payin()
    await payin('M00000002')
    await payin('M00000003')
    const counts = await Promise.all(
      ([1, 2, 3, 5] as const).map(async (who) => (await ask(who, { since: marks[who] })).created),
    )
    expect(counts).toEqual([2, 1, 1, 3])
    expect(await ask(6, { list: 'agentPayinList', since: agentMark })).toMatchObject({ created: 1 })
    await move(mine, 'SUCCESS')
    const { rows } = await ask(6, {
      list: 'agentPayinList',
      since: agentMark,
      told: await markOf(6, { list: 'agentPayinList' }),
    })
    expect(rows).toEqual([])
    // A mark that names other merchants gives no access to them.
    expect((await ask(3, { since: 'M00000001:0,M00000003:0' })).created).toBeLessThan(3)
  })

  test('an agent receives no telephone numbers', async () => {
    const order = await payin()
    const since = await markOf(6, { list: 'agentPayinList' })
    await move(order, 'SUCCESS')
    const [{ row } = { row: null }] = (await ask(6, { list: 'agentPayinList', since })).rows
    expect(row).toMatchObject({ platOrderNo: order.id, mobile: null })
  })

  test('an account without permission for a list gets no changes of it', async () => {
    const refused = async (who: number, list: Asked['list']) =>
      (await gateway.ask(calls.changes, { list: list! }, tokens[who])).statusCode
    expect([
      await refused(7, 'payinList'),
      await refused(7, 'payoutList'),
      await refused(4, 'payinList'),
      await refused(4, 'usdtPayinList'),
      await refused(2, 'rechargeList'),
      await refused(6, 'payinList'),
    ]).toEqual([403, 200, 403, 200, 403, 403])
    expect((await gateway.ask(calls.changes, { list: 'payinList', since: 'x;y' }, tokens[1])).statusCode).toBe(422)
  })

  test('a transfer is new on both sides and then changes', async () => {
    await creditAccount(db, gateway.ids, 'M00000001', 100_000_000n)
    const since = [await markOf(1, { list: 'transferList' }), await markOf(3, { list: 'transferList' })] as const
    const records = { ids: gateway.ids, clock: gateway.clock, holdSeconds: 10, simulation: true, terms: TERMS }
    const sender = (await merchantByNo(db, 'M00000001'))!
    const wish = { merchantOrderNo: 'T-1', receiveMerchantNo: 'M00000003', payAmount: '20000.00' }
    const { movement: record } = await db.tx((tx) => transfer(tx, records, sender, wish))
    const made = await ask(1, { list: 'transferList', since: since[0] })
    expect([made.created, made.changed]).toEqual([1, 0])
    await db.tx((tx) => transitionMovement(tx, records, record, 'SUCCESS'))
    const done = await ask(1, { list: 'transferList', since: made.mark! })
    expect([done.created, reportedRows(done)]).toEqual([0, [[record.id, 'SUCCESS', true]]])
    expect(await ask(3, { list: 'transferList', since: since[1] })).toMatchObject({ created: 1, changed: 0 })
    expect(await ask(3, { list: 'rechargeList', since: since[1] })).toMatchObject({ created: 0, changed: 0 })
  })

  test('a change made at one gateway is reported by the other', async () => {
    const order = await payin()
    const since = await markOf(1)
    await move(order, 'SUCCESS', other)
    await payin('M00000001', other)
    expect(await ask(1, { since })).toMatchObject({ created: 1, changed: 1 })
    expect(await ask(1, { since }, other)).toMatchObject({ created: 1, changed: 1 })
  })

  test('a rolled back change is not reported', async () => {
    const order = await payin()
    const since = await markOf(1)
    await db
      .tx(async (tx) => {
        await transitionPayin(tx, gateway.world, order, 'SUCCESS')
        throw new Error('no')
      })
      .catch(() => {})
    expect(await ask(1, { since })).toMatchObject({ created: 0, changed: 0, rows: [] })
  })

  test('a reader with an old mark is told that there were more changes', async () => {
    const since = await markOf(3)
    const order = await payin('M00000003')
    await db.run(sql`
      insert into change_note (merchant_no, kind, id, made)
      select 'M00000003', 'PAYIN', n, false from generate_series(1, ${KEPT_CHANGES}::int) n`)
    expect(await ask(3, { since })).toMatchObject({ changed: 0, more: true })
    await move(order, 'SUCCESS')
    expect(await ask(3, { since })).toMatchObject({ more: true })
    const kept = await db.one<{ n: number }>(sql`select count(*)::int as n from change where merchant_no = 'M00000003'`)
    expect(kept!.n).toBe(KEPT_CHANGES)
  })

  describe.runIf(isPostgres(home))('while others write', () => {
    let since: string
    beforeEach(async () => {
      since = await markOf(1)
    })

    test('a late commit is counted late and not lost', async () => {
      const merchant = (await merchantByNo(db, 'M00000001'))!
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow = db.tx(async (tx) => {
        await createPayin(tx, gateway.world, { ...LATE, merchant, merchantOrderNo: 'LATE-1' })
        begun.resolve()
        await mayEnd.promise
      })
      await begun.promise
      await payin()
      const first = await ask(1, { since })
      expect(first.created).toBe(1)
      mayEnd.resolve()
      await slow
      const second = await ask(1, { since, told: first.mark! })
      expect([second.created, second.createdIds.length]).toEqual([2, 1])
      expect((await ask(1, { since: first.mark! })).created).toBe(1)
    })

    test('every order is counted once, whichever gateway numbers it', async () => {
      const counted: string[] = []
      let mark = since
      let writing = true
      const reader = async () => {
        for (;;) {
          const last = !writing
          const { createdIds, mark: next } = await ask(1, { since: mark })
          counted.push(...createdIds)
          mark = next!
          if (last) return
        }
      }
      const numberer = async () => {
        while (writing) await numberChanges(db)
      }
      const work = [reader(), numberer(), numberer()]
      const made = await Promise.all(
        Array.from({ length: 4 }, async (_, n) => {
          const orders: OrderRecord[] = []
          for (let round = 0; round < 15; round++) orders.push(await gateways[n % 2]!.payin('M00000001', `R-${n}-${round}`))
          return orders
        }),
      )
      writing = false
      await Promise.all(work)
      expect(counted.sort()).toEqual(
        made
          .flat()
          .map(({ id }) => id)
          .sort(),
      )
    })
  })
})

const LATE = { amount: 15_000_000n, channel: 'VA_BCA', payerName: 'Siti Rahma', mobile: '081234567890' }
