import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Balance } from '#contract/rows/accounts.ts'
import type { NotifyResult } from '#contract/rows/callbacks.ts'
import type { OrderTrail, PayOrder, PayoutSummary, Receipt, SimulationResult } from '#contract/rows/orders.ts'
import type { OpenOrder, OpenPayout } from '#contract/shapes/merchantReplies.ts'
import { type Signable, sign, signatureOf } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { startDemoMerchant, updateDemoMerchantAddresses } from '../../server/demo/merchant.ts'
import { payoutAnswer, payoutNumberOf, payoutStatusAnswer } from '../../server/demo/payoutChannel.ts'
import { brokenLedger, wrongCounters } from '../../server/ledger/checks.ts'
import { balanceOf } from '../../server/merchants/accountInfo.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { transitionPayin } from '../../server/payins/payins.ts'
import { transitionPayout } from '../../server/payouts/payouts.ts'
import { textsOf } from '../../server/texts/texts.ts'
import { StandingClock } from '../clock.ts'
import { databases } from '../databases.ts'
import { type Endpoint, respondWith } from '../endpoint.ts'
import { openGateway, SECRET, type TestGateway } from '../gateway.ts'
import { type Listening, openListening } from '../listening.ts'
import { withKey } from '../money.ts'
import { createTestPayin, createTestPayout } from '../shop.ts'

const SHOP = 'M00000001'
const BRANCH = 'M00000002'
const CHAIN = 'M00000003'
const AGENT = 'M00000004'
const STAFF = 'M00000005'
const OTHER = 'M00000006'

describe.each(databases)('payouts on $name', ({ open }) => {
  let fixture: Listening
  let db: Database
  let gateway: TestGateway
  let endpoint: Endpoint
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    fixture = await openListening(open, { clock, environment: { SIMULATION: 'on' } })
    ;({ db, gateway, endpoint } = fixture)
    await gateway.account(SHOP, { agentNo: AGENT, notifyAddress: endpoint.address })
    await gateway.account(BRANCH, { kind: 'subMerchant', parentNo: SHOP })
    await gateway.account(CHAIN, { kind: 'umerchant', notifyAddress: endpoint.address })
    await gateway.account(AGENT, { kind: 'delegate' })
    await gateway.account(STAFF, { kind: 'staff' })
    await gateway.account(OTHER)
    await db.run(
      sql`update merchant set payout_notify_address = ${endpoint.address.replace('/notify', '/payouts')} where payout_notify_address is not null`,
    )
    for (const no of [SHOP, BRANCH, CHAIN, OTHER]) {
      const merchant = (await merchantByNo(db, no))!
      const order = await createTestPayin(db, gateway.world, { merchant, amount: 5_000_000_000n })
      await db.tx((tx) => transitionPayin(tx, { ...gateway.world, enqueueCallback: async () => {} }, order, 'SUCCESS'))
    }
    for (const no of [SHOP, BRANCH, CHAIN, AGENT, STAFF, OTHER]) tokens[no] = await gateway.signIn(no)
  }, 60_000)
  afterAll(async () => {
    expect(await brokenLedger(db)).toEqual([])
    expect(await wrongCounters(db)).toEqual([])
    await fixture.close()
  })
  beforeEach(() => {
    endpoint.received.length = 0
    endpoint.answer = respondWith(200, 'SUCCESS')
    clock.advance(60_000)
  })

  async function payout(
    no: string,
    request: Partial<Parameters<typeof createTestPayout>[2]> = {},
    ...to: Parameters<typeof transitionPayout>[3][]
  ) {
    let order = await createTestPayout(db, gateway.world, { merchant: (await merchantByNo(db, no))!, ...request })
    for (const status of to) order = await db.tx((tx) => transitionPayout(tx, gateway.world, order, status))
    return order
  }
  const errorOf = async (asked: ReturnType<TestGateway['ask']>) => {
    const reply = await asked
    return [reply.statusCode, reply.json<{ error?: string }>().error]
  }
  const itemOf = async <Item>(asked: ReturnType<TestGateway['ask']>) => {
    const reply = await asked
    expect(reply.statusCode).toBe(200)
    return reply.json<{ item: Item }>().item
  }

  describe('in the console', () => {
    test('payout lists show payouts in scope and no payins', async () => {
      const own = await payout(SHOP)
      const branch = await payout(BRANCH)
      const chain = await payout(CHAIN)
      const other = await payout(OTHER)
      const seen = async (call: typeof calls.payoutList | typeof calls.usdtPayoutList, no: string) => {
        const rows = await itemOf<PayOrder[]>(gateway.ask(call, { limit: '100' }, tokens[no]))
        expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['PAYOUT']))
        return [own, branch, chain, other].map(({ id }) => rows.some((row) => row.id === id))
      }
      expect(await seen(calls.payoutList, SHOP)).toEqual([true, true, false, false])
      expect(await seen(calls.payoutList, BRANCH)).toEqual([false, true, false, false])
      expect(await seen(calls.payoutList, STAFF)).toEqual([true, true, false, true])
      expect(await seen(calls.usdtPayoutList, CHAIN)).toEqual([false, false, true, false])
      expect(await seen(calls.usdtPayoutList, STAFF)).toEqual([false, false, true, false])
      const payins = await itemOf<PayOrder[]>(gateway.ask(calls.payinList, { limit: '100' }, tokens[STAFF]))
      expect(new Set(payins.map(({ type }) => type))).toEqual(new Set(['PAYIN']))
    })

    test('a row contains the receiver, the bank and the fee', async () => {
      const order = await payout(SHOP, {
        receiveAccount: '88990011',
        receiveName: 'Dewi Lestari',
        bankCode: '008',
        merchantOrderNo: 'ROW-1',
      })
      const [row] = await itemOf<PayOrder[]>(gateway.ask(calls.payoutList, { receiveAccount: '88990011' }, tokens[SHOP]))
      expect(row).toMatchObject({
        id: order.id,
        merchantOrderNo: 'ROW-1',
        type: 'PAYOUT',
        payMethod: 'BANK_TRANSFER',
        payChannel: 'BANK_ID',
        bankCode: '008',
        bankName: 'Mandiri',
        receiveName: 'Dewi Lestari',
        receiveAccount: '88990011',
        accountNumber: null,
        payerName: null,
        payAmount: '100000.00',
        paidAmount: null,
        status: 'CREATED',
        expiryPeriod: null,
        receipt: false,
        completeTime: null,
        history: [{ status: 'CREATED' }],
      })
      for (const filter of [
        { receiveName: 'lest' },
        { bankCode: '008' },
        { bankCode: ['008', '022'] },
        { payChannel: 'BANK_ID', orderNo: 'row-1' },
      ]) {
        const rows = await itemOf<PayOrder[]>(gateway.ask(calls.payoutList, filter, tokens[SHOP]))
        expect(rows.map(({ id }) => id)).toEqual([order.id])
      }
      expect(await itemOf(gateway.ask(calls.payoutList, { receiveName: 'nobody' }, tokens[SHOP]))).toEqual([])
    })

    test('an agent sees payouts of its merchants with masked accounts', async () => {
      await payout(SHOP, { receiveAccount: '1234567890', mobile: '081234567890' })
      const rows = await itemOf<PayOrder[]>(gateway.ask(calls.agentPayoutList, { limit: '100' }, tokens[AGENT]))
      expect(new Set(rows.map(({ merchantNo, type }) => `${merchantNo} ${type}`))).toEqual(new Set([`${SHOP} PAYOUT`]))
      expect(rows[0]).toMatchObject({ receiveAccount: '****7890', mobile: null, platAccountId: null, payerAccountNumber: null })
    })

    test('an export has the list rows with receiver columns and no payer columns', async () => {
      await payout(BRANCH, { receiveName: 'Made Wijaya', receiveAccount: '7712345678' }, 'PROCESSING', 'SUCCESS')
      const reply = await gateway.ask(calls.exportPayout, { locales: 'en', format: 'raw', receiveName: 'made' }, tokens[BRANCH])
      expect(reply.headers).toMatchObject({ 'x-row-count': '1', 'content-type': 'text/csv; charset=utf-8' })
      expect(reply.headers['content-disposition']).toMatch(/filename="payout-20261121-\d{6}\.csv"/)
      const [header = '', row = '', ...rest] = reply.body.replace('\uFEFF', '').trimEnd().split('\r\n')
      expect(rest).toEqual([])
      expect(header).toContain('Receiver Name,Receiver Account')
      expect(header).not.toContain('Payer')
      expect(row).toContain('SUCCESS,014,BCA,Made Wijaya,7712345678')
    })

    test('a paid payout has a receipt in the language of the reader, with escaped text', async () => {
      const name = '<script>alert(1)</script> & \u0001Sons'
      const { id, merchantOrderNo } = await payout(BRANCH, { receiveName: name }, 'PROCESSING', 'SUCCESS')
      const ask = (number: string, language = 'en') =>
        gateway.ask(calls.payoutReceipt, { merchantOrderNo: number }, tokens[SHOP], {
          headers: { 'merchant-token': tokens[SHOP]!, 'accept-language': language },
        })
      const slip = await itemOf<Receipt>(ask(merchantOrderNo))
      expect(slip).toMatchObject({
        merchantOrderNo,
        platOrderNo: id,
        merchantName: `Merchant ${BRANCH}`,
        bankName: 'BCA',
        receiveName: name,
        payAmount: '100000.00',
        status: 'SUCCESS',
      })
      const drawing = (receipt: string | null) =>
        Buffer.from(receipt!.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
      expect(drawing(slip.receipt)).toContain('>100000.00 IDR</text>')
      expect(drawing(slip.receipt)).not.toContain('<script')
      // XML allows no control characters.
      expect(drawing(slip.receipt)).not.toContain('\u0001')
      expect(drawing((await itemOf<Receipt>(ask(id, 'zh-CN'))).receipt)).toContain('>收款人姓名</text>')
      for (const way of [[], ['PROCESSING'], ['PROCESSING', 'SUCCESS', 'REVERSED']] as const) {
        const order = await payout(BRANCH, {}, ...way)
        expect(await errorOf(ask(order.id))).toEqual([409, 'ORDER_STATE_CONFLICT'])
        expect((await ask(order.id)).json()).toMatchObject({
          message: `Not allowed while the order is “${textsOf('en').statuses[order.status as 'CREATED']}”`,
        })
      }
      expect(await errorOf(ask('nothing'))).toEqual([404, 'ORDER_NOT_FOUND'])
    })

    test('the figures of a filter agree between counters and rows', async () => {
      await payout(OTHER, { amount: 30_000_000n }, 'PROCESSING', 'SUCCESS')
      await payout(OTHER, { amount: 20_000_000n }, 'PROCESSING', 'FAILED')
      await payout(OTHER, { amount: 10_000_000n }, 'PROCESSING', 'SUCCESS', 'REVERSED')
      const counted = await itemOf<PayoutSummary>(
        gateway.ask(calls.payoutCount, { status: ['SUCCESS', 'FAILED', 'REVERSED'] }, tokens[OTHER]),
      )
      expect(counted).toEqual({
        totalPayoutCount: 3,
        totalPayoutAmount: '600000.00',
        successPayoutCount: 1,
        successPayoutAmount: '300000.00',
        payoutFee: '0.00',
        byStatus: {
          FAILED: { count: 1, amount: '200000.00' },
          REVERSED: { count: 1, amount: '100000.00' },
          SUCCESS: { count: 1, amount: '300000.00' },
        },
      })
      const rows = { status: ['SUCCESS', 'FAILED', 'REVERSED'], minAmount: '0' }
      expect(await itemOf(gateway.ask(calls.payoutCount, rows, tokens[OTHER]))).toEqual(counted)
    })

    test('a foreign payout is not found by any call', async () => {
      const { id } = await payout(OTHER)
      expect(await errorOf(gateway.ask(calls.payoutTrail, { id }, tokens[SHOP]))).toEqual([404, 'ORDER_NOT_FOUND'])
      expect(await errorOf(gateway.ask(calls.payoutAction, { id, action: 'cancel' }, tokens[SHOP]))).toEqual([
        404,
        'ORDER_NOT_FOUND',
      ])
      expect(await errorOf(gateway.ask(calls.payoutNotify, { id }, tokens[SHOP]))).toEqual([404, 'ORDER_NOT_FOUND'])
      expect(await errorOf(gateway.ask(calls.simulatePayout, { merchantOrderNo: id }, tokens[SHOP]))).toEqual([
        404,
        'ORDER_NOT_FOUND',
      ])
      expect(await errorOf(gateway.ask(calls.payinTrail, { id }, tokens[OTHER]))).toEqual([404, 'ORDER_NOT_FOUND'])
    })

    test('an unsent payout is cancelled once, and the trail names the actor', async () => {
      const before = await balanceOf(db, { merchantNo: SHOP, currency: 'IDR' })
      const { id } = await payout(SHOP)
      const cancelled = await itemOf<PayOrder>(gateway.ask(calls.payoutAction, { id, action: 'cancel' }, tokens[SHOP]))
      expect(cancelled.status).toBe('CANCELLED')
      expect(await balanceOf(db, { merchantNo: SHOP, currency: 'IDR' })).toEqual(before)
      const again = await gateway.ask(calls.payoutAction, { id, action: 'cancel' }, tokens[SHOP])
      expect([again.statusCode, again.json()]).toMatchObject([
        409,
        { error: 'ORDER_STATE_CONFLICT', message: 'An order with status “Canceled” can’t become “Canceled”' },
      ])
      const trail = await itemOf<OrderTrail>(gateway.ask(calls.payoutTrail, { id }, tokens[SHOP]))
      expect(trail).toMatchObject({
        notifyAddress: endpoint.address.replace('/notify', '/payouts'),
        moves: [{ status: 'CREATED' }, { status: 'CANCELLED' }],
        postings: [{ type: 'PAYOUT_FREEZE' }, { type: 'PAYOUT_UNFREEZE' }],
        actions: [{ actor: SHOP.toLowerCase(), action: 'cancel', text: 'CREATED → CANCELLED' }],
      })
    })

    test('a retry sends a failed payout again if the merchant may pay out', async () => {
      const { id } = await payout(SHOP, {}, 'PROCESSING', 'FAILED')
      await db.run(sql`update merchant set status = 'PAYOUT_SUSPENDED' where merchant_no = ${SHOP}`)
      expect(await errorOf(gateway.ask(calls.payoutAction, { id, action: 'retry' }, tokens[STAFF]))).toEqual([
        403,
        'ACCOUNT_DISABLED',
      ])
      await db.run(sql`update merchant set status = 'ACTIVE' where merchant_no = ${SHOP}`)
      const again = await itemOf<PayOrder>(gateway.ask(calls.payoutAction, { id, action: 'retry' }, tokens[STAFF]))
      expect(again.status).toBe('PROCESSING')
      const trail = await itemOf<OrderTrail>(gateway.ask(calls.payoutTrail, { id }, tokens[SHOP]))
      expect(trail.postings.map(({ type }) => type)).toEqual(['PAYOUT_FREEZE', 'PAYOUT_UNFREEZE', 'PAYOUT_FREEZE'])
      expect(await errorOf(gateway.ask(calls.payoutAction, { id, action: 'retry' }, tokens[STAFF]))).toEqual([
        409,
        'ORDER_STATE_CONFLICT',
      ])
    })

    test('a retried payout has the number of its new attempt at the channel', async () => {
      const order = await payout(SHOP, {}, 'PROCESSING', 'FAILED')
      const again = await itemOf<PayOrder>(gateway.ask(calls.payoutAction, { id: order.id, action: 'retry' }, tokens[SHOP]))
      clock.advance(5_000)
      const done = await itemOf<PayOrder>(gateway.ask(calls.payoutAction, { id: order.id, action: 'check' }, tokens[SHOP]))
      const number = payoutNumberOf({ ...order, attempt: 2 })
      expect([again.payOrderNo, done.payOrderNo]).toEqual([number, number])
    })

    test('a retry repeated with its idempotency key returns the same response and moves money once', async () => {
      const { id } = await payout(SHOP, {}, 'PROCESSING', 'FAILED')
      const retry = () =>
        gateway.ask(calls.payoutAction, { id, action: 'retry' }, tokens[SHOP], withKey('form', tokens[SHOP]!, 'retry-1'))
      const [first, second] = [await itemOf<PayOrder>(retry()), await itemOf<PayOrder>(retry())]
      expect(second).toEqual(first)
      const { postings, actions } = await itemOf<OrderTrail>(gateway.ask(calls.payoutTrail, { id }, tokens[SHOP]))
      expect(postings.map(({ type }) => type)).toEqual(['PAYOUT_FREEZE', 'PAYOUT_UNFREEZE', 'PAYOUT_FREEZE'])
      expect(actions.map(({ action }) => action)).toEqual(['retry'])
    })

    test('only a failed payout can be retried', async () => {
      const ways = [[], ['PROCESSING'], ['PROCESSING', 'SUCCESS'], ['PROCESSING', 'UNKNOWN'], ['CANCELLED']] as const
      for (const way of ways) {
        const order = await payout(SHOP, {}, ...way)
        expect(await errorOf(gateway.ask(calls.payoutAction, { id: order.id, action: 'retry' }, tokens[SHOP]))).toEqual([
          409,
          'ORDER_STATE_CONFLICT',
        ])
      }
    })

    test('a frozen merchant can read but not act', async () => {
      const { id } = await payout(OTHER)
      await db.run(sql`update merchant set status = 'FROZEN' where merchant_no = ${OTHER}`)
      expect(await errorOf(gateway.ask(calls.payoutAction, { id, action: 'cancel' }, tokens[OTHER]))).toEqual([
        403,
        'ACCOUNT_DISABLED',
      ])
      const trail = await itemOf<OrderTrail>(gateway.ask(calls.payoutTrail, { id }, tokens[OTHER]))
      expect(trail.order.status).toBe('CREATED')
      await db.run(sql`update merchant set status = 'ACTIVE' where merchant_no = ${OTHER}`)
    })

    test('an unknown payout can only be checked, which decides it', async () => {
      const order = await payout(SHOP, {}, 'PROCESSING', 'UNKNOWN')
      const act = (action: 'check' | 'cancel' | 'retry') =>
        gateway.ask(calls.payoutAction, { id: order.id, action }, tokens[SHOP])
      expect(await errorOf(act('cancel'))).toEqual([409, 'ORDER_STATE_CONFLICT'])
      expect(await errorOf(act('retry'))).toEqual([409, 'ORDER_STATE_CONFLICT'])
      expect((await itemOf<PayOrder>(act('check'))).status).toBe(payoutStatusAnswer(order).to)
      expect(await errorOf(act('check'))).toEqual([409, 'ORDER_STATE_CONFLICT'])
    })

    test('a processing payout is checked after the answer delay of its channel', async () => {
      const order = await payout(SHOP, {}, 'PROCESSING')
      const check = async () =>
        (await itemOf<PayOrder>(gateway.ask(calls.payoutAction, { id: order.id, action: 'check' }, tokens[SHOP]))).status
      expect(await check()).toBe('PROCESSING')
      clock.advance(5_000)
      expect(await check()).toBe(payoutAnswer(order).to)
    })

    test('without a simulated channel a check changes nothing', async () => {
      const real = await openGateway(db, { clock, node: 2 })
      const { id } = await payout(SHOP, {}, 'PROCESSING', 'UNKNOWN')
      expect(await itemOf(real.ask(calls.payoutAction, { id, action: 'check' }, tokens[SHOP]))).toMatchObject({
        status: 'UNKNOWN',
      })
      expect(await errorOf(real.ask(calls.simulatePayout, { merchantOrderNo: id }, tokens[SHOP]))).toEqual([
        503,
        'SIMULATION_DISABLED',
      ])
      await real.close()
    })
  })

  describe('simulated', () => {
    const simulate = (merchantOrderNo: string, outcome?: 'success' | 'failed' | 'unknown' | 'reversed') =>
      gateway.ask(calls.simulatePayout, { merchantOrderNo, ...(outcome && { outcome }) }, tokens[SHOP])

    test.each([
      ['success', 'SUCCESS', ['CREATED', 'PROCESSING', 'SUCCESS'], 'SUCCESS'],
      ['failed', 'FAILED', ['CREATED', 'PROCESSING', 'FAILED'], 'SUCCESS'],
      ['unknown', 'UNKNOWN', ['CREATED', 'PROCESSING', 'UNKNOWN'], 'NONE'],
      ['reversed', 'REVERSED', ['CREATED', 'PROCESSING', 'SUCCESS', 'REVERSED'], 'SUCCESS'],
    ] as const)(
      '%s: the payout ends there, is marked, and the merchant hears of it',
      async (outcome, status, moves, notifyStatus) => {
        const order = await payout(SHOP)
        const result = await itemOf<SimulationResult>(simulate(order.merchantOrderNo, outcome))
        expect(result).toMatchObject({ before: 'CREATED', order: { status, simulated: true, notifyStatus } })
        const trail = await itemOf<OrderTrail>(gateway.ask(calls.payoutTrail, { id: order.id }, tokens[SHOP]))
        expect(trail.moves.map((move) => move.status)).toEqual(moves)
        expect(trail.actions).toMatchObject([{ action: 'simulate', text: `${outcome}: CREATED → ${status}` }])
        expect(endpoint.received.map(({ body }) => new URLSearchParams(body).get('status'))).toEqual(
          notifyStatus === 'NONE' ? [] : [status],
        )
      },
    )

    test('the demo merchant receives payout callbacks and answers as configured', async () => {
      const demo = await startDemoMerchant(async () => [SECRET], 0)
      const played = await openGateway(db, {
        clock,
        node: 3,
        environment: { SIMULATION: 'on' },
        callbacks: { demoAddress: demo.address },
      })
      const { id } = await payout(BRANCH)
      const asked = { merchantOrderNo: id, outcome: 'failed', notify: 'noAck' } as const
      expect(await itemOf(played.ask(calls.simulatePayout, asked, tokens[SHOP]))).toMatchObject({
        order: { status: 'FAILED' },
        notify: { notifyStatus: 'PENDING', notifyAttempts: 1 },
      })
      const trail = await itemOf<OrderTrail>(played.ask(calls.payoutTrail, { id }, tokens[SHOP]))
      expect(trail.attempts).toMatchObject([{ outcome: 'NOT_ACKNOWLEDGED', trigger: 'simulation' }])
      expect(trail.attempts[0]!.address).toBe(`${demo.address.replace('/payin', '/payout')}?answer=noAck`)
      await db.run(sql`
        update merchant set payout_notify_address = 'http://127.0.0.1:1/demo-merchant/payout' where merchant_no = ${BRANCH}`)
      await updateDemoMerchantAddresses(db, demo.address)
      expect((await merchantByNo(db, BRANCH))?.payoutNotifyAddress).toBe(demo.address.replace('/payin', '/payout'))
      expect((await merchantByNo(db, SHOP))?.payoutNotifyAddress).toBe(endpoint.address.replace('/notify', '/payouts'))
      await db.run(sql`update merchant set payout_notify_address = null where merchant_no = ${BRANCH}`)
      await played.close()
      await demo.close()
    })

    test('a final payout stays final, except for a reversal', async () => {
      const failed = await payout(SHOP, {}, 'PROCESSING', 'FAILED')
      expect(await errorOf(simulate(failed.id, 'success'))).toEqual([409, 'ORDER_STATE_CONFLICT'])
      const unknown = await payout(SHOP, {}, 'PROCESSING', 'UNKNOWN')
      expect(await errorOf(simulate(unknown.id, 'unknown'))).toEqual([409, 'ORDER_STATE_CONFLICT'])
      expect(await itemOf(simulate(unknown.id))).toMatchObject({ before: 'UNKNOWN', order: { status: 'SUCCESS' } })
      expect(await itemOf(simulate(unknown.id, 'reversed'))).toMatchObject({ before: 'SUCCESS', order: { status: 'REVERSED' } })
      expect(await errorOf(simulate(unknown.id, 'reversed'))).toEqual([409, 'ORDER_STATE_CONFLICT'])
    })
  })

  describe('callbacks', () => {
    test('callbacks are sent to the payout address, signed', async () => {
      const order = await payout(SHOP, {}, 'PROCESSING', 'SUCCESS')
      await gateway.callbacks.deliver(order)
      expect(endpoint.received).toHaveLength(1)
      const { path, body } = endpoint.received[0]!
      const fields = Object.fromEntries(new URLSearchParams(body))
      expect(path).toBe('/payouts')
      expect(fields).toMatchObject({
        merchantNo: SHOP,
        platOrderNo: order.id,
        payChannel: 'BANK_ID',
        payAmount: '100000.00',
        paidAmount: '100000.00',
        status: 'SUCCESS',
      })
      expect(fields._sign).toBe(signatureOf(fields, SECRET, sha256))
      const trail = await itemOf<OrderTrail>(gateway.ask(calls.payoutTrail, { id: order.id }, tokens[SHOP]))
      expect(trail.attempts).toMatchObject([{ trigger: 'auto', outcome: 'ACKNOWLEDGED' }])
    })

    test('a final payout can be notified manually', async () => {
      const order = await payout(SHOP, {}, 'PROCESSING', 'SUCCESS')
      const told = await itemOf<NotifyResult>(gateway.ask(calls.payoutNotify, { id: order.id }, tokens[SHOP]))
      expect(told).toMatchObject({ notifyStatus: 'SUCCESS', notifyAttempts: 1, attempt: { trigger: 'manual' } })
      const usdt = await payout(CHAIN, {}, 'CANCELLED')
      expect(await itemOf(gateway.ask(calls.usdtPayoutNotify, { id: usdt.id }, tokens[CHAIN]))).toMatchObject({
        notifyStatus: 'SUCCESS',
      })
      for (const way of [[], ['PROCESSING'], ['PROCESSING', 'UNKNOWN']] as const) {
        const { id } = await payout(SHOP, {}, ...way)
        expect(await errorOf(gateway.ask(calls.payoutNotify, { id }, tokens[SHOP]))).toEqual([409, 'ORDER_STATE_CONFLICT'])
      }
      const branch = await payout(BRANCH, {}, 'CANCELLED')
      expect(await errorOf(gateway.ask(calls.payoutNotify, { id: branch.id }, tokens[SHOP]))).toEqual([
        422,
        'NOTIFY_ADDRESS_MISSING',
      ])
    })

    test('a 410 disables payout callbacks and keeps payin callbacks', async () => {
      endpoint.answer = respondWith(410, 'gone')
      const order = await payout(SHOP, {}, 'CANCELLED')
      await gateway.callbacks.deliver(order)
      const flags = await db.one(sql`
        select notify_disabled as payins, payout_notify_disabled as payouts from merchant where merchant_no = ${SHOP}`)
      expect(flags).toEqual({ payins: false, payouts: true })
      endpoint.answer = respondWith(200, 'OK')
      clock.advance(10_000)
      expect(await errorOf(gateway.ask(calls.payoutNotify, { id: order.id }, tokens[SHOP]))).toEqual([
        422,
        'NOTIFY_ADDRESS_DISABLED',
      ])
      const payin = await gateway.payin(SHOP, 'AFTER-410', 'SUCCESS')
      await gateway.callbacks.deliver(payin)
      expect(endpoint.received.map(({ path }) => path)).toEqual(['/payouts', '/notify'])
      await db.run(sql`update merchant set payout_notify_disabled = false where merchant_no = ${SHOP}`)
    })

    const retry = ({ id }: OrderRecord) =>
      itemOf<PayOrder>(gateway.ask(calls.payoutAction, { id, action: 'retry' }, tokens[SHOP]))
    const sentStatuses = () => endpoint.received.map(({ body }) => new URLSearchParams(body).get('status'))
    const notifyStatusOf = async ({ id }: OrderRecord) =>
      (await itemOf<OrderTrail>(gateway.ask(calls.payoutTrail, { id }, tokens[SHOP]))).order.notifyStatus

    test.each([
      ['that is due', 'PENDING', undefined],
      ['that was given up', 'FAILED', []],
    ])('a retry ends a callback %s, and the next final status is sent', async (_, notifyStatus, retries) => {
      endpoint.answer = respondWith(500, 'out of order')
      const order = await payout(SHOP, {}, 'PROCESSING', 'FAILED')
      const other = await openGateway(db, { clock, node: 2, callbacks: { allowPrivate: true, ...(retries && { retries }) } })
      await other.callbacks.deliver(order)
      await other.close()
      expect(await notifyStatusOf(order)).toBe(notifyStatus)
      endpoint.answer = respondWith(200, 'OK')
      expect((await retry(order)).notifyStatus).toBe('NONE')
      for (const status of ['UNKNOWN', 'SUCCESS'] as const) {
        clock.advance(60 * 60_000)
        await gateway.callbacks.redeliver(SHOP, 'PAYOUT')
        await gateway.callbacks.deliver(order)
        expect(sentStatuses()).toEqual(['FAILED'])
        await db.tx((tx) => transitionPayout(tx, gateway.world, order, status))
      }
      await gateway.callbacks.deliver(order)
      expect(sentStatuses()).toEqual(['FAILED', 'SUCCESS'])
      expect(await notifyStatusOf(order)).toBe('SUCCESS')
    })

    test.each([
      [200, 'OK', 'ACKNOWLEDGED'],
      [410, 'gone', 'HTTP_ERROR'],
      [500, 'out of order', 'HTTP_ERROR'],
    ])('an attempt under way at a retry, answered with %i, is stored and not repeated', async (status, text, outcome) => {
      const order = await payout(SHOP, {}, 'PROCESSING', 'FAILED')
      endpoint.answer = (response) => void retry(order).then(() => respondWith(status, text)(response))
      await gateway.callbacks.deliver(order)
      clock.advance(60 * 60_000)
      await gateway.callbacks.deliver(order)
      expect(sentStatuses()).toEqual(['FAILED'])
      const trail = await itemOf<OrderTrail>(gateway.ask(calls.payoutTrail, { id: order.id }, tokens[SHOP]))
      expect(trail).toMatchObject({ order: { notifyStatus: 'NONE' }, attempts: [{ outcome, nextTime: null }] })
      await db.run(sql`update merchant set payout_notify_disabled = false where merchant_no = ${SHOP}`)
    })

    test('a status change by staff enqueues a callback', async () => {
      const order = await payout(SHOP)
      await gateway.callbacks.start()
      await gateway.ask(calls.payoutAction, { id: order.id, action: 'cancel' }, tokens[SHOP])
      await vi.waitFor(
        () => expect(endpoint.received.map(({ body }) => new URLSearchParams(body).get('platOrderNo'))).toContain(order.id),
        { timeout: 15_000 },
      )
    })
  })

  describe('by the merchant API', () => {
    const fields = (number: string, more: Signable = {}): Signable => ({
      merchantNo: OTHER,
      merchantOrderNo: number,
      payAmount: '150000.00',
      bankCode: '014',
      receiveAccount: '5271038864',
      receiveName: 'Siti Rahma',
      ...more,
    })
    const signed = (params: Signable) => sign(params, SECRET, { hash: sha256, now: clock.now() }) as never
    const frozen = async () => (await balanceOf(db, { merchantNo: OTHER, currency: 'IDR' })).payoutFreeze

    test('a signed payout freezes its money; a repeated request returns the same payout', async () => {
      const before = Number(await frozen())
      const made = await itemOf<OpenPayout>(gateway.ask(calls.openPayout, signed(fields('OUT-1', { remark: 'Rent' }))))
      expect(made).toMatchObject({ merchantOrderNo: 'OUT-1', status: 'CREATED', payAmount: '150000.00', payChannel: 'BANK_ID' })
      clock.advance(1_000)
      expect(await itemOf(gateway.ask(calls.openPayout, signed(fields('OUT-1', { remark: 'Rent' }))))).toEqual(made)
      expect(Number(await frozen()) - before).toBe(150_000)
      clock.advance(1_000)
      for (const other of [{ payAmount: '150001.00' }, { receiveAccount: '5271038865' }, { bankCode: '008' }]) {
        expect(await errorOf(gateway.ask(calls.openPayout, signed(fields('OUT-1', { remark: 'Rent', ...other }))))).toEqual([
          409,
          'DUPLICATE_ORDER_NO',
        ])
      }
    })

    test.each([
      ['above the balance', { payAmount: '60000000.00' }, [422, 'INSUFFICIENT_BALANCE']],
      ['below the channel limit', { payAmount: '9999.99' }, [422, 'AMOUNT_OUT_OF_RANGE']],
      ['half a sen', { payAmount: '150000.005' }, [422, 'VALIDATION_FAILED']],
      ['nobody’s bank', { bankCode: '999' }, [422, 'VALIDATION_FAILED']],
      ['a channel that only collects', { payChannel: 'QRIS' }, [422, 'VALIDATION_FAILED']],
    ])('%s is refused', async (_, more, refusal) => {
      const held = await frozen()
      const number = `NO-${JSON.stringify(more).length}`
      expect(await errorOf(gateway.ask(calls.openPayout, signed(fields(number, more))))).toEqual(refusal)
      expect(await frozen()).toBe(held)
    })

    test('an invalid or used signature moves nothing', async () => {
      const input = signed(fields('OUT-2')) as Signable
      expect(await errorOf(gateway.ask(calls.openPayout, { ...input, payAmount: '250000.00' } as never))).toEqual([
        400,
        'SIGN_INVALID',
      ])
      await itemOf(gateway.ask(calls.openPayout, input as never))
      expect(await errorOf(gateway.ask(calls.openPayout, input as never))).toEqual([400, 'SIGN_REPLAYED'])
    })

    test.each(['PAYOUT_SUSPENDED', 'FROZEN', 'SUSPENDED'])('a merchant that is %s cannot pay out', async (status) => {
      await db.run(sql`update merchant set status = ${status} where merchant_no = ${OTHER}`)
      expect(await errorOf(gateway.ask(calls.openPayout, signed(fields(`S-${status}`))))).toEqual([403, 'ACCOUNT_DISABLED'])
      const balance = await gateway.ask(calls.openBalance, signed({ merchantNo: OTHER }))
      expect(balance.statusCode).toBe(status === 'SUSPENDED' ? 403 : 200)
      await db.run(sql`update merchant set status = 'ACTIVE' where merchant_no = ${OTHER}`)
    })

    test('an order of either direction is found by its numbers, by its merchant only', async () => {
      const payin = await gateway.payin(OTHER, 'Ask-1', 'SUCCESS')
      const out: OrderRecord = await payout(OTHER, { merchantOrderNo: 'Ask-2' }, 'PROCESSING', 'FAILED')
      const ask = (query: Signable) => {
        clock.advance(1_000)
        return gateway.ask(calls.openOrder, signed({ merchantNo: OTHER, ...query }))
      }
      expect(await itemOf<OpenOrder>(ask({ merchantOrderNo: 'Ask-1' }))).toMatchObject({
        type: 'PAYIN',
        platOrderNo: payin.id,
        status: 'SUCCESS',
        paidAmount: '150000.00',
      })
      expect(await itemOf<OpenOrder>(ask({ platOrderNo: out.id, merchantOrderNo: 'Ask-2' }))).toMatchObject({
        type: 'PAYOUT',
        status: 'FAILED',
        paidAmount: null,
      })
      const foreign = await payout(SHOP)
      for (const query of [
        { merchantOrderNo: 'ask-1' },
        { platOrderNo: payin.id, merchantOrderNo: 'Ask-2' },
        { platOrderNo: foreign.id },
        { platOrderNo: 'x' },
      ]) {
        expect(await errorOf(ask(query))).toEqual([404, 'ORDER_NOT_FOUND'])
      }
      expect(await errorOf(ask({}))).toEqual([422, 'VALIDATION_FAILED'])
    })

    test('the balance is that of the account', async () => {
      const asked = signed({ merchantNo: OTHER })
      expect(await itemOf<Balance>(gateway.ask(calls.openBalance, asked))).toEqual(
        await balanceOf(db, { merchantNo: OTHER, currency: 'IDR' }),
      )
      expect(await errorOf(gateway.ask(calls.openBalance, asked))).toEqual([400, 'SIGN_REPLAYED'])
    })

    test('USDT goes to an address on its chain', async () => {
      const request = { merchantNo: CHAIN, payAmount: '12.3456', bankCode: '', receiveName: '', payChannel: 'USDT_TRC20' }
      const to = (receiveAccount: string, number: string) =>
        gateway.ask(calls.openPayout, signed(fields(number, { ...request, receiveAccount })))
      expect(await itemOf(to('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'U-1'))).toMatchObject({
        payAmount: '12.3456',
        payChannel: 'USDT_TRC20',
      })
      expect(await errorOf(to('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'U-2'))).toEqual([422, 'VALIDATION_FAILED'])
    })
  })
})
