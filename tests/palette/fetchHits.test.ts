import { expect, test } from 'vitest'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Feature } from '#contract/features.ts'
import type { FoundRows } from '#contract/rows/lookup.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { LookupQuery } from '#contract/shapes/lookup.ts'
import type { Search } from '#machines/palette/page.ts'
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

test('when one list has the number, the calls for the others are aborted', async () => {
  const signals: AbortSignal[] = []
  const rows: Api['rows'] = ({ path }, _, { signal } = {}) => {
    if (path === '/api/transaction/payin')
      return Promise.resolve({ rows: [payin(numberOf(1))] as never[], total: 1, summary: null })
    signals.push(signal!)
    return new Promise(() => {})
  }
  const call: Api['call'] = () => Promise.reject(new Error('no call is expected'))
  const api = { rows, call, has: () => false }
  const { hits } = await fetchHits(
    { by: 'number', text: numberOf(1), kinds: ['payin', 'payout'] },
    api,
    new AbortController().signal,
  )
  expect([hits.length, signals.map(({ aborted }) => aborted)]).toEqual([1, [true]])
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

/** A gateway that looks numbers up, with its answer or failure; `asked` has the rounds of each call. */
function lookingUp(answer: FoundRows[] | Error) {
  const asked: unknown[] = []
  const call = ((_: unknown, { rounds }: LookupQuery) => {
    asked.push(rounds)
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }) as Api['call']
  const rows: Api['rows'] = () => Promise.reject(new Error('no list is expected'))
  const has = (feature: Feature) => feature === 'lookup'
  const find = (search: Partial<Search<SearchableKind>>) =>
    fetchHits(
      { by: 'number', text: numberOf(1), kinds: ['payin', 'payout', 'transfer'], ...search },
      { rows, call, has },
      new AbortController().signal,
    )
  return { asked, find }
}

test('a gateway that looks numbers up is asked once: kind by kind for a number, and then for the orders of an account', async () => {
  const { asked, find } = lookingUp([{ list: 'payoutList', rows: [payin(numberOf(1))] }])
  const { hits, searched } = await find({ orAccount: true })
  expect(hits.map(({ kind, row }) => [kind, row.platOrderNo])).toEqual([['payout', numberOf(1)]])
  expect(searched).toBeNull()
  const orderNo = numberOf(1)
  const byNumber = [[{ list: 'payinList', orderNo }], [{ list: 'payoutList', orderNo }], [{ list: 'transferList', orderNo }]]
  const accounts = [
    { list: 'payinList', accountNumber: orderNo },
    { list: 'payoutList', receiveAccount: orderNo },
  ]
  expect(asked).toEqual([[...byNumber, accounts]])
})

test('it is asked for the end of a number in all kinds, newest first, and for a hash kind by kind', async () => {
  const [older, newer] = [payin(numberOf(1)), { ...payin(`9${numberOf(1)}`), createTime: '2026-11-22T00:00:00+07:00' }]
  const { asked, find } = lookingUp([
    { list: 'payinList', rows: [older] },
    { list: 'transferList', rows: [newer] },
  ])
  const { hits } = await find({ by: 'tail', text: '00000001' })
  expect(hits.map(({ kind, row }) => [kind, row.platOrderNo])).toEqual([
    ['transfer', newer.platOrderNo],
    ['payin', older.platOrderNo],
  ])
  await find({ by: 'hash', text: '0xab', kinds: ['usdtPayin', 'usdtPayout'] })
  expect(asked).toEqual([
    [['payinList', 'payoutList', 'transferList'].map((list) => ({ list, orderTail: '00000001' }))],
    [[{ list: 'usdtPayinList', payOrderNo: '0xab' }], [{ list: 'usdtPayoutList', payOrderNo: '0xab' }]],
  ])
})

test('rows that it sends without the number are left out, and a failed call fails the search', async () => {
  const { find } = lookingUp([
    { list: 'payinList', rows: [payin(numberOf(2))] },
    { list: 'withdrawList', rows: [payin(numberOf(1))] },
  ])
  expect((await find({})).hits).toEqual([])
  await expect(lookingUp(new Error('refused')).find({})).rejects.toThrow('refused')
})
