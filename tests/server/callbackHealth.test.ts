import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Direction } from '#contract/kinds.ts'
import type { CallbackHealth } from '#contract/rows/callbacks.ts'
import type { PlatformHealth } from '#contract/rows/insights.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { transitionPayin } from '../../server/payins/payins.ts'
import { StandingClock } from '../clock.ts'
import { databases } from '../databases.ts'
import { type Endpoint, respondWith } from '../endpoint.ts'
import type { TestGateway } from '../gateway.ts'
import { type Listening, openListening } from '../listening.ts'

const HOUR = 60 * 60_000
const PARENT = 'M00000001'
const BRANCH = 'M00000002'
const OTHER = 'M00000003'
const STAFF = 'M00000004'
const READER = 'M00000005'
const BUSY = 'M00000006'
const FLAKY = 'M00000007'
const GONE = 'M00000008'

describe.each(databases)('callback health on $name', ({ open }) => {
  let fixture: Listening
  let db: Database
  let gateway: TestGateway
  let endpoint: Endpoint
  const clock = new StandingClock(Date.parse('2026-11-21T08:00:00+07:00'))
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    fixture = await openListening(open, { clock, callbacks: { retries: [] } })
    ;({ db, gateway, endpoint } = fixture)
    const notifyAddress = endpoint.address
    await gateway.account(PARENT, { notifyAddress })
    await gateway.account(BRANCH, { kind: 'subMerchant', parentNo: PARENT, notifyAddress })
    await gateway.account(OTHER)
    await gateway.account(STAFF, { kind: 'staff' })
    await gateway.account(READER, { permissionKeys: ['transaction', 'payin', 'payin_notify'], notifyAddress })
    await gateway.account(BUSY, { notifyAddress })
    await gateway.account(FLAKY, { notifyAddress })
    await gateway.account(GONE, { notifyAddress })
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    endpoint.answer = respondWith(200, 'SUCCESS')
    // Tests advance the clock by days, longer than a session lasts.
    for (const no of [PARENT, BRANCH, OTHER, STAFF, READER, BUSY, FLAKY, GONE]) tokens[no] = await gateway.signIn(no)
  })

  let made = 0
  /** An order with one callback attempt. */
  async function notifiedOrder(merchantNo: string) {
    const order = await gateway.payin(merchantNo, `P-${++made}`, 'SUCCESS')
    await gateway.callbacks.deliver(order)
    return order
  }
  async function health(who: string, merchantNo?: string): Promise<CallbackHealth[]> {
    const input = merchantNo === undefined ? {} : { merchantNo }
    return (await gateway.ask(calls.callbackHealth, input, tokens[who])).json<{ item: CallbackHealth[] }>().item
  }
  const of = (merchantNo: string, direction: Direction, rows: CallbackHealth[]) =>
    rows.find((row) => row.merchantNo === merchantNo && row.direction === direction)!
  const act = (
    name: 'enableCallbacks' | 'redeliver' | 'redeliveryPlan' | 'cancelRedelivery',
    who: string,
    merchantNo: string,
    direction: Direction = 'PAYIN',
  ) => gateway.ask(calls[name], { merchantNo, direction }, tokens[who])
  const notifyStatusOf = async (id: string) =>
    (await db.one<{ status: string }>(sql`select notify_status as status from orders where id = ${id}`))?.status

  test('health reports the rates of a day and a week, the start of failures, and queued and abandoned callbacks', async () => {
    await notifiedOrder(PARENT)
    clock.advance(30 * HOUR)
    tokens[PARENT] = await gateway.signIn(PARENT)
    const good = await notifiedOrder(PARENT)
    clock.advance(1_000)
    endpoint.answer = respondWith(500, 'out of order')
    const first = await notifiedOrder(PARENT)
    clock.advance(60_000)
    const second = await notifiedOrder(PARENT)
    const waiting = await gateway.payin(PARENT, `P-${++made}`, 'FAILED')
    const rows = await health(PARENT)
    expect(rows.map(({ merchantNo, direction }) => `${merchantNo} ${direction}`)).toEqual([
      `${PARENT} PAYIN`,
      `${PARENT} PAYOUT`,
      `${BRANCH} PAYIN`,
      `${BRANCH} PAYOUT`,
    ])
    expect(rows[0]).toEqual({
      merchantNo: PARENT,
      merchantName: `Merchant ${PARENT}`,
      direction: 'PAYIN',
      address: endpoint.address,
      disabled: false,
      disabledSince: null,
      failing: false,
      failingSince: '2026-11-22T14:00:01+07:00',
      day: { ended: 3, acknowledged: 1 },
      week: { ended: 4, acknowledged: 2 },
      queued: 1,
      nextTime: '2026-11-22T14:01:01+07:00',
      redelivering: 0,
      undelivered: 2,
      latest: [
        expect.objectContaining({ orderId: second.id, outcome: 'HTTP_ERROR', status: 500, time: '2026-11-22T14:01:01+07:00' }),
        expect.objectContaining({ orderId: first.id, outcome: 'HTTP_ERROR', status: 500 }),
        expect.objectContaining({ orderId: good.id, outcome: 'ACKNOWLEDGED', status: 200, error: null }),
        expect.objectContaining({ outcome: 'ACKNOWLEDGED' }),
      ],
    })
    expect(rows[1]).toMatchObject({ week: { ended: 0, acknowledged: 0 }, failingSince: null, latest: [] })
    endpoint.answer = respondWith(200, 'SUCCESS')
    await gateway.callbacks.deliver(waiting)
    expect(of(PARENT, 'PAYIN', await health(PARENT))).toMatchObject({ failingSince: null, queued: 0, nextTime: null })
  })

  test('an address is failing for its merchant and for the platform alike, by its last attempts or by a day of them', async () => {
    /** What both show after attempts that fail or succeed, in this order. */
    async function shownAfter(attempts: string): Promise<string> {
      for (const one of attempts) {
        clock.advance(1_000)
        endpoint.answer = one === 'x' ? respondWith(500, 'out of order') : respondWith(200, 'SUCCESS')
        await notifiedOrder(FLAKY)
      }
      const { failing } = of(FLAKY, 'PAYIN', await health(FLAKY))
      const platform = await gateway.ask(calls.platformHealth, {}, tokens[STAFF])
      const { addresses } = platform.json<{ item: PlatformHealth }>().item
      return `${failing} ${addresses.some(({ merchantNo }) => merchantNo === FLAKY)}`
    }
    expect(await shownAfter('+xx')).toBe('false false')
    expect(await shownAfter('x')).toBe('true true')
    expect(await shownAfter('+')).toBe('false false')
    // Five of ten.
    expect(await shownAfter('+x+x+')).toBe('false false')
    expect(await shownAfter('xx+')).toBe('true true')
    clock.advance(25 * HOUR)
    for (const no of [FLAKY, STAFF]) tokens[no] = await gateway.signIn(no)
    expect(await shownAfter('')).toBe('false false')
  })

  test('an abandoned callback is redelivered under the same event and can be cancelled before', async () => {
    endpoint.answer = respondWith(500, 'out of order')
    const orders = [await notifiedOrder(BUSY), await notifiedOrder(BUSY), await notifiedOrder(BUSY)]
    expect((await act('redeliveryPlan', BUSY, BUSY)).json()).toMatchObject({
      item: { total: 3, sample: orders.map(({ id }) => id).reverse() },
    })
    expect((await act('redeliver', BUSY, BUSY)).json()).toMatchObject({ item: { queued: 3 } })
    expect((await act('redeliver', BUSY, BUSY)).json()).toMatchObject({ item: { queued: 0 } })
    endpoint.answer = respondWith(200, 'SUCCESS')
    await gateway.callbacks.deliver(orders[0]!)
    expect(of(BUSY, 'PAYIN', await health(BUSY))).toMatchObject({ queued: 2, redelivering: 2, undelivered: 0 })
    expect((await act('cancelRedelivery', BUSY, BUSY)).json()).toMatchObject({ item: { cancelled: 2 } })
    expect(of(BUSY, 'PAYIN', await health(BUSY))).toMatchObject({ queued: 0, redelivering: 0, undelivered: 2 })
    expect(await Promise.all(orders.map(({ id }) => notifyStatusOf(id)))).toEqual(['SUCCESS', 'FAILED', 'FAILED'])
    expect(
      await db.all(sql`
        select event_id = ${`evt_${orders[0]!.id}_${orders[0]!.moves}`} as same, trigger
          from callback_attempt
         where order_id = ${orders[0]!.id}
         order by number`),
    ).toEqual([
      { same: true, trigger: 'auto' },
      { same: true, trigger: 'bulk' },
    ])
  })

  test('the end of a redelivery leaves alone what is due by its schedule, and the attempt that is under way', async () => {
    endpoint.answer = respondWith(500, 'out of order')
    const order = await notifiedOrder(BUSY)
    const scheduled = await gateway.payin(BUSY, `P-${++made}`, 'SUCCESS')
    const { undelivered } = of(BUSY, 'PAYIN', await health(BUSY))
    expect((await act('redeliver', BUSY, BUSY)).json()).toMatchObject({ item: { queued: undelivered } })
    const asked = Promise.withResolvers<ServerResponse>()
    endpoint.answer = asked.resolve
    const delivering = gateway.callbacks.deliver(order)
    const response = await asked.promise
    expect((await act('cancelRedelivery', BUSY, BUSY)).json()).toMatchObject({ item: { cancelled: undelivered - 1 } })
    expect(await notifyStatusOf(scheduled.id)).toBe('PENDING')
    respondWith(500, 'out of order')(response)
    await delivering
    expect(await notifyStatusOf(order.id)).toBe('FAILED')
    expect(of(BUSY, 'PAYIN', await health(BUSY))).toMatchObject({ queued: 1, redelivering: 0, undelivered })
    endpoint.answer = respondWith(200, 'SUCCESS')
    await gateway.callbacks.deliver(scheduled)
  })

  test('redelivery spans several batches and sends each order once', async () => {
    const order = await notifiedOrder(BUSY)
    await db.run(sql`
      insert into orders
      select copy.*
        from orders o
       cross join generate_series(1, 1200) n
       cross join jsonb_populate_record(o, jsonb_build_object('id', o.id + n, 'merchant_order_no', 'COPY-' || n)) copy
       where o.id = ${order.id}`)
    await db.run(sql`
      insert into callback (merchant_no, kind, order_id, event_id, status, state, create_time)
      select ${BUSY}, 'PAYIN', id, 'evt_' || id || '_' || moves, 'SUCCESS', 'GIVEN_UP', now() from orders where id > ${order.id}`)
    const { undelivered } = of(BUSY, 'PAYIN', await health(BUSY))
    expect(undelivered).toBeGreaterThanOrEqual(1_200)
    expect((await act('redeliver', BUSY, BUSY)).json()).toMatchObject({ item: { queued: undelivered } })
    expect((await act('cancelRedelivery', BUSY, BUSY)).json()).toMatchObject({ item: { cancelled: undelivered } })
    await db.run(sql`delete from callback where order_id > ${order.id}`)
    await db.run(sql`delete from orders where id > ${order.id}`)
  })

  test('an event of a status that its order has left is not redelivered, and not sent where it is due', async () => {
    endpoint.answer = respondWith(500, 'out of order')
    const order = await gateway.payin(BUSY, `P-${++made}`, 'EXPIRED')
    await gateway.callbacks.deliver(order)
    const { undelivered } = of(BUSY, 'PAYIN', await health(BUSY))
    await db.tx((tx) => transitionPayin(tx, { ...gateway.world, enqueueCallback: async () => {} }, order, 'SUCCESS'))
    expect((await act('redeliver', BUSY, BUSY)).json()).toMatchObject({ item: { queued: undelivered - 1 } })
    const { length } = endpoint.received
    await db.run(sql`update callback set state = 'DUE', next_time = ${new Date(clock.now())} where order_id = ${order.id}`)
    await gateway.callbacks.deliver(order)
    expect(endpoint.received).toHaveLength(length)
    expect(await db.all(sql`select state, next_time from callback where order_id = ${order.id}`)).toEqual([
      { state: 'DONE', next_time: null },
    ])
    expect(await notifyStatusOf(order.id)).toBe('NONE')
  })

  test('a 410 disables the address of one direction until it is enabled again', async () => {
    endpoint.answer = respondWith(410, 'gone')
    await notifiedOrder(BRANCH)
    expect(of(BRANCH, 'PAYIN', await health(PARENT))).toMatchObject({
      disabled: true,
      disabledSince: of(BRANCH, 'PAYIN', await health(PARENT)).latest[0]!.time,
      undelivered: 1,
    })
    expect(of(BRANCH, 'PAYOUT', await health(PARENT))).toMatchObject({ disabled: false, disabledSince: null })
    expect((await act('redeliver', PARENT, BRANCH)).json()).toMatchObject({ error: 'NOTIFY_ADDRESS_DISABLED' })
    expect((await health(STAFF)).map(({ merchantNo }) => merchantNo)).toEqual([BRANCH, BRANCH])
    expect((await act('enableCallbacks', PARENT, BRANCH)).json()).toMatchObject({ item: { enabled: true } })
    expect((await act('enableCallbacks', PARENT, BRANCH)).json()).toMatchObject({ item: { enabled: false } })
    expect(of(BRANCH, 'PAYIN', await health(BRANCH))).toMatchObject({ disabled: false, disabledSince: null, undelivered: 1 })
    expect(await health(STAFF)).toEqual([])
    expect((await act('redeliver', PARENT, BRANCH)).json()).toMatchObject({ item: { queued: 1 } })
    expect(
      await db.all(sql`select actor, action from audit where merchant_no = ${BRANCH} and action <> 'login' order by id`),
    ).toEqual([
      { actor: PARENT.toLowerCase(), action: 'enableCallbacks' },
      { actor: PARENT.toLowerCase(), action: 'redeliver' },
    ])
  })

  test('statuses reached while the address is disabled are redelivered, each order with its newest', async () => {
    const acknowledged = await gateway.payin(GONE, `P-${++made}`, 'EXPIRED')
    await gateway.callbacks.deliver(acknowledged)
    endpoint.answer = respondWith(410, 'gone')
    const refused = await gateway.payin(GONE, `P-${++made}`, 'EXPIRED')
    await gateway.callbacks.deliver(refused)
    const pay = (order: OrderRecord) => db.tx((tx) => transitionPayin(tx, gateway.world, order, 'SUCCESS'))
    const orders = [await pay(acknowledged), await pay(refused), await gateway.payin(GONE, `P-${++made}`, 'FAILED')]
    const { length } = endpoint.received
    for (const order of orders) await gateway.callbacks.deliver(order)
    expect(await Promise.all(orders.map(({ id }) => notifyStatusOf(id)))).toEqual(['FAILED', 'FAILED', 'FAILED'])
    expect(of(GONE, 'PAYIN', await health(GONE))).toMatchObject({ disabled: true, queued: 0, undelivered: 3 })
    endpoint.answer = respondWith(200, 'SUCCESS')
    await act('enableCallbacks', GONE, GONE)
    expect((await act('redeliver', GONE, GONE)).json()).toMatchObject({ item: { queued: 3 } })
    for (const order of orders) await gateway.callbacks.deliver(order)
    expect(endpoint.received.slice(length).map(({ body }) => new URLSearchParams(body).get('status'))).toEqual([
      'SUCCESS',
      'SUCCESS',
      'FAILED',
    ])
    expect(await Promise.all(orders.map(({ id }) => notifyStatusOf(id)))).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
  })

  test('without an address, a status is undelivered only if an earlier one had a callback', async () => {
    const expired = await gateway.payin(GONE, `P-${++made}`, 'EXPIRED')
    await gateway.callbacks.deliver(expired)
    await db.run(sql`update merchant set payin_notify_address = null where merchant_no = ${GONE}`)
    await db.tx((tx) => transitionPayin(tx, gateway.world, expired, 'SUCCESS'))
    const { id } = await gateway.payin(GONE, `P-${++made}`, 'SUCCESS')
    expect([await notifyStatusOf(expired.id), await notifyStatusOf(id)]).toEqual(['FAILED', 'NONE'])
    await db.run(sql`update merchant set payin_notify_address = ${endpoint.address} where merchant_no = ${GONE}`)
    expect((await act('redeliveryPlan', GONE, GONE)).json()).toMatchObject({ item: { total: 1, sample: [expired.id] } })
  })

  test('health is limited to the scope, and redelivery needs the notify permission', async () => {
    expect(await health(OTHER, PARENT)).toEqual([])
    expect((await health(BRANCH)).map(({ merchantNo }) => merchantNo)).toEqual([BRANCH, BRANCH])
    expect((await health(STAFF, PARENT)).map(({ merchantNo }) => merchantNo)).toEqual([PARENT, PARENT])
    expect((await health(READER)).map(({ direction }) => direction)).toEqual(['PAYIN'])
    const answers = {
      others: (await act('redeliver', OTHER, PARENT)).json().error,
      parentOfBranch: (await act('redeliver', BRANCH, PARENT)).json().error,
      withoutKey: (await act('redeliver', READER, READER, 'PAYOUT')).json().error,
      withoutAddress: (await act('redeliver', OTHER, OTHER)).json().error,
    }
    expect(answers).toEqual({
      others: 'MERCHANT_NOT_FOUND',
      parentOfBranch: 'MERCHANT_NOT_FOUND',
      withoutKey: 'FORBIDDEN',
      withoutAddress: 'NOTIFY_ADDRESS_MISSING',
    })
  })
})
