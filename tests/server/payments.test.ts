import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPTION_MEMBERS, type PayinOrderStatus } from '#contract/options.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { balanceOf } from '../../server/merchants/accountInfo.ts'
import type { MerchantRow } from '../../server/merchants/merchants.ts'
import { findOrder } from '../../server/orders/orderQueries.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { movesOf, orderTrail } from '../../server/orders/orderTrail.ts'
import { createPayin, expireDue, refundPayin, transitionPayin } from '../../server/payins/payins.ts'
import { settleDue } from '../../server/payins/settlements.ts'
import { Refusal } from '../../server/refusal.ts'
import { isPostgres, withCitus } from '../databases.ts'
import { addMerchant, createPaidPayin, createTestPayin, type TestContext, testContext } from '../shop.ts'

type Target = Parameters<typeof transitionPayin>[3]
const MINUTE = 60_000
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : String(error))
const refusalOf = (promise: Promise<unknown>) => promise.then(() => 'accepted', codeOf)

describe.each(withCitus)('$name', ({ open }) => {
  let db: Database
  let context: TestContext
  let merchant: MerchantRow
  let chain: MerchantRow
  let later: MerchantRow
  beforeAll(async () => {
    db = await open()
    context = testContext()
    merchant = await addMerchant(db)
    chain = await addMerchant(db, { merchantNo: 'M10000002', kind: 'umerchant', currency: 'USDT' })
    later = await addMerchant(db, { merchantNo: 'M10000003', settleDelayMinutes: 60 })
  })
  afterAll(async () => {
    expect(await brokenLedger(db)).toEqual([])
    await db.close()
  })

  const move = (order: OrderRecord, to: Target, facts: Parameters<typeof transitionPayin>[4] = {}) =>
    db.tx((tx) => transitionPayin(tx, context, order, to, facts))
  const refund = (order: OrderRecord, amount: bigint) => db.tx((tx) => refundPayin(tx, context, order, amount))
  const short = (order: OrderRecord) => ({ paidAmount: order.amount - 1_000_000n })

  /** A new order in the given status. */
  async function orderIn(status: PayinOrderStatus, owner: MerchantRow): Promise<OrderRecord> {
    const order = await createTestPayin(db, context, { merchant: owner })
    switch (status) {
      case 'PENDING':
        return order
      case 'CREATED':
        await db.run(sql`update orders set status = 'CREATED' where id = ${order.id}`)
        return { ...order, status }
      case 'EXCEPTION':
        return move(order, status, short(order))
      case 'PARTIAL_REFUND':
        return refund(await move(order, 'SUCCESS'), order.amount / 4n)
      case 'REFUNDED':
        return refund(await move(order, 'SUCCESS'), order.amount)
      default:
        return move(order, status)
    }
  }

  /** The statuses reachable from the given status, each tried on a separate order. */
  async function waysFrom(status: PayinOrderStatus, owner: MerchantRow): Promise<string> {
    const ways: string[] = []
    for (const to of OPTION_MEMBERS.PayinOrderStatus) {
      const order = await orderIn(status, owner)
      const left = (order.paidAmount ?? order.amount) - order.refundedAmount
      const tried =
        to === 'REFUNDED'
          ? refund(order, left)
          : to === 'PARTIAL_REFUND'
            ? refund(order, left / 2n)
            : move(order, to, to === 'EXCEPTION' ? short(order) : {})
      const outcome = await tried.then(({ status: now }) => now, codeOf)
      if (outcome === to) ways.push(to)
      else expect([status, to, outcome]).toEqual([status, to, 'ORDER_STATE_CONFLICT'])
    }
    return ways.join(' ')
  }

  test('a payin allows exactly the transitions of its table', { timeout: 60_000 }, async () => {
    const table: Record<string, string> = {}
    for (const status of OPTION_MEMBERS.PayinOrderStatus) {
      if (status !== 'CONFIRMING') table[status] = await waysFrom(status, merchant)
    }
    expect(table).toEqual({
      CREATED: 'PENDING FAILED',
      PENDING: 'SUCCESS FAILED EXPIRED CLOSED EXCEPTION',
      SUCCESS: 'PARTIAL_REFUND REFUNDED',
      FAILED: 'SUCCESS',
      EXPIRED: 'SUCCESS',
      CLOSED: 'SUCCESS',
      EXCEPTION: 'SUCCESS FAILED',
      PARTIAL_REFUND: 'PARTIAL_REFUND REFUNDED',
      REFUNDED: '',
    })
  })

  test('only on-chain payins can be confirming', async () => {
    expect(await waysFrom('PENDING', chain)).toBe('CONFIRMING SUCCESS FAILED EXPIRED CLOSED EXCEPTION')
    expect(await waysFrom('CONFIRMING', chain)).toBe('SUCCESS FAILED EXCEPTION')
  })

  test('a refused transition names both statuses and changes nothing', async () => {
    const order = await createPaidPayin(db, context, { merchant })
    const before = await orderTrail(db, order)
    await expect(move(order, 'CLOSED')).rejects.toMatchObject({
      code: 'ORDER_STATE_CONFLICT',
      status: 409,
      detail: { from: 'SUCCESS', to: 'CLOSED' },
    })
    expect(await orderTrail(db, order)).toEqual(before)
    expect(await refusalOf(move({ ...order, id: '1' }, 'CLOSED'))).toBe('ORDER_NOT_FOUND')
    expect(await refusalOf(move({ ...order, merchantNo: later.merchantNo }, 'CLOSED'))).toBe('ORDER_NOT_FOUND')
  })

  test('a paid payin charges the fee, credits the money and enqueues a callback', async () => {
    const before = await balanceOf(db, merchant)
    const order = await createTestPayin(db, context, { merchant, amount: 25_000_000n })
    expect(order).toMatchObject({ status: 'PENDING', fee: 0n, paidAmount: null, completeTime: null, expiryMinutes: 60 })
    context.clock.advance(90_000)
    const paid = await move(order, 'SUCCESS', { text: 'Approved', payerAccount: '5271038864' })
    expect(paid).toMatchObject({
      status: 'SUCCESS',
      paidAmount: 25_000_000n,
      fee: 250_000n,
      completeTime: new Date(context.clock.now()),
      payerAccount: '5271038864',
      responseMessage: 'Approved',
      lateSuccess: false,
    })
    expect(await findOrder(db, { merchantNos: [merchant.merchantNo], kind: 'PAYIN' }, order.id)).toEqual(paid)
    expect(await movesOf(db, paid)).toMatchObject([
      { status: 'CREATED' },
      { status: 'PENDING' },
      { status: 'SUCCESS', text: 'Approved' },
    ])
    expect(Number((await balanceOf(db, merchant)).available) - Number(before.available)).toBe(247_500)
    expect(context.enqueued.at(-1)).toEqual({ id: order.id, status: 'SUCCESS' })
  })

  test('a transition is never older than the previous one, even after the clock is set back', async () => {
    const order = await createTestPayin(db, context, { merchant })
    context.clock.advance(-MINUTE)
    expect(await move(order, 'SUCCESS')).toMatchObject({ updateTime: order.createTime, completeTime: order.createTime })
    context.clock.advance(MINUTE)
  })

  test('an unfinished payin enqueues no callback', async () => {
    const enqueued = context.enqueued.length
    const seen = await move(await createTestPayin(db, context, { merchant: chain }), 'CONFIRMING', {
      payOrderNo: 'hash',
      payerAccount: 'Tx',
    })
    expect(seen).toMatchObject({ payOrderNo: 'hash', payerAccount: 'Tx', completeTime: null })
    await orderIn('EXCEPTION', merchant)
    expect(context.enqueued).toHaveLength(enqueued)
  })

  test.each(['EXPIRED', 'FAILED', 'CLOSED'] as const)(
    'a payment after %s is accepted, marked as late and notified again',
    async (status) => {
      const order = await orderIn(status, merchant)
      context.clock.advance(MINUTE)
      const paid = await move(order, 'SUCCESS')
      expect(paid).toMatchObject({ lateSuccess: true, paidAmount: order.amount, completeTime: new Date(context.clock.now()) })
      expect(context.enqueued.slice(-2)).toEqual([
        { id: order.id, status },
        { id: order.id, status: 'SUCCESS' },
      ])
      expect((await orderTrail(db, paid)).postings.map(({ type }) => type)).toEqual(['PAYIN', 'PAYIN_FEE'])
    },
  )

  test('another amount is an exception, accepted as paid or rejected', async () => {
    const order = await createTestPayin(db, context, { merchant, amount: 10_000_000n })
    expect(await refusalOf(move(order, 'SUCCESS', { paidAmount: 9_000_000n }))).toBe('ORDER_STATE_CONFLICT')
    expect(await refusalOf(move(order, 'EXCEPTION'))).toBe('ORDER_STATE_CONFLICT')
    expect(await refusalOf(move(order, 'EXCEPTION', { paidAmount: 10_000_000n }))).toBe('ORDER_STATE_CONFLICT')
    const over = await move(order, 'EXCEPTION', { paidAmount: 12_000_000n })
    expect(over).toMatchObject({ paidAmount: 12_000_000n, fee: 0n, completeTime: null })
    expect(await refusalOf(move(over, 'SUCCESS', { paidAmount: 10_000_000n }))).toBe('ORDER_STATE_CONFLICT')
    const accepted = await move(over, 'SUCCESS')
    expect(accepted).toMatchObject({ amount: 10_000_000n, paidAmount: 12_000_000n, fee: 120_000n, lateSuccess: false })
    expect((await orderTrail(db, accepted)).postings.map(({ amount }) => amount)).toEqual(['120000.00', '-1200.00'])

    const rejected = await move(await orderIn('EXCEPTION', merchant), 'FAILED', { text: 'Returned' })
    expect(rejected).toMatchObject({ status: 'FAILED', paidAmount: 9_000_000n, fee: 0n, responseMessage: 'Returned' })
    expect((await orderTrail(db, rejected)).postings).toEqual([])
  })

  test('the fee follows the rule at creation time', async () => {
    const order = await createTestPayin(db, context, { merchant })
    await db.run(sql`update merchant set fee_rate = 0.5 where merchant_no = ${merchant.merchantNo}`)
    expect((await move(order, 'SUCCESS')).fee).toBe(100_000n)
    await db.run(sql`update merchant set fee_rate = 0.01 where merchant_no = ${merchant.merchantNo}`)
  })

  test('with a settle delay the money is frozen and released once when due', async () => {
    const order = await createPaidPayin(db, context, { merchant: later, amount: 10_000_000n })
    expect(await balanceOf(db, later)).toMatchObject({ available: '0.00', payinFreeze: '99000.00', total: '99000.00' })
    context.clock.advance(60 * MINUTE - 1)
    expect(await settleDue(db, context)).toBe(0)
    const other = await createPaidPayin(db, context, { merchant: later, amount: 5_000_000n })
    context.clock.advance(1)
    expect(await settleDue(db, context)).toBe(1)
    expect(await settleDue(db, context)).toBe(0)
    expect(await balanceOf(db, later)).toMatchObject({ available: '99000.00', payinFreeze: '49500.00', total: '148500.00' })
    await refund(other, 5_000_000n)
    expect((await orderTrail(db, order)).postings.map(({ type, amount }) => `${type} ${amount}`)).toEqual([
      'PAYIN 100000.00',
      'PAYIN_FEE -1000.00',
      'PAYIN_SETTLE 99000.00',
    ])
  })

  test('with a settle delay, a payin that its fee takes in full is paid and leaves nothing to settle', async () => {
    const facts = { merchantNo: 'M10000004', settleDelayMinutes: 60, feeType: 'FIXED', feeFixed: 10_000_000n } as const
    const charged = await addMerchant(db, facts)
    const order = await createPaidPayin(db, context, { merchant: charged, amount: 10_000_000n })
    expect(order).toMatchObject({ status: 'SUCCESS', fee: 10_000_000n })
    context.clock.advance(60 * MINUTE)
    await settleDue(db, context)
    expect(await balanceOf(db, charged)).toMatchObject({ available: '0.00', payinFreeze: '0.00', total: '0.00' })
  })

  test('a refund takes frozen money first, and the settlement releases the rest', async () => {
    const before = await balanceOf(db, later)
    const order = await createPaidPayin(db, context, { merchant: later, amount: 10_000_000n })
    const part = await refund(order, 4_000_000n)
    expect(part).toMatchObject({ status: 'PARTIAL_REFUND', refundedAmount: 4_000_000n, fee: 100_000n })
    expect(await balanceOf(db, later)).toMatchObject({ available: before.available, payinFreeze: '59000.00' })
    context.clock.advance(60 * MINUTE)
    expect(await settleDue(db, context)).toBe(1)
    const whole = await refund(part, 6_000_000n)
    expect(whole).toMatchObject({ status: 'REFUNDED', refundedAmount: 10_000_000n, completeTime: order.completeTime })
    // The fee is kept, so it comes out of the merchant balance.
    expect(Number(before.available) - Number((await balanceOf(db, later)).available)).toBe(1_000)
    expect(context.enqueued.slice(-3).map(({ status }) => status)).toEqual(['SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'])
  })

  test('a refund of all frozen money leaves nothing to settle', async () => {
    const order = await createPaidPayin(db, context, { merchant: later, amount: 10_000_000n })
    await refund(order, 10_000_000n)
    context.clock.advance(60 * MINUTE)
    expect(await settleDue(db, context)).toBe(0)
    expect(await balanceOf(db, later)).toMatchObject({ payinFreeze: '0.00' })
  })

  test('a refund of zero, above the paid amount or above the balance is refused', async () => {
    const poor = await addMerchant(db, { merchantNo: 'M10000009' })
    const order = await createPaidPayin(db, context, { merchant: poor, amount: 10_000_000n })
    expect(await refusalOf(refund(order, 10_000_001n))).toBe('AMOUNT_OUT_OF_RANGE')
    expect(await refusalOf(refund(order, 0n))).toBe('AMOUNT_OUT_OF_RANGE')
    expect(await refusalOf(refund(order, -1n))).toBe('AMOUNT_OUT_OF_RANGE')
    expect(await refusalOf(refund(order, 9_900_001n))).toBe('INSUFFICIENT_BALANCE')
    expect((await refund(order, 9_900_000n)).status).toBe('PARTIAL_REFUND')
  })

  describe('a new payin', () => {
    test('it gets payment instructions from its channel and is created once', async () => {
      const order = await createTestPayin(db, context, {
        merchant,
        merchantOrderNo: 'INV-1',
        payerName: 'Sari',
        expiryMinutes: 30,
      })
      expect(order).toMatchObject({ status: 'PENDING', bankCode: '014', method: 'VIRTUAL_ACCOUNT', accountName: merchant.name })
      expect(order.accountNumber).toMatch(/^1280\d{12}$/)
      expect(order.payOrderNo).toMatch(/^BCA\d{16}$/)
      const same = { merchant, merchantOrderNo: 'INV-1', payerName: 'Sari', expiryMinutes: 30 }
      expect(await createTestPayin(db, context, same)).toEqual(order)
      for (const other of [
        { ...same, amount: 10_000_001n },
        { ...same, channel: 'VA_BRI' },
        { ...same, payerName: 'Budi' },
      ]) {
        expect(await refusalOf(createTestPayin(db, context, other))).toBe('DUPLICATE_ORDER_NO')
      }
      const paid = await move(order, 'SUCCESS')
      expect(await createTestPayin(db, context, same)).toEqual(paid)
      // Numbers are case-sensitive: another case is another order.
      expect((await createTestPayin(db, context, { ...same, merchantOrderNo: 'inv-1' })).id).not.toBe(order.id)
    })

    test.each([
      ['VA_BCA', 999_999n, 'AMOUNT_OUT_OF_RANGE'],
      ['VA_BCA', 1_000_000n, 'accepted'],
      ['VA_BCA', 5_000_000_000n, 'accepted'],
      ['VA_BCA', 5_000_000_001n, 'AMOUNT_OUT_OF_RANGE'],
      ['BANK_ID', 10_000_000n, 'VALIDATION_FAILED'],
      ['USDT_TRC20', 10_000_000n, 'VALIDATION_FAILED'],
      ['VA_NOBODY', 10_000_000n, 'VALIDATION_FAILED'],
    ])('a payin by %s of %s is %s', async (channel, amount, outcome) => {
      expect(await refusalOf(createTestPayin(db, context, { merchant, channel, amount }))).toBe(outcome)
    })

    test('a merchant that may not collect is refused', async () => {
      const frozen = await addMerchant(db, { merchantNo: 'M10000008', status: 'FROZEN' })
      expect(await refusalOf(createTestPayin(db, context, { merchant: frozen }))).toBe('ACCOUNT_DISABLED')
    })

    test('an on-chain payin has an address of its chain', async () => {
      const tron = await createTestPayin(db, context, { merchant: chain })
      expect(tron).toMatchObject({ kind: 'USDT_PAYIN', currency: 'USDT', payOrderNo: null, accountNumber: null })
      expect(tron.receiveAccount).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
      const bsc = await createTestPayin(db, context, { merchant: chain, channel: 'USDT_BEP20' })
      expect(bsc.receiveAccount).toMatch(/^0x[0-9a-f]{40}$/)
    })

    test('too many fraction digits are refused', async () => {
      expect(await refusalOf(createTestPayin(db, context, { merchant: chain, amount: 10_000_050n }))).toBe('VALIDATION_FAILED')
      expect(await refusalOf(createTestPayin(db, context, { merchant: chain, amount: 10_000_100n }))).toBe('accepted')
    })

    test('an unpaid payin expires, a paid payin does not', async () => {
      const waiting = await createTestPayin(db, context, { merchant, expiryMinutes: 5 })
      const paid = await createPaidPayin(db, context, { merchant, expiryMinutes: 5 })
      const patient = await createTestPayin(db, context, { merchant, expiryMinutes: 500 })
      context.clock.advance(5 * MINUTE - 1)
      await expireDue(db, context)
      const scope = { merchantNos: [merchant.merchantNo], kind: 'PAYIN' } as const
      const statuses = async () => {
        const found = await Promise.all([waiting, paid, patient].map(({ id }) => findOrder(db, scope, id)))
        return found.map((order) => order?.status)
      }
      expect(await statuses()).toEqual(['PENDING', 'SUCCESS', 'PENDING'])
      context.clock.advance(1)
      expect(await expireDue(db, context)).toBeGreaterThan(0)
      expect(await statuses()).toEqual(['EXPIRED', 'SUCCESS', 'PENDING'])
      expect(await expireDue(db, context)).toBe(0)
    })
  })
})

describe.each(withCitus.filter(isPostgres))('concurrency on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(async () => {
    expect(await brokenLedger(db)).toEqual([])
    await db.close()
  })

  test('an order paid, closed and expired concurrently has one outcome', async () => {
    const context = testContext()
    const merchant = await addMerchant(db)
    for (let round = 0; round < 15; round++) {
      const order = await createTestPayin(db, context, { merchant })
      const enqueued = context.enqueued.length
      const ways = ['SUCCESS', 'CLOSED', 'EXPIRED', 'SUCCESS', 'FAILED', 'SUCCESS'] as const
      const outcomes = await Promise.allSettled(ways.map((to) => db.tx((tx) => transitionPayin(tx, context, order, to))))
      const won = outcomes.filter(({ status }) => status === 'fulfilled').length
      const moves = await movesOf(db, order)
      // A close or expiry may come first and the late money after it.
      expect([1, 2]).toContain(won)
      expect(moves.map(({ status }) => status).slice(0, 2)).toEqual(['CREATED', 'PENDING'])
      expect(moves).toHaveLength(2 + won)
      expect(moves.at(-1)?.status).toBe('SUCCESS')
      expect(context.enqueued.length - enqueued).toBe(won)
    }
  })

  test('one number sent concurrently creates one order', async () => {
    const context = testContext()
    const merchant = await addMerchant(db, { merchantNo: 'M10000005' })
    const request = { merchant, merchantOrderNo: 'SAME', amount: 10_000_000n, channel: 'QRIS' }
    const orders = await Promise.all(Array.from({ length: 12 }, () => db.tx((tx) => createPayin(tx, context, request))))
    expect(new Set(orders.map(({ order }) => order.id)).size).toBe(1)
    expect(orders.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await db.one(sql`select count(*)::int as n from orders where merchant_no = 'M10000005'`)).toEqual({ n: 1 })
  })

  test('concurrent payments, settlements and refunds leave the paid amount less fees and refunds', {
    timeout: 120_000,
  }, async () => {
    const context = testContext()
    const merchant = await addMerchant(db, { merchantNo: 'M10000006', settleDelayMinutes: 1 })
    const hour = 60 * MINUTE
    const orders = await Promise.all(
      Array.from({ length: 120 }, () => createTestPayin(db, context, { merchant, expiryMinutes: 60 })),
    )
    const pay = orders.slice(0, 100).map((order) => () => db.tx((tx) => transitionPayin(tx, context, order, 'SUCCESS')))
    await inTurns(pay, 8)
    context.clock.advance(hour)
    const settled = Array.from({ length: 6 }, () => () => settleDue(db, context))
    const expired = Array.from({ length: 6 }, () => () => expireDue(db, context))
    const refunded = orders
      .slice(0, 50)
      .flatMap((order) => [1_000_000n, 2_000_000n].map((part) => () => db.tx((tx) => refundPayin(tx, context, order, part))))
    const results = await inTurns<number | OrderRecord>([...settled, ...expired, ...refunded], 10)
    expect(results.slice(0, 6).reduce((sum: number, n) => sum + Number(n), 0)).toBe(100)
    expect(
      await db.all(
        sql`select status, count(*)::int as n from orders where merchant_no = 'M10000006' group by status order by status`,
      ),
    ).toEqual([
      { status: 'EXPIRED', n: 20 },
      { status: 'PARTIAL_REFUND', n: 50 },
      { status: 'SUCCESS', n: 50 },
    ])
    expect(await balanceOf(db, merchant)).toMatchObject({
      available: `${100 * 99_000 - 50 * 30_000}.00`,
      payinFreeze: '0.00',
    })
    expect(
      await db.all(
        sql`select type, count(*)::int as n from ledger where merchant_no = 'M10000006' group by type order by type`,
      ),
    ).toEqual([
      { type: 'PAYIN', n: 100 },
      { type: 'PAYIN_FEE', n: 100 },
      { type: 'PAYIN_REFUND', n: 100 },
      { type: 'PAYIN_SETTLE', n: 100 },
    ])
  })
})

/** Runs all tasks with limited concurrency and returns the results in order. */
async function inTurns<Result>(work: (() => Promise<Result>)[], workers: number): Promise<Result[]> {
  const results: Result[] = []
  const queue = work.entries()
  const worker = async () => {
    for (const [place, task] of queue) results[place] = await task()
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return results
}
