import { describe, expect, test } from 'vitest'
import type { Feature } from '#contract/features.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { fetchOrders, lookUpOrders } from '../../src/screens/reconcile/fetchOrders.ts'
import { json, scriptedApi } from '../src/scriptedApi.ts'

const DAYS = { startDate: '2026-11-20', endDate: '2026-11-21' }
const order = (platOrderNo: string) => ({ id: platOrderNo, platOrderNo, merchantOrderNo: `INV-${platOrderNo}` })
type Asked = Record<string, unknown> & { page: number; limit: number }

/** A gateway that answers lists by a function, and what it was asked for. */
function gatewayOf(answer: (asked: Asked) => { rows: object[]; total?: number } | Response, announced: Feature[] = []) {
  const asked: Asked[] = []
  const { api } = scriptedApi(
    ({ url, body }) => {
      const query = Object.fromEntries(new URL(url, 'http://x').searchParams)
      const one = { ...JSON.parse(body ?? '{}'), ...query, page: Number(query.page), limit: Number(query.limit) } as Asked
      asked.push(one)
      const reply = answer(one)
      if (reply instanceof Response) return reply
      const { rows, total } = reply
      return json({ status: 'ok', data: { item: rows }, ...(total === undefined ? {} : { paginator: { totalCount: total } }) })
    },
    { announced },
  )
  const rows: PayOrder[] = []
  const progress: [number, number | null][] = []
  const abort = new AbortController()
  const host = {
    api,
    list: 'payin' as const,
    signal: abort.signal,
    onRows: async (some: readonly PayOrder[]) => void rows.push(...some),
    onProgress: (done: number, all: number | null) => void progress.push([done, all]),
  }
  return { host, asked, rows, progress, abort }
}

describe('orders of the days', () => {
  test('are read day by day by the day of payment, to the page that comes short', async () => {
    const ofDay = (day: unknown) => Array.from({ length: day === '2026-11-21' ? 5_400 : 7 }, (_, n) => order(`${day}-${n}`))
    const { host, asked, rows, progress } = gatewayOf(
      ({ startDate, page }) => ({ rows: ofDay(startDate).slice((page - 1) * 1_000, page * 1_000) }),
      ['filters'],
    )
    await fetchOrders(DAYS, host)
    expect(asked[0]).toMatchObject({ dateField: 'completeTime', page: 1, limit: 1_000, sort: 'completeTime.asc' })
    expect(asked.map(({ startDate, endDate, page }) => `${startDate} ${endDate} ${page}`).sort()).toEqual([
      '2026-11-20 2026-11-20 1',
      ...[1, 2, 3, 4, 5, 6].map((page) => `2026-11-21 2026-11-21 ${page}`),
    ])
    expect([new Set(rows.map(({ id }) => id)).size, progress.at(-1)]).toEqual([5_407, [5_407, null]])
  })

  test('another gateway is asked day by day for all orders, until a page comes short', async () => {
    const ofDay = (day: unknown) => Array.from({ length: day === '2026-11-20' ? 1_003 : 3 }, (_, n) => order(`${day}-${n}`))
    const { host, asked, rows, progress } = gatewayOf(({ startDate, offset, limit }) => ({
      rows: ofDay(startDate).slice(Number(offset), Number(offset) + limit),
    }))
    await fetchOrders(DAYS, host)
    expect(asked.every((one) => !('status' in one) && one.startDate === one.endDate)).toBe(true)
    expect([rows.length, new Set(rows.map(({ id }) => id)).size, progress.at(-1)]).toEqual([1_006, 1_006, [1_006, null]])
  })

  test('a busy gateway is waited for, a refusal is not', async () => {
    let calls = 0
    const busy = () =>
      json({ status: 'error', error: 'TOO_MANY_REQUESTS', message: 'wait' }, { status: 429, headers: { 'retry-after': '0' } })
    const { host, rows } = gatewayOf(
      (one) => (++calls === 1 ? busy() : { rows: one.page === 1 ? [order('1')] : [], total: 1 }),
      ['filters'],
    )
    await fetchOrders(DAYS, host)
    expect([calls, rows.length]).toEqual([3, 2])
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
    const { host, asked, rows, progress } = gatewayOf(
      ({ orderNo }) => ({ rows: (orderNo as string[]).slice(0, 2).map(order) }),
      ['filters'],
    )
    await lookUpOrders(numbers, host)
    expect(asked.map(({ orderNo }) => (orderNo as string[]).length)).toEqual([200, 200, 50])
    expect([rows.length, progress.at(-1)]).toEqual([6, [450, 450]])
  })

  test('are asked for one by one elsewhere', async () => {
    const { host, asked, rows } = gatewayOf(({ orderNo }) => ({ rows: orderNo === 'N1003' ? [order('N1003')] : [] }))
    await lookUpOrders(numbers.slice(0, 8), host)
    expect(asked.map(({ orderNo }) => orderNo)).toEqual(numbers.slice(0, 8))
    expect(rows.map(({ id }) => id)).toEqual(['N1003'])
  })

  test('are not asked for on, and nothing is taken in, where the gateway lists other orders', async () => {
    const { host, asked, rows } = gatewayOf(() => ({ rows: [order('other')] }))
    await lookUpOrders(numbers, host)
    expect(asked.length).toBeLessThan(10)
    expect(rows).toEqual([])
  })
})
