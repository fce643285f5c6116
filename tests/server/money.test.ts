import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { MerchantChoice } from '#contract/rows/merchants.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { Withdraw } from '#contract/shapes/movements.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { sweepIdempotencyKeys } from '../../server/http/idempotency.ts'
import { serve } from '../../server/http/serve.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { isPostgres, withCitus } from '../databases.ts'
import { openGateway, SECRET, StandingClock, type TestGateway } from '../gateway.ts'
import {
  balance,
  creditAccount,
  refusalOf,
  type SigningClient,
  setTxnPassword,
  signingClientOf,
  TXN_PASSWORD,
  withKey,
} from '../money.ts'

const HOUR = 3_600_000

describe.each(withCitus)('money calls on $name', ({ name, open }) => {
  let db: Database
  let gateway: TestGateway
  let client: SigningClient
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
  const SENDER = 'M00000001'
  const RECEIVER = 'M00000002'

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    await gateway.account(SENDER)
    await gateway.account(RECEIVER, { kind: 'subMerchant', parentNo: SENDER })
    await gateway.account('M00000003')
    await gateway.account('M00000004', { kind: 'umerchant' })
    await gateway.account('M00000005', { status: 'FROZEN' })
    await gateway.account('M00000006', { status: 'PAYOUT_SUSPENDED' })
    await gateway.account('M00000007', { kind: 'delegate' })
    for (const no of [SENDER, 'M00000005', 'M00000006']) await setTxnPassword(db, no)
    client = await signingClientOf(gateway, SENDER)
  })
  beforeEach(async () => {
    await db.script('truncate ledger, orders, record, record_due, order_move, audit, idempotency, used_signature, login_try')
    await db.script('update account set available = 0, payin_freeze = 0, payout_freeze = 0, seq = 0')
    await creditAccount(db, gateway.ids, SENDER, 100_000_000n)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  let number = 0
  const order = (more: object = {}) => ({
    merchantOrderNo: `T-${++number}`,
    receiveMerchantNo: RECEIVER,
    payAmount: '250000.00',
    txnPwd: TXN_PASSWORD,
    ...more,
  })
  const holdings = async () => [await balance(db, SENDER), await balance(db, RECEIVER)]
  const UNMOVED = [
    [100_000_000n, 0n],
    [0n, 0n],
  ]
  const MOVED_ONCE = [
    [75_000_000n, 0n],
    [25_000_000n, 0n],
  ]

  test('a transfer arrives at once, and both sides share one number', async () => {
    const reply = await client.ask(calls.transfer, order({ merchantOrderNo: 'RENT-11', remark: 'November' }))
    expect(reply.statusCode).toBe(200)
    const { item } = reply.json<{ item: Movement }>()
    expect(item).toEqual({
      id: item.id,
      type: 'TRANSFER_OUT',
      merchantNo: SENDER,
      merchantName: `Merchant ${SENDER}`,
      platOrderNo: item.id,
      merchantOrderNo: 'RENT-11',
      payOrderNo: null,
      currency: 'IDR',
      payAmount: '250000.00',
      payFee: '0.00',
      serviceFee: '0.00',
      transferFee: '0.00',
      payMethod: null,
      payChannel: null,
      bankCode: null,
      bankName: null,
      accountNumber: null,
      accountHoldName: null,
      payerName: `Merchant ${SENDER}`,
      payerAccountNumber: SENDER,
      receiveName: `Merchant ${RECEIVER}`,
      receiveAccount: null,
      receiveMerchantNo: RECEIVER,
      status: 'SUCCESS',
      expiryPeriod: null,
      holdUntil: null,
      responseMessage: null,
      receipt: false,
      remark: 'November',
      createTime: '2026-11-21T08:15:30+07:00',
      updateTime: '2026-11-21T08:15:30+07:00',
      completeTime: '2026-11-21T08:15:30+07:00',
    })
    expect(await holdings()).toEqual(MOVED_ONCE)
    expect(await db.all(sql`select merchant_no as no, id, type, status from record order by merchant_no`)).toEqual([
      { no: SENDER, id: item.id, type: 'TRANSFER_OUT', status: 'SUCCESS' },
      { no: RECEIVER, id: item.id, type: 'TRANSFER_IN', status: 'SUCCESS' },
    ])
    expect(
      await db.all(sql`select merchant_no as no, type, counter, amount from ledger where type like 'TRANSFER%' order by id`),
    ).toEqual([
      { no: SENDER, type: 'TRANSFER_OUT', counter: 'MERCHANT', amount: '-25000000' },
      { no: RECEIVER, type: 'TRANSFER_IN', counter: 'MERCHANT', amount: '25000000' },
    ])
    expect(await db.all(sql`select actor, action, target, detail from audit where action = 'transfer'`)).toEqual([
      {
        actor: 'm00000001',
        action: 'transfer',
        target: item.id,
        detail: { payAmount: '250000.00', currency: 'IDR', receiver: RECEIVER },
      },
    ])
    expect(await brokenLedger(db)).toEqual([])
  })

  test.each<[string, object, [number, string]]>([
    ['to itself', { receiveMerchantNo: SENDER }, [422, 'SAME_MERCHANT']],
    ['to nobody', { receiveMerchantNo: 'M00000404' }, [404, 'MERCHANT_NOT_FOUND']],
    ['to an agent, who has no account', { receiveMerchantNo: 'M00000007' }, [404, 'MERCHANT_NOT_FOUND']],
    ['to another currency', { receiveMerchantNo: 'M00000004' }, [404, 'MERCHANT_NOT_FOUND']],
    ['to a frozen merchant', { receiveMerchantNo: 'M00000005' }, [404, 'MERCHANT_NOT_FOUND']],
    ['above the balance', { payAmount: '1000000.01' }, [422, 'INSUFFICIENT_BALANCE']],
    ['below the limit', { payAmount: '9999.99' }, [422, 'AMOUNT_OUT_OF_RANGE']],
    ['with too many fraction digits', { payAmount: '10000.001' }, [422, 'VALIDATION_FAILED']],
  ])('a transfer %s is refused and moves nothing', async (_, more, refusal) => {
    expect(refusalOf(await client.ask(calls.transfer, order(more)))).toEqual(refusal)
    expect(await holdings()).toEqual(UNMOVED)
    expect(await db.all(sql`select id from record`)).toEqual([])
  })

  test('earlier receivers are offered as choices', async () => {
    const receivers = async () => {
      const { item } = (await gateway.ask(calls.merchantChoices, {}, client.token)).json<{ item: MerchantChoice[] }>()
      return item.filter(({ transferable }) => transferable).map(({ merchantNo }) => merchantNo)
    }
    expect(await receivers()).toEqual([RECEIVER])
    await client.ask(calls.transfer, order({ receiveMerchantNo: 'M00000003' }))
    expect(await receivers()).toEqual([RECEIVER, 'M00000003'])
  })

  test.each(['M00000005', 'M00000006'])('%s, frozen or without payouts, cannot send', async (no) => {
    await creditAccount(db, gateway.ids, no, 50_000_000n)
    const theirs = await signingClientOf(gateway, no)
    expect(refusalOf(await theirs.ask(calls.transfer, order()))).toEqual([403, 'ACCOUNT_DISABLED'])
    expect(await balance(db, no)).toEqual([50_000_000n, 0n])
  })

  describe('signatures', () => {
    test('a signature with another key, content or time is refused', async () => {
      const input = client.signed<typeof calls.transfer>(order())
      const stranger = { ...input, _sign: 'A'.repeat(64) }
      const changed = { ...input, payAmount: '900000.00' }
      const more = { ...input, unheardOf: 'field' }
      for (const one of [stranger, changed, more]) {
        expect(refusalOf(await gateway.ask(calls.transfer, one, client.token))).toEqual([400, 'SIGN_INVALID'])
      }
      const late = await client.ask(calls.transfer, order(), { now: clock.now() - 300_001 })
      expect(refusalOf(late)).toEqual([400, 'SIGN_EXPIRED'])
      expect(await holdings()).toEqual(UNMOVED)
    })

    test('a repeated request without an idempotency key finds its movement', async () => {
      const input = client.signed<typeof calls.transfer>(order())
      const first = await gateway.ask(calls.transfer, input, client.token)
      const again = await gateway.ask(calls.transfer, input, client.token)
      expect(again.json()).toEqual(first.json())
      expect(await holdings()).toEqual(MOVED_ONCE)
    })

    test('a used signature creates nothing', async () => {
      const input = client.signed<typeof calls.transfer>(order())
      await gateway.ask(calls.transfer, input, client.token)
      await db.script('delete from record')
      expect(refusalOf(await gateway.ask(calls.transfer, input, client.token))).toEqual([400, 'SIGN_REPLAYED'])
      expect(await holdings()).toEqual(MOVED_ONCE)
    })

    test('a used merchant order number is refused, except for the same transfer', async () => {
      const first = order()
      const { item } = (await client.ask(calls.transfer, first)).json<{ item: Movement }>()
      clock.advance(1)
      expect((await client.ask(calls.transfer, first)).json()).toMatchObject({ item: { id: item.id } })
      const other = await client.ask(calls.transfer, { ...first, payAmount: '250001.00' })
      expect(refusalOf(other)).toEqual([409, 'DUPLICATE_ORDER_NO'])
      expect(await holdings()).toEqual(MOVED_ONCE)
    })
  })

  describe('the transaction password', () => {
    test('a wrong password moves nothing, and five wrong ones block money calls for 15 minutes', async () => {
      const wrong = () => client.ask(calls.transfer, order({ txnPwd: sha256('nope') }))
      for (let n = 0; n < 5; n++) {
        const reply = await wrong()
        expect(refusalOf(reply)).toEqual([422, 'errorPwd'])
        expect(reply.json()).toMatchObject({ message: 'Wrong password' })
      }
      const locked = await client.ask(calls.transfer, order())
      expect(refusalOf(locked)).toEqual([429, 'TOO_MANY_TRIES'])
      expect(locked.headers['retry-after']).toBe('900')
      expect(await holdings()).toEqual(UNMOVED)
      clock.advance(15 * 60_000 - 1)
      client = await signingClientOf(gateway, SENDER)
      expect((await client.ask(calls.transfer, order())).statusCode).toBe(429)
      clock.advance(1)
      expect((await client.ask(calls.transfer, order())).statusCode).toBe(200)
    })

    test('the right password resets the failure count', async () => {
      for (let n = 0; n < 4; n++) await client.ask(calls.transfer, order({ txnPwd: sha256('nope') }))
      expect((await client.ask(calls.transfer, order())).statusCode).toBe(200)
      for (let n = 0; n < 4; n++) await client.ask(calls.transfer, order({ txnPwd: sha256('nope') }))
      expect((await client.ask(calls.transfer, order())).statusCode).toBe(200)
    })

    test('an account without a transaction password gets its own error', async () => {
      const without = await signingClientOf(gateway, 'M00000003')
      expect(refusalOf(await without.ask(calls.transfer, order()))).toEqual([422, 'TXN_PWD_NOT_SET'])
    })
  })

  test('limits and fees are configurable', async () => {
    const environment = { TRANSFER_TERMS: 'IDR 20000 30000 500' }
    const strict = await openGateway(db, { clock, node: 3, environment })
    const theirs = await signingClientOf(strict, SENDER)
    const info = await strict.ask(calls.accountInfo, {}, theirs.token)
    expect(info.json()).toMatchObject({ item: { transfer: { min: '20000.00', max: '30000.00', transferFee: '500.00' } } })
    const send = (payAmount: string) => theirs.ask(calls.transfer, order({ payAmount }))
    expect(refusalOf(await send('30000.01'))).toEqual([422, 'AMOUNT_OUT_OF_RANGE'])
    expect((await send('30000.00')).json()).toMatchObject({ item: { transferFee: '500.00' } })
    const statement = await strict.ask(calls.accountDetail, { type: 'TRANSFER_OUT', limit: '1' }, theirs.token)
    expect(statement.json()).toMatchObject({ item: [{ payAmount: '-30000.00', payFee: '500.00' }] })
    await strict.close()
  })

  test('an optional signature is verified when present', async () => {
    const filter = { status: 'SUCCESS' }
    const ask = (input: object) => gateway.ask(calls.payinList, input as never, client.token)
    const signed = client.signed<typeof calls.payinList>(filter)
    expect((await ask(signed)).statusCode).toBe(200)
    expect(refusalOf(await ask({ ...signed, status: 'FAILED' }))).toEqual([400, 'SIGN_INVALID'])
    expect(refusalOf(await ask({ ...filter, _sign: 'A'.repeat(64) }))).toEqual([400, 'SIGN_EXPIRED'])
    const old = client.signed<typeof calls.payinList>(filter, clock.now() - 300_001)
    expect(refusalOf(await ask(old))).toEqual([400, 'SIGN_EXPIRED'])
  })

  describe('an idempotency key', () => {
    test('a repeated key returns the first response, even with a new signature', async () => {
      const content = order()
      const first = await client.ask(calls.transfer, content, { key: 'k-1' })
      clock.advance(1_000)
      const again = await client.ask(calls.transfer, content, { key: 'k-1' })
      expect([again.statusCode, again.json()]).toEqual([200, first.json()])
      expect(await holdings()).toEqual(MOVED_ONCE)
    })

    test('a repeated key returns an earlier refusal, even if the request would now succeed', async () => {
      const content = order({ payAmount: '1000000.01' })
      const first = await client.ask(calls.transfer, content, { key: 'k-2' })
      expect(refusalOf(first)).toEqual([422, 'INSUFFICIENT_BALANCE'])
      await creditAccount(db, gateway.ids, SENDER, 100n)
      clock.advance(1_000)
      expect(refusalOf(await client.ask(calls.transfer, content, { key: 'k-2' }))).toEqual([422, 'INSUFFICIENT_BALANCE'])
      expect(await db.all(sql`select id from record`)).toEqual([])
      expect((await client.ask(calls.transfer, content, { key: 'k-3' })).statusCode).toBe(200)
    })

    test('a wrong password is not stored as the response', async () => {
      const content = order()
      const wrong = await client.ask(calls.transfer, { ...content, txnPwd: sha256('nope') }, { key: 'k-4' })
      expect(refusalOf(wrong)).toEqual([422, 'errorPwd'])
      expect((await client.ask(calls.transfer, content, { key: 'k-4' })).statusCode).toBe(200)
    })

    test('a key identifies one request of one merchant', async () => {
      await client.ask(calls.transfer, order(), { key: 'k-5' })
      const other = await client.ask(calls.transfer, order(), { key: 'k-5' })
      expect(refusalOf(other)).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
      const withdraw = { ...order(), bankCode: '014', accountNumber: '5271038864', accountHoldName: 'Toko' }
      expect(refusalOf(await client.ask(calls.withdraw, withdraw, { key: 'k-5' }))).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
      expect(await holdings()).toEqual(MOVED_ONCE)
      await setTxnPassword(db, 'M00000003')
      await creditAccount(db, gateway.ids, 'M00000003', 25_000_000n)
      const theirs = await signingClientOf(gateway, 'M00000003')
      expect((await theirs.ask(calls.transfer, order(), { key: 'k-5' })).statusCode).toBe(200)
    })

    test('the API stores keys under the merchant that signed', async () => {
      const content = {
        merchantNo: SENDER,
        merchantOrderNo: 'PO-1',
        payAmount: '50000.00',
        payChannel: 'BANK_ID',
        bankCode: '014',
        receiveAccount: '5271038864',
        receiveName: 'Siti Rahma',
      }
      const payout = (payAmount = content.payAmount) => {
        const input = sign({ ...content, payAmount }, SECRET, { hash: sha256, now: clock.now() })
        const headers = { 'content-type': 'application/json', 'idempotency-key': 'po-1' }
        return gateway.ask(calls.openPayout, input as never, undefined, { headers })
      }
      const first = await payout()
      expect(first.statusCode).toBe(200)
      clock.advance(1_000)
      const again = await payout()
      expect([again.statusCode, again.body]).toEqual([200, first.body])
      expect(refusalOf(await payout('60000.00'))).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
      expect((await balance(db, SENDER))[1]).toBe(5_000_000n)
    })

    test('every route that moves money accepts a key', () => {
      const never = () => {
        throw new Error('never called')
      }
      expect(() => serve(gateway.app, calls.withdraw, Withdraw, never)).toThrow(
        '/api/account/withdraw takes effect once per key',
      )
    })

    test('an invalid key is refused', async () => {
      for (const key of ['', 'a b', 'é', 'k'.repeat(129)]) {
        expect(refusalOf(await client.ask(calls.transfer, order(), { key }))).toEqual([400, 'BAD_REQUEST'])
      }
    })

    test('twenty concurrent requests with one key run once', async () => {
      const input = client.signed<typeof calls.transfer>(order())
      const replies = await Promise.all(
        Array.from({ length: 20 }, () =>
          gateway.ask(calls.transfer, input, client.token, withKey('json', client.token, 'k-6')),
        ),
      )
      const done = replies.filter(({ statusCode }) => statusCode === 200)
      expect(new Set(done.map(({ body }) => body)).size).toBe(1)
      // Requests without the response were told to retry.
      const others = replies
        .filter(({ statusCode }) => statusCode !== 200)
        .map((reply) => reply.json<{ error: string }>().error)
      expect(others.filter((error) => error !== 'REQUEST_RUNNING')).toEqual([])
      expect(await holdings()).toEqual(MOVED_ONCE)
      expect(await brokenLedger(db)).toEqual([])
    })

    test('a key is kept for two days', async () => {
      await client.ask(calls.transfer, order(), { key: 'k-7' })
      const kept = () => db.all(sql`select key from idempotency`)
      await sweepIdempotencyKeys(db, clock.now() + 48 * HOUR)
      expect(await kept()).toEqual([{ key: 'k-7' }])
      await sweepIdempotencyKeys(db, clock.now() + 48 * HOUR + 1)
      expect(await kept()).toEqual([])
    })

    test.runIf(isPostgres({ name, open }))('of a request that is still running says to wait', async () => {
      const content = order()
      await db.tx(async (tx) => {
        await tx.run(sql`
          insert into idempotency (merchant_no, key, request_hash, at) values (${SENDER}, 'k-8', decode('00', 'hex'), now())`)
        const reply = await client.ask(calls.transfer, content, { key: 'k-8' })
        expect(refusalOf(reply)).toEqual([409, 'REQUEST_RUNNING'])
        expect(reply.headers['retry-after']).toBe('1')
        expect(await holdings()).toEqual(UNMOVED)
        await tx.run(sql`delete from idempotency where key = 'k-8'`)
      })
      expect((await client.ask(calls.transfer, content, { key: 'k-8' })).statusCode).toBe(200)
    })
  })
})
