import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { NotifyPlan } from '#contract/rows/callbacks.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { transitionPayout } from '../../server/payouts/payouts.ts'
import { StandingClock } from '../clock.ts'
import { databases } from '../databases.ts'
import { type Endpoint, respondWith } from '../endpoint.ts'
import type { TestGateway } from '../gateway.ts'
import { type Listening, openListening } from '../listening.ts'
import { creditAccount } from '../money.ts'
import { createTestPayout } from '../shop.ts'

const SHOP = 'M00000001'
const SILENT = 'M00000002'
const OTHER = 'M00000003'
const CHAIN = 'M00000004'
const STAFF = 'M00000005'
const READER = 'M00000006'

describe.each(databases)('the bulk notify plan on $name', ({ open }) => {
  let fixture: Listening
  let db: Database
  let gateway: TestGateway
  let endpoint: Endpoint
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    fixture = await openListening(open, { clock })
    ;({ db, gateway, endpoint } = fixture)
    await gateway.account(SHOP, { notifyAddress: endpoint.address })
    await gateway.account(SILENT, { kind: 'subMerchant', parentNo: SHOP })
    await gateway.account(OTHER, { notifyAddress: endpoint.address })
    await gateway.account(CHAIN, { kind: 'umerchant', notifyAddress: endpoint.address })
    await gateway.account(STAFF, { kind: 'staff' })
    await gateway.account(READER, { permissionKeys: ['transaction', 'payin', 'payout', 'payin_notify'] })
    for (const no of [SHOP, CHAIN, STAFF, READER]) tokens[no] = await gateway.signIn(no)
  })
  afterAll(() => fixture.close())
  beforeEach(() => {
    endpoint.answer = respondWith(200, 'SUCCESS')
    clock.advance(60_000)
  })

  const ask = (who: string, wish: InputOf<typeof calls.notifyPlan>) => gateway.ask(calls.notifyPlan, wish, tokens[who])
  const plan = async (who: string, wish: InputOf<typeof calls.notifyPlan>): Promise<NotifyPlan> =>
    (await ask(who, wish)).json<{ item: NotifyPlan }>().item

  let made = 0
  const payin = (no: string, ...to: Parameters<TestGateway['payin']>[2][]): Promise<OrderRecord> =>
    gateway.payin(no, `P-${++made}`, ...to)

  test('the plan counts notifiable orders and gives the reasons for the rest', async () => {
    const paid: string[] = []
    for (let n = 0; n < 7; n++) paid.push((await payin(SHOP, 'SUCCESS')).id)
    await payin(SHOP)
    await payin(SHOP, 'EXCEPTION')
    await payin(SILENT, 'SUCCESS')
    const told = await payin(SHOP, 'CLOSED')
    await gateway.callbacks.deliver(told)
    const { promise: release, resolve } = Promise.withResolvers<void>()
    const received = endpoint.received.length
    endpoint.answer = (response) => void release.then(() => respondWith(200, 'OK')(response))
    const underWay = gateway.callbacks.deliver((await payin(SHOP, 'FAILED'))!)
    await endpoint.waitForRequests(received + 1)
    expect(await plan(SHOP, { kind: 'payin' })).toEqual({
      total: 12,
      notifiable: 7,
      skipped: { ORDER_STATE_CONFLICT: 2, NOTIFY_ADDRESS_MISSING: 1, NOTIFY_TOO_SOON: 1, NOTIFY_IN_FLIGHT: 1 },
      sample: paid.slice(2).reverse(),
    })
    resolve()
    await underWay
    expect(await plan(SHOP, { kind: 'payin', status: ['FAILED', 'CLOSED'] })).toEqual({
      total: 2,
      notifiable: 0,
      skipped: { NOTIFY_TOO_SOON: 2 },
      sample: [],
    })
    clock.advance(3_000)
    expect(await plan(SHOP, { kind: 'payin', status: ['FAILED', 'CLOSED'] })).toMatchObject({ notifiable: 2, skipped: {} })
  })

  test('the plan of each order matches the result of its notify', async () => {
    const orders = [await payin(SHOP, 'SUCCESS'), await payin(SHOP), await payin(SILENT, 'SUCCESS')]
    await gateway.callbacks.deliver(orders[0]!)
    for (const order of orders) {
      const { skipped } = await plan(SHOP, { kind: 'payin', ids: [order.id] })
      const reply = await gateway.ask(calls.payinNotify, { id: order.id }, tokens[SHOP])
      expect(Object.keys(skipped)).toEqual([reply.json<{ error: string }>().error])
    }
    clock.advance(3_000)
    expect(await plan(SHOP, { kind: 'payin', ids: [orders[0]!.id] })).toMatchObject({ notifiable: 1, skipped: {} })
  })

  test('named orders outside the scope count as not found', async () => {
    const [own, others] = [await payin(SHOP, 'SUCCESS'), await payin(OTHER, 'SUCCESS')]
    const ids = [own.id, own.id, others.id, '2601010000000000000', 'no-such-order']
    expect(await plan(SHOP, { kind: 'payin', ids })).toEqual({
      total: 4,
      notifiable: 1,
      skipped: { ORDER_NOT_FOUND: 3 },
      sample: [own.id],
    })
    expect(await plan(STAFF, { kind: 'payin', ids })).toMatchObject({ notifiable: 2, skipped: { ORDER_NOT_FOUND: 2 } })
    expect(await plan(SHOP, { kind: 'payin', ids: [] })).toEqual({ total: 0, notifiable: 0, skipped: {}, sample: [] })
  })

  test('payouts have their own address and switch', async () => {
    await creditAccount(db, gateway.ids, SHOP, 1_000_000_000n)
    const merchant = (await merchantByNo(db, SHOP))!
    const order = await createTestPayout(db, gateway.world, { merchant })
    await db.tx((tx) => transitionPayout(tx, gateway.world, order, 'CANCELLED'))
    const wish = { ids: [order.id], kind: 'payout' as const }
    expect(await plan(SHOP, wish)).toEqual({ total: 1, notifiable: 1, skipped: {}, sample: [order.id] })
    expect(await plan(SHOP, { ...wish, kind: 'payin' })).toMatchObject({ skipped: { ORDER_NOT_FOUND: 1 } })
    await db.run(sql`update merchant set payout_notify_disabled = true where merchant_no = ${SHOP}`)
    expect(await plan(SHOP, wish)).toMatchObject({ notifiable: 0, skipped: { NOTIFY_ADDRESS_DISABLED: 1 } })
  })

  test('the plan needs the notify permission', async () => {
    const statuses = async (who: string) => {
      const kinds = ['payin', 'usdtPayin', 'payout', 'usdtPayout'] as const
      const replies = kinds.map(async (kind) => [kind, (await ask(who, { kind })).statusCode])
      return Object.fromEntries(await Promise.all(replies))
    }
    expect(await statuses(SHOP)).toEqual({ payin: 200, usdtPayin: 403, payout: 200, usdtPayout: 403 })
    expect(await statuses(CHAIN)).toEqual({ payin: 403, usdtPayin: 200, payout: 403, usdtPayout: 200 })
    expect(await statuses(STAFF)).toEqual({ payin: 200, usdtPayin: 200, payout: 200, usdtPayout: 200 })
    expect(await statuses(READER)).toEqual({ payin: 200, usdtPayin: 403, payout: 403, usdtPayout: 403 })
  })
})
