import { expect, test } from 'vitest'
import type { Feature } from '#contract/features.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { Api } from '../../src/api/client.ts'
import { fetchHits } from '../../src/palette/fetchHits.ts'
import { payin } from './orders.ts'

const numberOf = (row: number) => `26112108153${String(row).padStart(8, '0')}`

/** A gateway that ignores filters, with so many payins and payouts; `asked` has the address and offset of each request. */
function gatewayOf(
  counts: { payins: number; payouts: number },
  features: Feature[] = [],
  onAsk = (_asked: string[]) => {},
  as = (row: PayOrder) => row,
) {
  const lists = new Map(
    Object.entries({ '/api/transaction/payin': counts.payins, '/api/transaction/payout': counts.payouts }).map(
      ([path, count]) => [path, Array.from({ length: count }, (_, n): PayOrder => as(payin(numberOf(n + 1))))],
    ),
  )
  const asked: string[] = []
  const rows: Api['rows'] = async ({ path }, input, { signal } = {}) => {
    signal?.throwIfAborted()
    const { offset, limit } = input as { offset: string; limit: string }
    asked.push(`${path.split('/').at(-1)} ${offset}`)
    onAsk(asked)
    const all = lists.get(path) as never[]
    return { rows: all.slice(Number(offset), Number(offset) + Number(limit)), total: all.length, summary: null }
  }
  const call: Api['call'] = () => Promise.reject(new Error('no call is expected'))
  const has = (feature: Feature) => features.includes(feature)
  const find = (text: string, signal = new AbortController().signal) =>
    fetchHits({ by: 'number', text, kinds: ['payin', 'payout'], orAccount: true }, { rows, call, has }, signal)
  return { asked, find }
}

test('where the gateway ignores the filter, an order on row 130 is found, and no list is searched further', async () => {
  const { asked, find } = gatewayOf({ payins: 600, payouts: 0 })
  const { hits, searched } = await find(numberOf(130))
  expect(hits.map(({ kind, row }) => [kind, row.platOrderNo])).toEqual([['payin', numberOf(130)]])
  expect(searched).toBeNull()
  expect(asked).not.toContain('payin 200')
})

test('a missing number says how many rows of how many lists were searched, without the lists that ended', async () => {
  const { find } = gatewayOf({ payins: 600, payouts: 40 })
  expect(await find('none')).toEqual({ hits: [], searched: { rows: 500, lists: 1 } })
  expect(await gatewayOf({ payins: 600, payouts: 501 }).find('none')).toMatchObject({ searched: { rows: 500, lists: 2 } })
  expect(await gatewayOf({ payins: 60, payouts: 40 }).find('none')).toEqual({ hits: [], searched: null })
})

test('a search that is no longer wanted asks for nothing more', async () => {
  const query = new AbortController()
  const { asked, find } = gatewayOf({ payins: 600, payouts: 0 }, [], (sofar) => {
    if (sofar.at(-1) === 'payin 100') query.abort()
  })
  await expect(find('none', query.signal)).rejects.toThrow()
  expect(asked.at(-1)).toBe('payin 100')
})

test('a gateway that announces its filters is asked once for each list', async () => {
  const { asked, find } = gatewayOf({ payins: 600, payouts: 600 }, ['filters'])
  expect(await find(numberOf(130))).toEqual({ hits: [], searched: null })
  expect(asked.slice(0, 2)).toEqual(['payin 0', 'payout 0'])
})

test('digits that are no number find the orders of that account', async () => {
  const account = '5271038864'
  const { asked, find } = gatewayOf({ payins: 30, payouts: 3 }, ['filters'])
  expect((await find(account)).hits).toEqual([])
  const ofAccount = gatewayOf({ payins: 30, payouts: 3 }, ['filters'], undefined, (row) => ({
    ...row,
    accountNumber: row.platOrderNo === numberOf(3) ? account : '1',
  }))
  expect((await ofAccount.find(account)).hits.map(({ kind, row }) => [kind, row.platOrderNo])).toEqual([
    ['payin', numberOf(3)],
    ['payout', numberOf(3)],
  ])
  // Each list once by number, and once by account.
  expect(asked).toEqual(['payin 0', 'payout 0', 'payin 0', 'payout 0'])
})
