import { calls } from '#contract/calls.ts'
import { FEATURES, FEATURES_HEADER } from '#contract/features.ts'
import type { CheckoutOrder, PayOrder } from '#contract/rows/orders.ts'
import type { LookupQuery } from '#contract/shapes/lookup.ts'

/** A recorded call. */
export interface RecordedCall {
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  headers: Headers
  signal: AbortSignal | null
}

type Reply = (heard: RecordedCall) => unknown | Promise<unknown>

const STATUSES = ['SUCCESS', 'PENDING', 'FAILED', 'EXPIRED', 'SUCCESS'] as const
const two = (n: number) => String(n).padStart(2, '0')

/** Order `n`, counted from the newest. Its fields are derived from the number. */
export function orderOf(n: number, changes: Partial<PayOrder> = {}): PayOrder {
  const status = STATUSES[n % STATUSES.length] as string
  const time = `2026-11-${two(21 - (n % 7))}T${two(23 - (n % 24))}:${two(n % 60)}:30+07:00`
  const isFinal = status !== 'PENDING'
  return {
    id: `2611210815${String(n).padStart(9, '0')}`,
    merchantNo: 'M10000001',
    merchantName: 'Toko Maju',
    merchantOrderNo: `INV-2026-${String(n).padStart(6, '0')}`,
    platOrderNo: `2611210815${String(n).padStart(9, '0')}`,
    payOrderNo: isFinal ? `BCA${String(n).padStart(12, '0')}` : null,
    platAccountId: 'ACC-7',
    currency: 'IDR',
    type: 'PAYIN',
    payMethod: n % 3 === 0 ? 'QRIS' : 'VIRTUAL_ACCOUNT',
    payChannel: n % 3 === 0 ? 'QRIS' : n % 3 === 1 ? 'VA_BCA' : 'VA_BRI',
    bankCode: 'BCA',
    bankName: 'Bank Central Asia',
    accountNumber: `8077${String(n).padStart(10, '0')}`,
    accountHoldName: 'PT TOKO MAJU',
    payerName: ['Budi Santoso', 'Siti Rahmawati', 'Agus Wijaya', 'Dewi Lestari'][n % 4] ?? null,
    payerAccountNumber: '0011223344',
    receiveName: null,
    receiveAccount: null,
    mobile: null,
    remark: null,
    payAmount: `${((n * 7919) % 9_000_000) + 10_000}.00`,
    paidAmount: null,
    payFee: `${((n * 31) % 9000) + 500}.50`,
    serviceFee: '0.00',
    feeType: 'MIXED',
    status,
    lateSuccess: n % 97 === 0,
    simulated: n % 89 === 0,
    expiryPeriod: 60,
    responseMessage: status === 'FAILED' ? 'Refused by the bank' : null,
    receipt: false,
    notifyStatus: isFinal ? (n % 4 === 2 ? 'FAILED' : 'SUCCESS') : 'NONE',
    notifyAttempts: isFinal ? 1 + (n % 3) : 0,
    lastNotifyTime: isFinal ? time : null,
    review: null,
    reviewNote: null,
    assignedTo: null,
    notes: 0,
    createTime: time,
    updateTime: time,
    completeTime: isFinal ? time : null,
    ...changes,
  }
}

const PAYOUT_STATUSES = ['SUCCESS', 'FAILED', 'PROCESSING', 'CREATED', 'UNKNOWN'] as const

/** Payout `n`, derived the same way. */
export function payoutOf(n: number, changes: Partial<PayOrder> = {}): PayOrder {
  const status = PAYOUT_STATUSES[n % PAYOUT_STATUSES.length] as string
  const isFinal = status === 'SUCCESS' || status === 'FAILED'
  return orderOf(n, {
    merchantOrderNo: `WD-2026-${String(n).padStart(6, '0')}`,
    type: 'PAYOUT',
    payMethod: 'BANK_TRANSFER',
    payChannel: 'BANK_ID',
    bankCode: n % 2 === 0 ? '014' : '008',
    bankName: n % 2 === 0 ? 'BCA' : 'Mandiri',
    accountNumber: null,
    accountHoldName: null,
    payerName: null,
    payerAccountNumber: null,
    receiveName: 'Dewi Lestari',
    receiveAccount: `88990${String(n).padStart(5, '0')}`,
    status,
    receipt: status === 'SUCCESS',
    responseMessage: status === 'FAILED' ? 'Account closed' : null,
    expiryPeriod: null,
    notifyStatus: isFinal ? 'SUCCESS' : 'NONE',
    ...changes,
  })
}

/** Checkout `n`: a payin with a checkout page. */
export const checkoutOf = (n: number, changes: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  ...orderOf(n, { payMethod: 'EWALLET', payChannel: 'EW_DANA', ...changes }),
  checkoutUrl: `https://pay.example.id/c/${n}`,
})

const LISTS = [
  '/api/transaction/checkout-list',
  '/api/transaction/payin',
  '/api/transaction/usdt/payin',
  '/api/agent/txn/payin',
  '/api/transaction/payout',
  '/api/transaction/usdt/payout',
  '/api/agent/txn/payout',
]

export interface FakeGateway {
  fetch: typeof fetch
  /** All calls in order. */
  calls: RecordedCall[]
  /** The calls to a path. */
  callsTo(path: string): RecordedCall[]
  /** Replaces the answer of a path; null restores the default. */
  answer(path: string, reply: Reply | null): void
  /** Holds back the answers to a path until released. */
  hold(path: string): { release(): void }
  /** The current order `n`, with the changes made to it. */
  order(n: number): PayOrder
  change(n: number, changes: Partial<PayOrder>): void
  total: number
}

export const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json', ...init.headers } })

export const refusal = (status: number, error: string, message: string) =>
  json({ status: 'error', error, message, requestId: 'r' }, { status })

interface FakeGatewayOptions {
  /** The announced features; all by default. */
  features?: readonly string[]
  total?: number
  counts?: boolean
  /** Builds the orders; payins by default. */
  orders?: typeof orderOf
}

/** A gateway behind `fetch` with `total` orders. It filters by status and number, does not sort, and can count. */
export function createFakeGateway({
  total = 57,
  counts = true,
  orders = orderOf,
  features = FEATURES,
}: FakeGatewayOptions = {}): FakeGateway {
  const heard: RecordedCall[] = []
  const answers = new Map<string, Reply>()
  const held = new Map<string, Promise<void>>()
  const changed = new Map<number, Partial<PayOrder>>()
  const gateway: FakeGateway = {
    fetch: async (input, init = {}) => {
      const url = new URL(String(input), 'http://console.example')
      const text = typeof init.body === 'string' ? init.body : ''
      const headers = new Headers(init.headers)
      const isJson = headers.get('content-type')?.includes('json') === true
      const body = isJson
        ? (JSON.parse(text || '{}') as Record<string, unknown>)
        : Object.fromEntries(new URLSearchParams(text))
      const one: RecordedCall = { path: url.pathname, query: url.searchParams, body, headers, signal: init.signal ?? null }
      heard.push(one)
      await held.get(one.path)
      if (one.signal?.aborted) throw new DOMException('aborted', 'AbortError')
      const found = (answers.get(one.path) ?? replies(one.path))(one)
      const reply = await found
      return reply instanceof Response ? reply : json(reply)
    },
    calls: heard,
    callsTo: (path) => heard.filter((one) => one.path === path),
    answer: (path, reply) => (reply === null ? answers.delete(path) : answers.set(path, reply)),
    hold(path) {
      let letGo = () => {}
      held.set(path, new Promise((resolve) => (letGo = resolve)))
      return {
        release() {
          held.delete(path)
          letGo()
        },
      }
    },
    order: (n) => orders(n, changed.get(n)),
    change: (n, changes) => changed.set(n, { ...changed.get(n), ...changes }),
    total,
  }

  function matching({
    status,
    orderNo,
    merchantOrderNo,
    platOrderNo,
  }: Record<string, unknown>): (index: number) => number | null {
    const number = orderNo ?? merchantOrderNo ?? platOrderNo
    if (Array.isArray(number)) {
      const found = number.map((one) => Number(String(one).slice(-6))).sort((one, other) => one - other)
      return (index) => found[index] ?? null
    }
    if (typeof number === 'string') {
      const n = Number(number.slice(-6))
      const isThere = n < gateway.total && [orders(n).merchantOrderNo, orders(n).platOrderNo].includes(number)
      return (index) => (index === 0 && isThere ? n : null)
    }
    if (status === undefined) return (index) => (index < gateway.total ? index : null)
    const wanted = [status].flat()
    const found = Array.from({ length: gateway.total }, (_, n) => n).filter((n) => wanted.includes(gateway.order(n).status))
    return (index) => found[index] ?? null
  }
  const countOf = (at: (index: number) => number | null): number => {
    let count = 0
    for (let step = 1 << 24; step >= 1; step >>= 1) if (at(count + step - 1) !== null) count += step
    return count
  }

  function list({ query, body }: RecordedCall) {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    const at = matching(body)
    const all = countOf(at)
    const most = Math.min(all - offset, counts ? limit : limit + 1)
    const item = Array.from({ length: Math.max(0, most) }, (_, index) => gateway.order(at(offset + index) as number))
    const paginator = { page: Number(query.get('page')), limit, offset, ...(counts ? { totalCount: all } : {}) }
    return { status: 'ok', item, paginator }
  }

  function lookUp(one: RecordedCall) {
    const query = new URLSearchParams({ offset: '0', limit: '10' })
    for (const round of (one.body as LookupQuery).rounds) {
      const listed = round.filter((asked) => LISTS.includes(calls[asked.list].path))
      const found = listed.map((asked) => ({ list: asked.list, rows: list({ ...one, query, body: asked }).item }))
      if (found.some(({ rows }) => rows.length > 0)) return { status: 'ok', item: found }
    }
    return { status: 'ok', item: [] }
  }

  function replies(path: string): Reply {
    if (LISTS.includes(path)) return list
    if (path === calls.lookUp.path) return lookUp
    const trail = /^\/api\/transaction\/pay(?:in|out)\/(\d+)\/trail$/.exec(path)
    if (trail !== null) return () => ({ status: 'ok', item: trailOf(gateway.order(Number((trail[1] ?? '').slice(-9)))) })
    if (path === '/api/transaction/payin-count') {
      return ({ body }) => {
        const count = countOf(matching(body))
        const item = {
          totalPayinCount: count,
          totalPayinAmount: '4210000000.50',
          successPayinCount: Math.round(count * 0.937),
          successPayinAmount: '3980000000.00',
          payinFee: '31200000.00',
          byStatus: {},
        }
        return { status: 'ok', item }
      }
    }
    if (path === '/api/transaction/payout-count') {
      return ({ body }) => {
        const count = countOf(matching(body))
        const item = {
          totalPayoutCount: count,
          totalPayoutAmount: '1250000000.00',
          successPayoutCount: Math.round(count * 0.5),
          successPayoutAmount: '600000000.00',
          payoutFee: '375000.00',
          byStatus: {},
        }
        return { status: 'ok', item }
      }
    }
    const acted = /^\/api\/transaction\/payout\/(\d+)$/.exec(path)
    if (acted !== null) {
      return ({ body }) => {
        const n = Number((acted[1] ?? '').slice(-9))
        const status = { cancel: 'CANCELLED', retry: 'PROCESSING' }[String(body.action)] ?? gateway.order(n).status
        gateway.change(n, { status })
        return { status: 'ok', item: gateway.order(n) }
      }
    }
    if (path === '/api/transaction/receipt') {
      return ({ query }) => ({ status: 'ok', item: receiptOf(gateway.order(Number(query.get('merchantOrderNo')?.slice(-6)))) })
    }
    if (path === '/api/merchant/bank') return () => ({ status: 'ok', item: BANKS })
    if (/^\/api\/transaction\/pay(in|out)\/notify$/.test(path)) {
      return ({ body }) => {
        const id = String(body.id)
        gateway.change(Number(id.slice(-9)), { notifyStatus: 'SUCCESS' })
        return {
          status: 'ok',
          item: {
            id,
            notifyStatus: 'SUCCESS',
            notifyAttempts: 2,
            lastNotifyTime: null,
            responseMessage: null,
            attempt: attemptOf(2),
          },
        }
      }
    }
    if (path === '/api/index/enums') return () => ({ status: 'ok', item: ENUMS })
    if (path === '/api/transaction/pay-channel') return () => ({ status: 'ok', item: CHANNELS })
    if (path === '/api/merchant/method') return () => ({ status: 'ok', item: METHODS })
    if (path === '/api/transaction/merchant') {
      return () => ({
        status: 'ok',
        item: [{ merchantNo: 'M10000001', merchantName: 'Toko Maju', type: 'NORMAL', self: true, transferable: false }],
      })
    }
    if (path === '/api/agent/merchant/list')
      return () => ({ status: 'ok', item: [{ merchantNo: 'M10000001', merchantName: 'Toko Maju' }] })
    if (path === '/api/merchant/info') {
      const item = { merchantNo: 'M10000001', merchantName: 'Toko Maju', username: 'demo' }
      return () => json({ status: 'ok', item }, { headers: { [FEATURES_HEADER]: features.join(', ') } })
    }
    if (path === '/api/index/notices') return () => ({ status: 'ok', item: [] })
    if (path === '/api/index/system-config') return () => refusal(404, 'NOT_FOUND', 'none')
    // The browser keeps the views.
    if (path === '/api/index/views') return () => refusal(404, 'NOT_FOUND', 'none')
    return () => ({ status: 'ok', item: null })
  }
  return gateway
}

const receiptOf = ({ platOrderNo, merchantOrderNo, merchantName, receiveName, receiveAccount, ...order }: PayOrder) => ({
  platOrderNo,
  merchantOrderNo,
  merchantName,
  receiveName,
  receiveAccount,
  bankName: order.bankName,
  currency: order.currency,
  payAmount: order.payAmount,
  payFee: order.payFee,
  status: order.status,
  completeTime: order.completeTime,
  receipt: 'data:image/svg+xml;base64,PHN2Zy8+',
})

const BANKS = [
  { bankCode: '008', bankName: 'Mandiri', status: 'ACTIVE' },
  { bankCode: '014', bankName: 'BCA', status: 'ACTIVE' },
]

const attemptOf = (number: number) => ({
  number,
  eventId: 'evt_1',
  trigger: number === 1 ? 'auto' : 'manual',
  actor: number === 1 ? null : 'demo',
  address: 'https://shop.example.id/callback',
  time: `2026-11-21T08:16:0${number}+07:00`,
  outcome: number === 1 ? 'HTTP_ERROR' : 'ACKNOWLEDGED',
  status: number === 1 ? 500 : 200,
  latency: 120 * number,
  error: null,
  requestHeaders: { 'content-type': 'application/x-www-form-urlencoded', 'webhook-id': 'evt_1' },
  requestBody: 'platOrderNo=2611210815000000000&status=SUCCESS&payAmount=10000.00&_sign=ABCDEF',
  response: number === 1 ? 'Internal Server Error' : 'SUCCESS',
  nextTime: null,
})

const trailOf = (order: PayOrder) => ({
  order,
  notifyAddress: 'https://shop.example.id/callback',
  moves: [
    { time: '2026-11-21T08:15:30+07:00', status: 'CREATED', text: null },
    { time: '2026-11-21T08:15:31+07:00', status: 'PENDING', text: 'VA issued' },
    { time: '2026-11-21T08:16:00+07:00', status: order.status, text: null },
  ],
  postings: [
    {
      time: '2026-11-21T08:16:00+07:00',
      seq: '41',
      type: 'PAYIN',
      amount: order.payAmount,
      currency: 'IDR',
      beforeAvailable: '1000000.00',
      afterAvailable: '1010000.00',
      beforeTotal: '1000000.00',
      afterTotal: '1010000.00',
      beforePayinFreeze: '0.00',
      afterPayinFreeze: '0.00',
      beforePayoutFreeze: '0.00',
      afterPayoutFreeze: '0.00',
    },
  ],
  attempts: [attemptOf(1), attemptOf(2)],
  actions: [{ time: '2026-11-21T08:16:01+07:00', actor: 'demo', action: 'notify', text: null }],
})

const ENUMS = {
  PayinOrderStatus: {
    CREATED: 'Created',
    PENDING: 'Pending',
    CONFIRMING: 'Confirming',
    SUCCESS: 'Success',
    FAILED: 'Failed',
    EXPIRED: 'Expired',
    CLOSED: 'Closed',
  },
  PayoutOrderStatus: {
    CREATED: 'Created',
    PROCESSING: 'Processing',
    SUCCESS: 'Success',
    FAILED: 'Failed',
    CANCELLED: 'Canceled',
    UNKNOWN: 'Unknown',
  },
  PayChannel: { BANK_ID: 'Bank transfer', VA_BCA: 'BCA Virtual Account', VA_BRI: 'BRI Virtual Account', QRIS: 'QRIS' },
  DetailType: { PAYIN: 'Payin', PAYIN_FEE: 'Payin fee' },
}

const channel = (payChannel: string, name: string, payMethod: string) => ({
  payChannel,
  name,
  payMethod,
  minAmount: '10000.00',
  maxAmount: '50000000.00',
})

const CHANNELS = [
  channel('VA_BCA', 'BCA Virtual Account', 'VIRTUAL_ACCOUNT'),
  channel('VA_BRI', 'BRI Virtual Account', 'VIRTUAL_ACCOUNT'),
  channel('QRIS', 'QRIS', 'QRIS'),
]

const METHODS = CHANNELS.map(({ payChannel, payMethod }) => ({ payMethod, payChannel, type: 'PAYIN' }))
