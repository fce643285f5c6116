import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallbackAttempt, NotifyResult } from '#contract/rows/callbacks.ts'
import type { Notice } from '#contract/rows/notices.ts'
import type { OrderTrail, SimulationResult } from '#contract/rows/orders.ts'
import { sign, signatureOf } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { guard, isPublic, RefusedAddress } from '../../server/callbacks/guard.ts'
import { delayAfter, parseRetryAfter, RETRY_DELAYS_MS } from '../../server/callbacks/retrySchedule.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { secretsOf, startDemoMerchant, updateDemoMerchantAddresses } from '../../server/demo/merchant.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { transitionPayin } from '../../server/payins/payins.ts'
import { databases, isPostgres, withCitus } from '../databases.ts'
import { type Endpoint, respondWith, startEndpoint } from '../endpoint.ts'
import { type GatewayOptions, openGateway, SECRET, StandingClock, type TestGateway } from '../gateway.ts'

const SECOND = 1_000
const HOUR = 3_600_000

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000 })

describe('the retry schedule', () => {
  test('retries last a day with growing delays', () => {
    expect(RETRY_DELAYS_MS.map((_, attempt) => delayAfter(attempt + 1, () => 0)! / SECOND)).toEqual([
      30, 60, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200,
    ])
    expect(delayAfter(RETRY_DELAYS_MS.length + 1, () => 0)).toBeNull()
  })

  test('jitter spreads simultaneous failures', () => {
    expect(delayAfter(1, () => 1)).toBe(36 * SECOND)
    expect(delayAfter(1, () => 0.5)).toBe(33 * SECOND)
  })

  test.each([
    [undefined, 0],
    ['120', 120 * SECOND],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 01:16:30 GMT', 60 * SECOND],
    ['Sat, 21 Nov 2020 01:16:30 GMT', 0],
    ['99999999', 24 * HOUR],
    ['soon', 0],
    ['-5', 0],
  ])('Retry-After: %s is %i ms', (header, delay) => {
    expect(parseRetryAfter(header, Date.parse('2026-11-21T01:15:30Z'))).toBe(delay)
  })
})

describe('the address guard', () => {
  test.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['127.0.0.1', false],
    ['127.8.8.8', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['ff02::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:93.184.216.34', true],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['::7f00:1', false],
    ['::127.0.0.1', false],
    ['::a00:1', false],
    ['::ffff:0:7f00:1', false],
    ['fec0::1', false],
    ['5f00::1', false],
    ['2a00:1450:4001:81b::200e', true],
  ])('%s is public: %s', (address, open) => expect(isPublic(address)).toBe(open))

  test.each([
    'ftp://merchant.example/notify',
    'file:///etc/passwd',
    'not an address',
    'http://user:password@merchant.example/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fe80::1]:8080/',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s is refused before anything is sent', (address) => {
    expect(() => guard({ allowPrivate: false, demoOrigin: null }).check(address)).toThrow(RefusedAddress)
  })

  test('an allowed origin includes its port and no other', () => {
    const { check } = guard({ allowPrivate: false, demoOrigin: 'http://127.0.0.1:4181' })
    expect(check('http://127.0.0.1:4181/demo').port).toBe('4181')
    for (const other of ['http://127.0.0.1:4182/', 'https://127.0.0.1:4181/', 'http://127.0.0.2:4181/']) {
      expect(() => check(other)).toThrow(RefusedAddress)
    }
  })

  test('the demo endpoint of another gateway becomes the own one, and no other address does', () => {
    const { check } = guard({ allowPrivate: false, demoOrigin: 'http://127.0.0.1:4181' })
    expect(check('http://127.0.0.1:4190/demo-merchant/payout?answer=noAck').href).toBe(
      'http://127.0.0.1:4181/demo-merchant/payout?answer=noAck',
    )
    for (const other of ['http://127.0.0.1:4190/demo-merchant/other', 'http://127.0.0.2:4190/demo-merchant/payin']) {
      expect(() => check(other)).toThrow(RefusedAddress)
    }
    const without = guard({ allowPrivate: false, demoOrigin: null })
    expect(() => without.check('http://127.0.0.1:4190/demo-merchant/payin')).toThrow(RefusedAddress)
  })

  test('a name is checked by all its addresses at connect time', async () => {
    const endpoint = await startEndpoint()
    const { port } = new URL(endpoint.address)
    const found = { address: '127.0.0.1', family: 4 }
    const closed = guard({
      allowPrivate: false,
      demoOrigin: null,
      resolve: async () => [{ address: '93.184.216.34', family: 4 }, found],
    })
    const open = guard({ allowPrivate: true, demoOrigin: null, resolve: async () => [found] })
    const url = `http://merchant.example:${port}/notify`
    await expect(closed.agent.request({ origin: new URL(closed.check(url)).origin, path: '/', method: 'GET' })).rejects.toThrow(
      'merchant.example is 127.0.0.1, which is not public',
    )
    expect((await open.agent.request({ origin: new URL(open.check(url)).origin, path: '/', method: 'GET' })).statusCode).toBe(
      200,
    )
    await Promise.all([closed.agent.close(), open.agent.destroy(), endpoint.close()])
    expect(endpoint.received).toHaveLength(1)
  })
})

describe.each(databases)('callbacks on $name', (home) => {
  let db: Database
  let endpoint: Endpoint
  let gateway: TestGateway
  let clock: StandingClock
  let token: string
  let made = 0

  const openOn = (options: GatewayOptions = {}) =>
    openGateway(db, { clock, ...options, callbacks: { allowPrivate: true, ...options.callbacks } })
  const deliverWithin = async (limitMs: number, order: OrderRecord) => {
    const impatient = await openOn({ node: 2, callbacks: { limitMs } })
    await impatient.callbacks.deliver(order)
    await impatient.close()
  }

  beforeAll(async () => {
    db = await home.open()
    endpoint = await startEndpoint()
    clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
    gateway = await openOn()
    await gateway.account('M00000001', { notifyAddress: endpoint.address })
    await gateway.account('M00000002', { notifyAddress: null })
    await gateway.account('M00000003', { notifyAddress: 'http://localhost:1/notify' })
    await gateway.account('M00000009', { kind: 'staff' })
    token = await gateway.signIn('M00000001')
  })
  beforeEach(() => {
    clock.advance(10 * SECOND)
    endpoint.received.length = 0
    endpoint.answer = respondWith(200, 'SUCCESS')
  })
  afterEach(() => db.run(sql`update merchant set notify_disabled = false`))
  afterAll(async () => {
    await gateway.close()
    await endpoint.close()
    await db.close()
  })

  const paid = (merchantNo = 'M00000001') => gateway.payin(merchantNo, `N-${home.name}-${++made}`, 'SUCCESS')
  const trail = async (order: OrderRecord, by = token) =>
    (await gateway.ask(calls.payinTrail, { id: order.id }, by)).json<{ item: OrderTrail }>().item
  const callbackStateOf = async (order: OrderRecord) => {
    const { order: now, attempts } = await trail(order)
    return { notifyStatus: now.notifyStatus, notifyAttempts: now.notifyAttempts, attempts }
  }
  const notify = (order: OrderRecord, by = token) => gateway.ask(calls.payinNotify, { id: order.id }, by)
  const waitOf = ({ nextTime }: CallbackAttempt) => (nextTime === null ? null : (Date.parse(nextTime) - clock.now()) / SECOND)

  test('a merchant receives the order status, signed in the form and by headers', async () => {
    const order = await paid()
    await gateway.callbacks.deliver(order)
    expect(endpoint.received).toHaveLength(1)
    const { headers, body } = endpoint.received[0]!
    const fields = Object.fromEntries(new URLSearchParams(body))
    expect(fields).toMatchObject({
      merchantNo: 'M00000001',
      merchantOrderNo: order.merchantOrderNo,
      platOrderNo: order.id,
      status: 'SUCCESS',
      payAmount: '150000.00',
      paidAmount: '150000.00',
      payFee: '0.00',
      currency: 'IDR',
      _timestamp: String(clock.now()),
    })
    expect(fields._sign).toBe(signatureOf(fields, SECRET, sha256))
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded;charset=UTF-8')
    const [id, seconds] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
    expect(seconds).toBe(String(Math.floor(clock.now() / SECOND)))
    const signature = createHmac('sha256', SECRET).update(`${id}.${seconds}.${body}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    const v1 = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex')
    expect(headers['paydesk-signature']).toBe(`t=${seconds},v1=${v1}`)
  })

  test.each([
    ['SUCCESS', respondWith(200, 'SUCCESS'), 'ACKNOWLEDGED'],
    ['ok with space around it', respondWith(201, '  ok\n'), 'ACKNOWLEDGED'],
    ['another text', respondWith(200, 'thank you'), 'NOT_ACKNOWLEDGED'],
    ['a text that begins with OK', respondWith(200, 'OK, but this order is unknown'), 'NOT_ACKNOWLEDGED'],
    ['nothing', respondWith(204, ''), 'NOT_ACKNOWLEDGED'],
    ['JSON that says success', respondWith(200, '{"status":"SUCCESS"}'), 'NOT_ACKNOWLEDGED'],
    ['500 that says SUCCESS', respondWith(500, 'SUCCESS'), 'HTTP_ERROR'],
    ['a redirect', respondWith(302, '', { location: 'http://127.0.0.1:1/elsewhere' }), 'HTTP_ERROR'],
  ] as const)('an answer of %s', async (_, answer, outcome) => {
    endpoint.answer = answer
    const order = await paid()
    await gateway.callbacks.deliver(order)
    const { notifyStatus, notifyAttempts, attempts } = await callbackStateOf(order)
    expect(endpoint.received).toHaveLength(1)
    expect(attempts.map((attempt) => [attempt.number, attempt.trigger, attempt.outcome])).toEqual([[1, 'auto', outcome]])
    const done = outcome === 'ACKNOWLEDGED'
    expect({ notifyStatus, notifyAttempts, wait: waitOf(attempts[0]!) }).toEqual({
      notifyStatus: done ? 'SUCCESS' : 'PENDING',
      notifyAttempts: 1,
      wait: done ? null : 30,
    })
  })

  test('an endpoint without an answer in time is a timeout', async () => {
    endpoint.answer = () => {}
    const order = await paid()
    await deliverWithin(400, order)
    const { attempts } = await callbackStateOf(order)
    expect(attempts).toMatchObject([{ outcome: 'TIMEOUT', status: null, error: 'no answer within 0.4 s', response: null }])
    expect(attempts[0]!.latency).toBeGreaterThanOrEqual(390)
  })

  test('an endpoint that never ends its response is a timeout', async () => {
    endpoint.answer = (response) => void response.writeHead(200).write('SUCC')
    const order = await paid()
    await deliverWithin(400, order)
    expect((await callbackStateOf(order)).attempts).toMatchObject([{ outcome: 'TIMEOUT' }])
  })

  test('an endpoint that closes the connection is unreachable', async () => {
    endpoint.answer = (_, request) => void request.socket.destroy()
    const order = await paid()
    await gateway.callbacks.deliver(order)
    expect((await callbackStateOf(order)).attempts).toMatchObject([
      { outcome: 'UNREACHABLE', status: null, error: expect.stringMatching(/\S/) },
    ])
  })

  test('a missing endpoint is unreachable', async () => {
    const order = await paid('M00000003')
    await gateway.callbacks.deliver(order)
    const { attempts } = await trail(order, await gateway.signIn('M00000003'))
    expect(attempts).toMatchObject([{ outcome: 'UNREACHABLE', error: expect.stringContaining('ECONNREFUSED') }])
  })

  test('a local host name is refused when private addresses are', async () => {
    const strict = await openOn({ node: 2, callbacks: { allowPrivate: false } })
    const order = await paid('M00000003')
    await strict.callbacks.deliver(order)
    await strict.close()
    const { attempts } = await trail(order, await gateway.signIn('M00000003'))
    expect(attempts).toMatchObject([
      { outcome: 'REFUSED_ADDRESS', error: expect.stringMatching(/^localhost is (127\.0\.0\.1|::1), which is not public$/) },
    ])
  })

  test('the first 16 KiB of a huge response are stored, without zero bytes', async () => {
    endpoint.answer = respondWith(200, `\0start${'x'.repeat(5 * 1024 * 1024)}`)
    const order = await paid()
    await gateway.callbacks.deliver(order)
    const { attempts } = await callbackStateOf(order)
    expect(attempts).toMatchObject([{ outcome: 'NOT_ACKNOWLEDGED', status: 200 }])
    expect(attempts[0]!.response).toBe(`start${'x'.repeat(16 * 1024 - 6)}`)
  })

  test('Retry-After of 429 and 503 applies if it is longer than the schedule', async () => {
    endpoint.answer = respondWith(429, '', { 'retry-after': '7200' })
    const patient = await paid()
    await gateway.callbacks.deliver(patient)
    expect(waitOf((await callbackStateOf(patient)).attempts[0]!)).toBe(7_200)
    endpoint.answer = respondWith(503, '', { 'retry-after': '1' })
    const hasty = await paid()
    await gateway.callbacks.deliver(hasty)
    expect(waitOf((await callbackStateOf(hasty)).attempts[0]!)).toBe(30)
    endpoint.answer = respondWith(500, '', { 'retry-after': '7200' })
    const other = await paid()
    await gateway.callbacks.deliver(other)
    expect(waitOf((await callbackStateOf(other)).attempts[0]!)).toBe(30)
  })

  test('410 disables the address for scheduled and manual attempts', async () => {
    endpoint.answer = respondWith(410, 'gone')
    const order = await paid()
    await gateway.callbacks.deliver(order)
    expect(await callbackStateOf(order)).toMatchObject({
      notifyStatus: 'FAILED',
      attempts: [{ outcome: 'HTTP_ERROR', status: 410, nextTime: null }],
    })
    const next = await paid()
    clock.advance(HOUR)
    await gateway.callbacks.deliver(next)
    const refused = await notify(order, await gateway.signIn('M00000001'))
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([422, 'NOTIFY_ADDRESS_DISABLED'])
    expect(endpoint.received).toHaveLength(1)
    token = await gateway.signIn('M00000001')
    expect(await callbackStateOf(next)).toMatchObject({ notifyStatus: 'FAILED', attempts: [] })
  })

  test('a 410 to a repetition does not take a delivery back', async () => {
    const order = await paid()
    await gateway.callbacks.deliver(order)
    clock.advance(5 * SECOND)
    endpoint.answer = respondWith(410, '')
    expect((await notify(order)).statusCode).toBe(200)
    expect((await callbackStateOf(order)).notifyStatus).toBe('SUCCESS')
    expect(await db.all(sql`select state from callback where order_id = ${order.id}`)).toEqual([{ state: 'DONE' }])
  })

  test('a due callback is not sent beside a running attempt, however long that takes', async () => {
    const order = await paid()
    const { promise: release, resolve } = Promise.withResolvers<void>()
    endpoint.answer = (response) => void release.then(() => respondWith(200, 'OK')(response))
    const first = gateway.callbacks.deliver(order)
    await endpoint.waitForRequests(1)
    clock.advance(31 * SECOND)
    const other = await openOn({ node: 2, callbacks: { limitMs: 1_000 } })
    await other.callbacks.deliver(order)
    resolve()
    await first
    await other.close()
    expect(endpoint.received).toHaveLength(1)
  })

  test('410 of an address that was replaced during the attempt is a failure like others', async () => {
    const moved = await startEndpoint()
    endpoint.answer = (response) => {
      void db
        .run(sql`update merchant set payin_notify_address = ${moved.address} where merchant_no = 'M00000001'`)
        .then(() => respondWith(410, 'gone')(response))
    }
    const order = await paid()
    await gateway.callbacks.deliver(order)
    expect(await db.one(sql`select notify_disabled as disabled from merchant where merchant_no = 'M00000001'`)).toEqual({
      disabled: false,
    })
    const { notifyStatus, attempts } = await callbackStateOf(order)
    expect([notifyStatus, attempts.map((attempt) => [attempt.status, waitOf(attempt)])]).toEqual(['PENDING', [[410, 30]]])
    clock.advance(30 * SECOND)
    await gateway.callbacks.deliver(order)
    expect([(await callbackStateOf(order)).notifyStatus, moved.received.length]).toEqual(['SUCCESS', 1])
    await db.run(sql`update merchant set payin_notify_address = ${endpoint.address} where merchant_no = 'M00000001'`)
    await moved.close()
  })

  test('the schedule runs to its end, then the callback is given up with a notice', async () => {
    endpoint.answer = respondWith(500, 'out of order')
    const order = await paid()
    const waits = []
    for (;;) {
      await gateway.callbacks.deliver(order)
      token = await gateway.signIn('M00000001')
      const { attempts } = await callbackStateOf(order)
      const wait = waitOf(attempts.at(-1)!)
      if (wait === null) break
      waits.push(wait)
      clock.advance(wait * SECOND - 1)
      await gateway.callbacks.deliver(order)
      expect(endpoint.received).toHaveLength(waits.length)
      clock.advance(1)
    }
    expect(waits).toEqual(RETRY_DELAYS_MS.map((delay) => delay / SECOND))
    const { notifyStatus, notifyAttempts, attempts } = await callbackStateOf(order)
    expect([notifyStatus, notifyAttempts, new Set(attempts.map(({ eventId }) => eventId)).size]).toEqual(['FAILED', 10, 1])
    const notices = (await gateway.ask(calls.notices, {}, token)).json<{ item: Notice[] }>().item
    expect(notices[0]).toMatchObject({
      description: `Retries for order ${order.id} have ended. Check the callback URL`,
      loanAppId: order.id,
      kind: order.kind,
    })
    expect((await gateway.ask(calls.clearNotices, { type: 'notification' }, token)).json()).toEqual({
      status: 'ok',
      item: { remaining: 0 },
    })
  })

  test('a newer status supersedes an undelivered older one', async () => {
    endpoint.answer = respondWith(500, '')
    const order = await gateway.payin('M00000001', `N-${home.name}-${++made}`, 'EXPIRED')
    await gateway.callbacks.deliver(order)
    await db.tx((tx) => transitionPayin(tx, gateway.world, order, 'SUCCESS'))
    endpoint.answer = respondWith(200, 'OK')
    await gateway.callbacks.deliver(order)
    clock.advance(HOUR)
    await gateway.callbacks.deliver(order)
    const statuses = endpoint.received.map(({ body }) => new URLSearchParams(body).get('status'))
    expect(statuses).toEqual(['EXPIRED', 'SUCCESS'])
    token = await gateway.signIn('M00000001')
    const { notifyStatus, attempts } = await callbackStateOf(order)
    expect(notifyStatus).toBe('SUCCESS')
    expect(new Set(attempts.map(({ eventId }) => eventId)).size).toBe(2)
  })

  test('a newer status waits for a running attempt and is sent after it', async () => {
    const order = await gateway.payin('M00000001', `N-${home.name}-${++made}`, 'EXPIRED')
    endpoint.answer = (response) => {
      endpoint.answer = respondWith(200, 'OK')
      void db.tx((tx) => transitionPayin(tx, gateway.world, order, 'SUCCESS')).then(() => respondWith(200, 'OK')(response))
    }
    await gateway.callbacks.deliver(order)
    expect(endpoint.received.map(({ body }) => new URLSearchParams(body).get('status'))).toEqual(['EXPIRED', 'SUCCESS'])
    expect((await callbackStateOf(order)).notifyStatus).toBe('SUCCESS')
  })

  describe('manual notify', () => {
    test('an attempt runs at once under the same event and returns its result', async () => {
      endpoint.answer = respondWith(500, 'out of order')
      const order = await paid()
      await gateway.callbacks.deliver(order)
      clock.advance(3 * SECOND)
      endpoint.answer = respondWith(200, 'OK')
      const reply = await notify(order)
      expect(reply.statusCode).toBe(200)
      const { item } = reply.json<{ item: NotifyResult }>()
      expect(item).toMatchObject({
        id: order.id,
        notifyStatus: 'SUCCESS',
        notifyAttempts: 2,
        responseMessage: 'OK',
        attempt: { number: 2, trigger: 'manual', actor: 'm00000001', outcome: 'ACKNOWLEDGED', status: 200 },
      })
      const [first, second] = endpoint.received.map(({ headers }) => headers['webhook-id'])
      expect(second).toBe(first)
      clock.advance(HOUR)
      await gateway.callbacks.deliver(order)
      expect(endpoint.received).toHaveLength(2)
      token = await gateway.signIn('M00000001')
      expect((await trail(order)).actions).toMatchObject([{ action: 'notify', actor: 'm00000001', text: 'ACKNOWLEDGED' }])
    })

    test('a failed attempt is a result too and leaves the schedule unchanged', async () => {
      endpoint.answer = respondWith(500, 'out of order')
      const order = await paid()
      await gateway.callbacks.deliver(order)
      clock.advance(3 * SECOND)
      const { item } = (await notify(order)).json<{ item: NotifyResult }>()
      expect(item).toMatchObject({
        notifyStatus: 'PENDING',
        responseMessage: 'out of order',
        attempt: { outcome: 'HTTP_ERROR' },
      })
      clock.advance(27 * SECOND)
      await gateway.callbacks.deliver(order)
      expect((await callbackStateOf(order)).attempts.map(({ trigger }) => trigger)).toEqual(['auto', 'manual', 'auto'])
    })

    test('an order without a callback can be notified', async () => {
      await db.run(sql`update merchant set payin_notify_address = null where merchant_no = 'M00000001'`)
      const order = await paid()
      expect((await callbackStateOf(order)).notifyStatus).toBe('NONE')
      const missing = await notify(order)
      expect([missing.statusCode, missing.json<{ error: string }>().error]).toEqual([422, 'NOTIFY_ADDRESS_MISSING'])
      await db.run(sql`update merchant set payin_notify_address = ${endpoint.address} where merchant_no = 'M00000001'`)
      expect((await notify(order)).json()).toMatchObject({ item: { notifyStatus: 'SUCCESS' } })
    })

    test('a refusal names the reason', async () => {
      const open = await gateway.payin('M00000001', `N-${home.name}-${++made}`)
      const early = await notify(open)
      expect([early.statusCode, early.json<{ error: string }>().error]).toEqual([409, 'ORDER_STATE_CONFLICT'])
      const order = await paid()
      await gateway.callbacks.deliver(order)
      clock.advance(2 * SECOND)
      const soon = await notify(order)
      expect([soon.statusCode, soon.json<{ error: string }>().error, soon.headers['retry-after']]).toEqual([
        429,
        'NOTIFY_TOO_SOON',
        '1',
      ])
      clock.advance(SECOND)
      expect((await notify(order)).statusCode).toBe(200)
    })

    test('a running attempt blocks another one', async () => {
      const order = await paid()
      const { promise: release, resolve } = Promise.withResolvers<void>()
      endpoint.answer = (response) => void release.then(() => respondWith(200, 'OK')(response))
      const first = gateway.callbacks.deliver(order)
      await endpoint.waitForRequests(1)
      clock.advance(5 * SECOND)
      const reply = await notify(order)
      resolve()
      await first
      expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([409, 'NOTIFY_IN_FLIGHT'])
      expect(endpoint.received).toHaveLength(1)
    })
  })

  test('the answer to an older status does not count for a newer one', async () => {
    const order = await gateway.payin('M00000001', `N-${home.name}-${++made}`, 'EXPIRED')
    const seen: unknown[] = []
    endpoint.answer = (response) => {
      endpoint.answer = (second) =>
        void callbackStateOf(order).then(({ notifyStatus }) => {
          seen.push(notifyStatus)
          respondWith(500, '')(second)
        })
      void db.tx((tx) => transitionPayin(tx, gateway.world, order, 'SUCCESS')).then(() => respondWith(200, 'OK')(response))
    }
    token = await gateway.signIn('M00000001')
    await gateway.callbacks.deliver(order)
    expect(seen).toEqual(['PENDING'])
  })

  describe('when a gateway stops', () => {
    test('a graceful stop finishes running attempts', async () => {
      const other = await openOn({ node: 2, callbacks: { graceMs: 5_000, limitMs: 5_000 } })
      const order = await paid()
      const { promise: release, resolve } = Promise.withResolvers<void>()
      endpoint.answer = (response) => void release.then(() => respondWith(200, 'OK')(response))
      void other.callbacks.deliver(order)
      await endpoint.waitForRequests(1)
      const stopped = other.close()
      resolve()
      await stopped
      expect(await callbackStateOf(order)).toMatchObject({ notifyStatus: 'SUCCESS', attempts: [{ outcome: 'ACKNOWLEDGED' }] })
    })

    test('a stop without time interrupts attempts, and the next gateway sends them', async () => {
      const other = await openOn({ node: 2, callbacks: { graceMs: 20, limitMs: 60_000 } })
      const order = await paid()
      endpoint.answer = () => {}
      void other.callbacks.deliver(order)
      await endpoint.waitForRequests(1)
      await other.close()
      expect(await callbackStateOf(order)).toMatchObject({ notifyStatus: 'PENDING', attempts: [{ outcome: 'INTERRUPTED' }] })
      endpoint.answer = respondWith(200, 'OK')
      await gateway.callbacks.deliver(order)
      expect((await callbackStateOf(order)).attempts.map(({ outcome }) => outcome)).toEqual(['INTERRUPTED', 'ACKNOWLEDGED'])
    })

    test('after a crash the open attempt is closed and the schedule continues', async () => {
      const order = await paid()
      const dying = await openOn({ node: 2, callbacks: { limitMs: 60_000, graceMs: 0 } })
      endpoint.answer = () => {}
      void dying.callbacks.deliver(order)
      await endpoint.waitForRequests(1)
      // The state after a kill: the row is SENDING and no process closes it.
      clock.advance(61 * SECOND)
      endpoint.answer = respondWith(200, 'OK')
      await gateway.callbacks.start()
      await endpoint.waitForRequests(2)
      await soon(async () => {
        expect((await callbackStateOf(order)).attempts.map(({ outcome }) => outcome)).toEqual(['INTERRUPTED', 'ACKNOWLEDGED'])
      })
      await dying.close()
      expect((await callbackStateOf(order)).attempts.map(({ outcome }) => outcome)).toEqual(['INTERRUPTED', 'ACKNOWLEDGED'])
      await gateway.callbacks.stop()
      gateway = await openOn()
    })
  })

  describe('simulated', () => {
    let demo: Awaited<ReturnType<typeof startDemoMerchant>>
    let context: TestGateway
    let by: string

    const openSimulated = ({ node, limitMs }: { node: number; limitMs?: number }) =>
      openOn({
        node,
        environment: { SIMULATION: 'on' },
        callbacks: { allowPrivate: false, demoAddress: demo.address, ...(limitMs === undefined ? {} : { limitMs }) },
      })

    beforeAll(async () => {
      demo = await startDemoMerchant((merchantNo) => secretsOf(db, merchantNo), 0)
      context = await openSimulated({ node: 4 })
      await gateway.account('M00000007', { notifyAddress: 'http://127.0.0.1:9/demo-merchant/payin' })
      await gateway.account('M00000008', { kind: 'umerchant' })
      await updateDemoMerchantAddresses(db, demo.address)
      by = await context.signIn('M00000007')
    })
    afterAll(async () => {
      await context.close()
      await demo.close()
    })
    beforeEach(async () => {
      by = await context.signIn('M00000007')
    })

    const simulate = async (number: string, more: object = {}, sender = context) =>
      (await sender.ask(calls.simulatePayin, { merchantOrderNo: number, ...more }, by)).json<{
        item: SimulationResult
        error: string
      }>()

    test('demo merchants get the address of the demo server, others keep theirs', async () => {
      const rows = await db.all<{ no: string; address: string }>(sql`
        select merchant_no as no, payin_notify_address as address from merchant where payin_notify_address is not null order by 1`)
      expect(Object.fromEntries(rows.map(({ no, address }) => [no, address]))).toMatchObject({
        M00000001: endpoint.address,
        M00000007: demo.address,
      })
    })

    test.each([
      ['success', 'SUCCESS', '150000.00'],
      ['failed', 'FAILED', null],
      ['expired', 'EXPIRED', null],
      ['underpaid', 'EXCEPTION', '135000.00'],
      ['overpaid', 'EXCEPTION', '165000.00'],
      ['late', 'SUCCESS', '150000.00'],
    ] as const)('%s leads to %s, and is marked', async (outcome, status, paidAmount) => {
      const order = await context.payin('M00000007', `S-${outcome}`)
      const { item } = await simulate(`S-${outcome}`, { outcome, notify: 'ok' })
      expect(item).toMatchObject({
        before: 'PENDING',
        order: { id: order.id, status, paidAmount, simulated: true, lateSuccess: outcome === 'late' },
        notify:
          status === 'EXCEPTION' ? { notifyStatus: 'NONE', notifyAttempts: 0 } : { notifyStatus: 'SUCCESS', notifyAttempts: 1 },
      })
      expect((await trail(order, by)).attempts.map(({ trigger }) => trigger)).toEqual(
        status === 'EXCEPTION' ? [] : ['simulation'],
      )
    })

    test.each([
      ['noAck', 'NOT_ACKNOWLEDGED'],
      ['error500', 'HTTP_ERROR'],
      ['timeout', 'TIMEOUT'],
    ] as const)('the merchant can be made to answer with %s, once', async (behaviour, outcome) => {
      const order = await context.payin('M00000007', `B-${behaviour}`)
      const sender = behaviour === 'timeout' ? await openSimulated({ node: 5, limitMs: 400 }) : context
      const { item } = await simulate(`B-${behaviour}`, { notify: behaviour }, sender)
      if (sender !== context) await sender.close()
      expect(item.notify).toEqual({ notifyStatus: 'PENDING', notifyAttempts: 1 })
      expect((await trail(order, by)).attempts).toMatchObject([{ outcome, address: `${demo.address}?answer=${behaviour}` }])
      clock.advance(HOUR)
      await context.callbacks.deliver(order)
      by = await context.signIn('M00000007')
      expect((await trail(order, by)).attempts.at(-1)).toMatchObject({ trigger: 'auto', address: demo.address })
    })

    test('a gateway answers with its own demo endpoint when another gateway on the database has another one, or had', async () => {
      const other = await startDemoMerchant((merchantNo) => secretsOf(db, merchantNo), 0)
      await updateDemoMerchantAddresses(db, other.address)
      const orders = [await context.payin('M00000007', 'D-1', 'SUCCESS')]
      await context.callbacks.deliver(orders[0]!)
      await other.close()
      orders.push(await context.payin('M00000007', 'D-2', 'SUCCESS'))
      await context.callbacks.deliver(orders[1]!)
      for (const order of orders) {
        const { attempts } = await trail(order, by)
        expect(attempts.map(({ outcome }) => outcome)).not.toContain('REFUSED_ADDRESS')
        expect(attempts.map(({ outcome }) => outcome)).not.toContain('UNREACHABLE')
        expect(attempts).toMatchObject([{ address: other.address }])
      }
      await updateDemoMerchantAddresses(db, demo.address)
    })

    test.each([
      ['underpaid', '12.1110', 12_111_000n],
      ['overpaid', '14.8024', 14_802_400n],
    ] as const)('an %s amount in USDT is one that the wire can show', async (outcome, paidAmount, stored) => {
      const number = `S-usdt-${outcome}`
      const input = { merchantNo: 'M00000008', merchantOrderNo: number, payAmount: '13.4567', payChannel: 'USDT_TRC20' }
      const created = await context.ask(calls.openPayin, sign(input, SECRET, { hash: sha256, now: clock.now() }) as never)
      expect(created.statusCode).toBe(200)
      const staff = await context.signIn('M00000009')
      const reply = await context.ask(calls.simulatePayin, { merchantOrderNo: number, outcome }, staff)
      const { order } = reply.json<{ item: SimulationResult }>().item
      expect(order).toMatchObject({ status: 'EXCEPTION', payAmount: '13.4567', paidAmount })
      expect(await db.one(sql`select paid_amount::text as paid from orders where id = ${order.id}`)).toEqual({
        paid: String(stored),
      })
    })

    test('an impossible status is refused, and late money is accepted', async () => {
      await context.payin('M00000007', 'S-closed', 'CLOSED')
      expect((await simulate('S-closed')).error).toBe('ORDER_STATE_CONFLICT')
      expect((await simulate('S-closed', { outcome: 'late' })).item.order).toMatchObject({
        status: 'SUCCESS',
        lateSuccess: true,
      })
      expect((await simulate('S-closed', { outcome: 'late' })).error).toBe('ORDER_STATE_CONFLICT')
      expect((await simulate('S-nowhere')).error).toBe('ORDER_NOT_FOUND')
    })

    test('the demo merchant verifies signatures', async () => {
      const post = async (body: string) => (await fetch(demo.address, { method: 'POST', body })).status
      expect(await post('merchantNo=M00000007&platOrderNo=1&_sign=00')).toBe(401)
      expect(await post('')).toBe(401)
      expect((await fetch(demo.address)).status).toBe(404)
    })

    test('without simulation the routes do not exist', async () => {
      const reply = await gateway.ask(calls.simulatePayin, { merchantOrderNo: 'S-success' }, by)
      expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([503, 'SIMULATION_DISABLED'])
    })
  })
})

describe.each(databases)('the queue on $name', ({ open }) => {
  test('the queue finds due callbacks and respects the limit per merchant', async () => {
    const db = await open()
    const endpoint = await startEndpoint()
    const gateway = await openGateway(db, { callbacks: { allowPrivate: true, concurrency: 4, perMerchant: 2 } })
    await gateway.account('M00000001', { notifyAddress: endpoint.address })
    await gateway.callbacks.start()
    let underWay = 0
    let most = 0
    endpoint.answer = (response) => {
      most = Math.max(most, ++underWay)
      void setImmediate().then(() => {
        underWay--
        respondWith(200, 'SUCCESS')(response)
      })
    }
    for (let n = 0; n < 12; n++) await gateway.payin('M00000001', `Q-${n}`, 'SUCCESS')
    gateway.callbacks.flush()
    await soon(async () => {
      expect(await db.all(sql`select distinct notify_status as status from orders`)).toEqual([{ status: 'SUCCESS' }])
    })
    await gateway.close()
    expect(most).toBeLessThanOrEqual(2)
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12)
    await endpoint.close()
    await db.close()
  })
})

describe.each(withCitus.filter(isPostgres))('two gateways on $name', ({ open }) => {
  test('each callback is sent once', async () => {
    const db = await open()
    const endpoint = await startEndpoint()
    const settings = { allowPrivate: true, concurrency: 8, perMerchant: 8 }
    const [one, other] = await Promise.all([
      openGateway(db, { node: 1, callbacks: settings }),
      openGateway(db, { node: 2, callbacks: settings }),
    ])
    await one.account('M00000001', { notifyAddress: endpoint.address })
    const orders: OrderRecord[] = []
    for (let n = 0; n < 20; n++) orders.push(await one.payin('M00000001', `T-${n}`, 'SUCCESS'))
    // Both gateways check every order repeatedly and concurrently, like two queues with redundant jobs.
    await Promise.all(orders.flatMap((order) => [one, other, one, other].map(({ callbacks }) => callbacks.deliver(order))))
    await Promise.all([one.callbacks.start(), other.callbacks.start()])
    for (let n = 20; n < 40; n++) await one.payin('M00000001', `T-${n}`, 'SUCCESS')
    await endpoint.waitForRequests(40)
    await soon(async () => {
      expect(await db.all(sql`select distinct notify_status as status from orders`)).toEqual([{ status: 'SUCCESS' }])
    })
    await Promise.all([one.close(), other.close()])
    expect(endpoint.received).toHaveLength(40)
    expect(await db.one(sql`select count(*)::int as n, max(number) as most from callback_attempt`)).toEqual({ n: 40, most: 1 })
    await endpoint.close()
    await db.close()
  })
})
