import { describe, expect, test } from 'vitest'
import type { Feature } from '#contract/features.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { readOrderPage } from '../../src/reconcile/worker/readOrderPage.ts'
import { fetchOrders, lookUpOrders } from '../../src/screens/reconcile/fetchOrders.ts'
import { json, scriptedApi } from '../src/scriptedApi.ts'

const DAYS = { startDate: '2026-11-20', endDate: '2026-11-21' }
const order = (platOrderNo: string) => ({ id: platOrderNo, platOrderNo, merchantOrderNo: `INV-${platOrderNo}` })
type Asked = Record<string, unknown> & { page: number; limit: number; offset: number }

/** A gateway that answers lists by a function, and what it was asked for. */
function gatewayOf(answer: (asked: Asked) => { rows: object[]; total?: number } | Response, announced: Feature[] = []) {
  const asked: Asked[] = []
  const { api } = scriptedApi(
    ({ url, body }) => {
      const query = Object.fromEntries(new URL(url, 'http://x').searchParams)
      const numbers = { page: Number(query.page), limit: Number(query.limit), offset: Number(query.offset) }
      const one = { ...JSON.parse(body ?? '{}'), ...query, ...numbers } as Asked
      asked.push(one)
      const reply = answer(one)
      if (reply instanceof Response) return reply
      const { rows, total } = reply
      return json({ status: 'ok', data: { item: rows }, ...(total === undefined ? {} : { paginator: { totalCount: total } }) })
    },
    { announced },
  )
  const ids: string[] = []
  const progress: [number, number | object][] = []
  const abort = new AbortController()
  const host = {
    api,
    list: 'payin' as const,
    signal: abort.signal,
    async readPage(body: ArrayBuffer) {
      const { orders, ...rest } = readOrderPage({ body, direction: 'PAYIN', currency: 'IDR', marks: {} })!
      const own = orders.map(({ id }) => id)
      ids.push(...own)
      return { ...rest, ids: own }
    },
    onRows: async (some: readonly PayOrder[]) => void ids.push(...some.map(({ id }) => id)),
    onProgress: (done: number, all: number | object) => void progress.push([done, all]),
  }
  return { host, asked, ids, progress, abort }
}

describe('orders of the days', () => {
  /** Orders of a second, from the numbers that a gateway gives them. */
  const ofSecond = (second: string, count: number) =>
    Array.from({ length: count }, (_, n) => order(`${second}001${String(n).padStart(4, '0')}`))
  const secondOf = (time: unknown) => String(time).slice(2).replace(/\D/g, '').padEnd(12, '0')

  /** Serves the orders of these numbers by day of creation, from a second on. */
  const servedBy =
    (orders: readonly ReturnType<typeof order>[]) =>
    ({ startDate = '2000-01-01', endDate, createdFrom = startDate, offset, limit }: Asked) => {
      const [first, end] = [secondOf(createdFrom), secondOf(`${endDate}T23:59:59`)]
      const found = orders.filter(({ id }) => id.slice(0, 12) >= first && id.slice(0, 12) <= end)
      return { rows: found.slice(offset, offset + limit + 1) }
    }

  test('are read by the day of creation, each page from the second of the last number on', async () => {
    const orders = [
      ...ofSecond('261119235959', 2),
      ...ofSecond('261120081530', 7),
      ...ofSecond('261121000000', 400),
      ...ofSecond('261121081530', 1_400),
      ...ofSecond('261121081531', 2_345),
      ...ofSecond('261121235959', 30),
    ]
    const { host, asked, ids, progress } = gatewayOf(servedBy(orders), ['filters'])
    await fetchOrders(DAYS, host)
    expect(asked[0]).toMatchObject({
      completedFrom: '2026-11-20T00:00',
      completedBefore: '2026-11-22T00:00',
      status: ['SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'],
      limit: 1_000,
      sort: 'createTime.asc',
    })
    expect(asked.map((one) => `${one.startDate ?? ''} ${one.endDate} ${one.createdFrom ?? ''} ${one.offset}`)).toEqual([
      ' 2026-11-19  0',
      '2026-11-20 2026-11-20  0',
      '2026-11-21 2026-11-21  0',
      '2026-11-21 2026-11-21 2026-11-21T08:15:30 601',
      '2026-11-21 2026-11-21 2026-11-21T08:15:31 202',
      '2026-11-21 2026-11-21 2026-11-21T08:15:31 1203',
      '2026-11-21 2026-11-21 2026-11-21T08:15:31 2204',
    ])
    expect(new Set(ids)).toEqual(new Set(orders.map(({ id }) => id)))
    expect([ids.length, progress.at(-1)]).toEqual([orders.length, [orders.length, { done: 3, all: 3 }]])
  })

  test('with numbers of another form are read by offset', async () => {
    const of = (day: unknown) => (day === '2026-11-21' ? Array.from({ length: 2_400 }, (_, n) => order(`A-${n}`)) : [])
    const { host, asked, ids } = gatewayOf(
      ({ startDate, offset, limit }) => ({ rows: of(startDate).slice(offset, offset + limit), total: of(startDate).length }),
      ['filters'],
    )
    await fetchOrders(DAYS, host)
    expect(asked.filter(({ startDate }) => startDate === '2026-11-21').map(({ offset }) => offset)).toEqual([0, 1_000, 2_000])
    expect(new Set(ids).size).toBe(2_400)
  })

  test('another gateway is asked day by day for all orders, until a page comes short', async () => {
    const ofDay = (day: unknown) => Array.from({ length: day === '2026-11-20' ? 1_003 : 3 }, (_, n) => order(`${day}-${n}`))
    const { host, asked, ids, progress } = gatewayOf(({ startDate, offset, limit }) => ({
      rows: ofDay(startDate).slice(offset, offset + limit),
    }))
    await fetchOrders(DAYS, host)
    expect(asked.every((one) => !('status' in one) && one.startDate === one.endDate)).toBe(true)
    expect([new Set(ids).size, progress.at(-1)]).toEqual([1_006, [1_006, { done: 2, all: 2 }]])
  })

  test('without an identity are told apart by what they have, also where pages are read again', async () => {
    const { host, asked, ids } = gatewayOf(({ startDate }) => ({
      rows: [1, 2, 2].map((n) => ({ createTime: `${startDate} 08:00:00`, payAmount: `${n}.00` })),
    }))
    await fetchOrders(DAYS, host)
    expect([asked.length > 2, new Set(ids).size]).toEqual([true, 6])
  })

  test('a busy gateway is waited for, a refusal is not', async () => {
    let calls = 0
    const busy = () =>
      json({ status: 'error', error: 'TOO_MANY_REQUESTS', message: 'wait' }, { status: 429, headers: { 'retry-after': '0' } })
    const { host, ids } = gatewayOf(() => (++calls === 1 ? busy() : { rows: [order('1')], total: 1 }), ['filters'])
    await fetchOrders(DAYS, host)
    expect([calls, ids.length]).toEqual([4, 3])
    const refusing = gatewayOf(() => json({ status: 'error', error: 'FORBIDDEN', message: 'no' }, { status: 403 }), ['filters'])
    await expect(fetchOrders(DAYS, refusing.host)).rejects.toMatchObject({ status: 403 })
    expect(refusing.asked.length).toBeLessThanOrEqual(4)
  })

  test('cancelling ends the reading', async () => {
    const { host, abort, asked } = gatewayOf(() => json({}, { status: 503 }), ['filters'])
    const reading = fetchOrders(DAYS, host)
    abort.abort()
    await expect(reading).rejects.toThrow()
    expect(asked.length).toBeLessThanOrEqual(4)
  })
})

describe('numbers outside of the days', () => {
  const numbers = Array.from({ length: 450 }, (_, n) => `N${1_000 + n}`)

  test('are asked for 200 at once where the gateway takes several', async () => {
    const { host, asked, ids, progress } = gatewayOf(
      ({ orderNo }) => ({ rows: (orderNo as string[]).slice(0, 2).map(order) }),
      ['filters'],
    )
    await lookUpOrders(numbers, host)
    expect(asked.map(({ orderNo }) => (orderNo as string[]).length)).toEqual([200, 200, 50])
    expect([ids.length, progress.at(-1)]).toEqual([6, [450, 450]])
  })

  test('are asked for one by one elsewhere', async () => {
    const { host, asked, ids } = gatewayOf(({ orderNo }) => ({ rows: orderNo === 'N1003' ? [order('N1003')] : [] }))
    await lookUpOrders(numbers.slice(0, 8), host)
    expect(asked.map(({ orderNo }) => orderNo)).toEqual(numbers.slice(0, 8))
    expect(ids).toEqual(['N1003'])
  })

  test('are asked for without the texts that no gateway takes for one', async () => {
    const { host, asked, progress } = gatewayOf(() => ({ rows: [] }), ['filters'])
    await lookUpOrders(['SBY-0001401', 'INV/2611/77', '65.000', '000.00', 'N'.repeat(65)], host)
    expect(asked.map(({ orderNo }) => orderNo)).toEqual([['SBY-0001401']])
    expect(progress).toEqual([[1, 1]])
  })

  test('are not asked for on, and nothing is taken in, where the gateway lists other orders', async () => {
    const { host, asked, ids } = gatewayOf(() => ({ rows: [order('other')] }))
    await lookUpOrders(numbers, host)
    expect(asked.length).toBeLessThan(10)
    expect(ids).toEqual([])
  })
})

test.each([
  ['a text', 'not JSON'],
  ['an error in a success', JSON.stringify({ status: 'error', error: 'E_7', message: 'Not today' })],
  ['an error in words of its own', JSON.stringify({ code: 5001, msg: 'System busy, try again later', data: null })],
  ['a status alone', JSON.stringify({ status: 'ok' })],
  ['a list in an unknown place', JSON.stringify({ status: 'ok', data: { records: [{ id: '1' }], total: 1 } })],
  ['an empty body', ''],
])('%s is no page without orders', (_, text) => {
  const body = new TextEncoder().encode(text).buffer
  expect(readOrderPage({ body, direction: 'PAYIN', currency: 'IDR', marks: {} })).toBeNull()
})
