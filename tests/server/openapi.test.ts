import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Activity } from '#contract/rows/audit.ts'
import type { OrderTrail } from '#contract/rows/orders.ts'
import type { OpenPayin, OpenPayout } from '#contract/shapes/merchantReplies.ts'
import { type Signable, sign, signatureOf, stringToSign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { openGateway, SECRET, StandingClock, type TestGateway } from '../gateway.ts'
import { creditAccount } from '../money.ts'

test('a signature is the hash of the joined fields between two copies of the secret', () => {
  const fields = { _timestamp: '1700000000000', receiveMerchantNo: 'M10000002', payAmount: '100000.00', remark: '' }
  expect(stringToSign(fields)).toBe('_timestamp1700000000000payAmount100000.00receiveMerchantNoM10000002')
  expect(signatureOf(fields, 'test-key', sha256)).toBe('9FB73C596AD6EB53A097754091A67A4D47FFA197C2EEFDAF59B109482CB46FFA')
})

test('with MD5 the signature equals the original scheme', () => {
  const fields = {
    method: 'taobao.item.seller.get',
    app_key: '12345678',
    session: 'test',
    timestamp: '2016-01-01 12:00:00',
    format: 'json',
    v: '2.0',
    sign_method: 'md5',
    fields: 'num_iid,title,nick,price,num',
    num_iid: '11223344',
  }
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  expect(signatureOf(fields, 'helloworld', md5)).toBe('66987CB115214E59E6EC978214934FB8')
})

describe.each(databases)('the merchant API on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    await gateway.account('M00000001')
    await gateway.account('M00000002', { kind: 'umerchant' })
    await gateway.account('M00000003', { apiWhiteIp: ['203.0.113.0/24'] })
    await gateway.account('M00000004', { status: 'FROZEN' })
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const fields = (number: string, more: Signable = {}): Signable => ({
    merchantNo: 'M00000001',
    merchantOrderNo: number,
    payAmount: '150000.00',
    payChannel: 'VA_BCA',
    ...more,
  })
  const signed = (params: Signable, now = clock.now(), secret = SECRET) => sign(params, secret, { hash: sha256, now })
  const post = (input: Signable) => gateway.ask(calls.openPayin, input as never)
  const errorOf = async (input: Signable) => {
    const reply = await post(input)
    return [reply.statusCode, reply.json<{ error: string }>().error]
  }

  test('a signed payin is created with payment details', async () => {
    const reply = await post(signed(fields('P-1', { payerName: 'Siti Rahma', expiryPeriod: '30' })))
    expect(reply.statusCode).toBe(200)
    const { item } = reply.json<{ item: OpenPayin }>()
    expect(item).toMatchObject({
      merchantOrderNo: 'P-1',
      status: 'PENDING',
      payAmount: '150000.00',
      payChannel: 'VA_BCA',
      qrText: null,
      payUrl: null,
      expiryPeriod: 30,
    })
    expect(item.accountNumber).toMatch(/^\d{10,}$/)
    expect(item.platOrderNo).toMatch(/^\d{19}$/)
  })

  test('a repeated request returns the same order, and another order with its number is refused', async () => {
    const first = (await post(signed(fields('P-2')))).json<{ item: OpenPayin }>()
    clock.advance(1_000)
    expect((await post(signed(fields('P-2')))).json()).toEqual(first)
    clock.advance(1_000)
    expect(await errorOf(signed(fields('P-2', { payAmount: '150001.00' })))).toEqual([409, 'DUPLICATE_ORDER_NO'])
  })

  test.each(['constructor', 'toString', '__proto__', 'SUCCESS'])('a used number is named as it is: %s', async (number) => {
    await post(signed(fields(number)))
    clock.advance(1_000)
    const refused = await post(signed(fields(number, { payAmount: '150001.00' })))
    expect(refused.json<{ message: string }>().message).toBe(`Order number ${number} is already used by a different order`)
  })

  test('creating an order is audited once with the key and the address, without secrets', async () => {
    clock.advance(1_000)
    await db.run(sql`delete from audit`)
    const made = (await post(signed(fields('P-5')))).json<{ item: OpenPayin }>().item
    clock.advance(1_000)
    await post(signed(fields('P-5')))
    await post(signed(fields('P-6', { payAmount: '1.00' })))
    const payout = { merchantOrderNo: 'O-5', payAmount: '20000.00', bankCode: '014', receiveName: 'Siti Rahma' }
    await creditAccount(db, gateway.ids, 'M00000001', 10_000_000n)
    const input = signed({ merchantNo: 'M00000001', receiveAccount: '5271038864', ...payout })
    const sent = (await gateway.ask(calls.openPayout, input as never)).json<{ item: OpenPayout }>().item
    const who = { merchantNo: 'M00000001', actorNo: 'M00000001', actor: 'API ****hant', address: '127.0.0.1' }
    expect(
      await db.all(sql`
        select merchant_no as "merchantNo", actor_no as "actorNo", actor, address, action, target, detail from audit order by id`),
    ).toEqual([
      {
        ...who,
        action: 'payin',
        target: made.platOrderNo,
        detail: {
          before: null,
          after: { status: 'PENDING', merchantOrderNo: 'P-5', payAmount: '150000.00', currency: 'IDR', channel: 'VA_BCA' },
        },
      },
      {
        ...who,
        action: 'payout',
        target: sent.platOrderNo,
        detail: {
          before: null,
          after: { status: 'CREATED', merchantOrderNo: 'O-5', payAmount: '20000.00', currency: 'IDR', channel: 'BANK_ID' },
        },
      },
    ])
    const token = await gateway.signIn('M00000001')
    const trail = (await gateway.ask(calls.payinTrail, { id: made.platOrderNo }, token)).json<{ item: OrderTrail }>().item
    expect(trail.actions).toMatchObject([{ actor: 'API ****hant', action: 'payin', text: null }])
    // The activity list leaves orders out, because they would hide the users' actions.
    const last = (await gateway.ask(calls.activities, {}, token)).json<{ item: Activity[] }>().item
    expect(last.map(({ action }) => action)).toEqual(['login'])
  })

  test('the merchant finds the remark of a payin again, and a different remark makes it another payin', async () => {
    clock.advance(1_000)
    expect((await post(signed(fields('P-7', { remark: 'Meja 4' })))).statusCode).toBe(200)
    const remarks = async (...replies: Promise<{ json(): unknown }>[]) =>
      (await Promise.all(replies)).map((reply) => (reply.json() as { item: { remark: string | null } }).item.remark)
    const asked = (merchantOrderNo: string) => ({ merchantNo: 'M00000001', merchantOrderNo })
    const query = (number: string) => gateway.ask(calls.openOrder, signed(asked(number)) as never)
    expect(await remarks(query('P-7'), query('P-1'))).toEqual(['Meja 4', null])
    const token = await gateway.signIn('M00000001')
    const listed = await gateway.ask(calls.payinList, { merchantOrderNo: 'P-7' }, token)
    expect(listed.json()).toMatchObject({ item: [{ merchantOrderNo: 'P-7', remark: 'Meja 4' }] })
    expect(await errorOf(signed(fields('P-7', { remark: 'Meja 5' })))).toEqual([409, 'DUPLICATE_ORDER_NO'])
  })

  test('a signature can be used once, also concurrently', async () => {
    clock.advance(1_000)
    const input = signed(fields('P-3'))
    const statuses = (await Promise.all([post(input), post(input)])).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, 400])
    expect(await errorOf(input)).toEqual([400, 'SIGN_REPLAYED'])
    expect(await db.one(sql`select count(*)::int as n from orders where merchant_order_no = 'P-3'`)).toEqual({ n: 1 })
  })

  test('a refused request does not use up its signature', async () => {
    clock.advance(1_000)
    const input = signed(fields('P-4', { payAmount: '1.00' }))
    expect(await errorOf(input)).toEqual([422, 'AMOUNT_OUT_OF_RANGE'])
    expect(await errorOf(input)).toEqual([422, 'AMOUNT_OUT_OF_RANGE'])
  })

  test.each([
    ['five minutes old', -300_000, 200],
    ['older than five minutes', -300_001, 400],
    ['five minutes ahead', 300_000, 200],
    ['further ahead', 300_001, 400],
  ])('a timestamp %s gets %i', async (_, drift, status) => {
    expect((await post(signed(fields(`T${drift}`), clock.now() + drift))).statusCode).toBe(status)
  })

  test('only the merchant’s own secret is valid, and only for the signed fields', async () => {
    expect(await errorOf(signed(fields('P-5'), clock.now(), 'another secret'))).toEqual([400, 'SIGN_INVALID'])
    expect(await errorOf(signed(fields('P-5', { merchantNo: 'M99999999' })))).toEqual([400, 'SIGN_INVALID'])
    expect(await errorOf({ ...signed(fields('P-5')), payAmount: '15000.00' })).toEqual([400, 'SIGN_INVALID'])
    expect(await errorOf({ ...signed(fields('P-5')), remark: 'slipped in' })).toEqual([400, 'SIGN_INVALID'])
    expect(await errorOf({ ...signed(fields('P-5')), colour: 'slipped in' })).toEqual([400, 'SIGN_INVALID'])
    const { _sign, ...unsigned } = signed(fields('P-5'))
    expect((await post(unsigned)).json()).toMatchObject({ error: 'VALIDATION_FAILED', fields: { _sign: 'rule.required' } })
  })

  test('fields of the merchant’s own are signed, and ignored', async () => {
    clock.advance(1_000)
    expect((await post(signed(fields('P-8', { shop: 'Meja 4', tags: [{ name: 'dine-in' }] })))).statusCode).toBe(200)
  })

  test('a call of many or deep fields is refused at once, before its signature is computed', async () => {
    const lines: string[] = []
    const logStream = { write: (line: string) => void lines.push(line) }
    const hurried = await openGateway(db, { clock, node: 2, environment: { LOG_LEVEL: 'error' }, logStream })
    const { path } = calls.openPayin
    const ask = async (more: string) => {
      const own = JSON.stringify({ ...fields('P-9'), _timestamp: String(clock.now()), _sign: 'A'.repeat(64) }).slice(1, -1)
      const headers = { 'content-type': 'application/json' }
      const payload = `{${own},${more}}`
      const started = performance.now()
      const reply = await hurried.app.inject({ method: 'POST', url: path, headers, payload })
      return { error: reply.json<{ error: string }>().error, ms: performance.now() - started }
    }
    const many = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')
    const deep = (levels: number) => `"x":${'['.repeat(levels)}${']'.repeat(levels)}`
    expect((await ask(many(190))).error).toBe('SIGN_INVALID')
    const refused = [await ask(many(200_000)), await ask(many(6_000)), await ask(deep(500_000)), await ask(deep(30_000))]
    expect(refused.map(({ error }) => error)).toEqual(['BODY_TOO_LARGE', 'BAD_REQUEST', 'BODY_TOO_LARGE', 'BAD_REQUEST'])
    // Hashed for each secret, they took seconds.
    for (const { ms } of refused) expect(ms).toBeLessThan(1_000)
    expect(lines).toEqual([])
    await hurried.close()
  })

  test('calls are accepted from the IP list’s addresses, and for accounts that may receive money', async () => {
    expect(await errorOf(signed(fields('P-6', { merchantNo: 'M00000003' })))).toEqual([403, 'API_IP_DENIED'])
    clock.advance(1_000)
    const refused = await post(signed(fields('P-6', { merchantNo: 'M00000003' })))
    expect(refused.json<{ message: string }>().message).toContain('127.0.0.1')
    // An address is told to the merchant alone.
    const unproved = await post(signed(fields('P-6', { merchantNo: 'M00000003' }), clock.now(), 'another secret'))
    expect(unproved.json<{ message: string }>().message).not.toContain('127.0.0.1')
    expect(await errorOf(signed(fields('P-6', { merchantNo: 'M00000004' })))).toEqual([403, 'ACCOUNT_DISABLED'])
  })

  test('a merchant collects in its own currency, with its fraction digits', async () => {
    const usdt = { merchantNo: 'M00000002', payChannel: 'USDT_TRC20', payAmount: '12.3456' }
    expect((await post(signed(fields('U-1', usdt)))).json()).toMatchObject({
      item: { payAmount: '12.3456', qrText: expect.any(String) },
    })
    expect(await errorOf(signed(fields('U-2', { ...usdt, payChannel: 'VA_BCA' })))).toEqual([422, 'VALIDATION_FAILED'])
    expect(await errorOf(signed(fields('P-7', { payAmount: '150000.001' })))).toEqual([422, 'VALIDATION_FAILED'])
  })
})
