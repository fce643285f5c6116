import { createStore } from 'jotai'
import { describe, expect, test } from 'vitest'
import { buildTimeline, prettyPrint } from '../../src/detail/timeline.ts'
import { agentDays } from '../../src/lists/definitions/agentDays.ts'
import { payin } from '../../src/lists/definitions/payins.ts'
import { createSelection } from '../../src/lists/selection/selection.ts'
import { sumLines, tallyOf, totalsOf } from '../../src/lists/selection/sums.ts'
import type { Figures } from '../../src/lists/summary/figures.ts'
import { orderOf } from './fakeGateway.ts'

const order = (n: number, payAmount: string) => orderOf(n, { payAmount })

describe('the sum of selected rows', () => {
  const summary = { count: 1000, amount: '9007199254740993.30' } as Figures
  const all = { count: 1000, summary, list: payin }

  test('sums are exact at any size', () => {
    const selection = createSelection<ReturnType<typeof orderOf>>(createStore())
    selection.add([order(1, '9007199254740993.10'), order(2, '0.10'), order(3, '0.20')])
    expect(tallyOf(selection.chosen, all)).toEqual({ count: 3, amount: '9007199254740993.40', currency: 'IDR' })
    selection.addAll()
    selection.toggle(order(2, '0.10'))
    expect(tallyOf(selection.chosen, all)).toEqual({ count: 999, amount: '9007199254740993.20' })
  })

  test('the sum is unknown without a total from the gateway', () => {
    const selection = createSelection<ReturnType<typeof orderOf>>(createStore())
    selection.addAll()
    expect(tallyOf(selection.chosen, { ...all, summary: null })).toEqual({ count: 1000, amount: null })
  })

  test('sums are grouped by status, the largest group first', () => {
    const rows = [orderOf(1), orderOf(2), orderOf(7)].map((one) => ({ ...one, payAmount: '10.00', payFee: '0.50' }))
    expect(sumLines(rows, payin)).toEqual([
      { state: 'FAILED', count: 2, amount: '20.00', fee: '1.00' },
      { state: 'PENDING', count: 1, amount: '10.00', fee: '0.50' },
    ])
  })
})

test('days of an agent are summed by column, like those of a merchant', () => {
  const day = (date: string, totalPayinCount: number, totalPayinAmount: string) => ({
    id: date,
    date,
    totalPayinCount,
    totalPayinAmount,
  })
  const rows = [day('2026-11-21', 3, '0.10'), day('2026-11-20', 4, '0.20')].map((row) => [row.id, row] as const)
  const totals = totalsOf({ kind: 'some', rows: new Map(rows) }, agentDays, null)
  expect(totals.slice(0, 2).map(({ fact, value }) => [fact.field, value])).toEqual([
    ['totalPayinCount', '7'],
    ['totalPayinAmount', '0.30'],
  ])
})

describe('a selection', () => {
  test('toggling rows of a selection of all rows excludes them', () => {
    const selection = createSelection<{ id: string }>(createStore())
    selection.addAll()
    selection.remove([{ id: 'a' }])
    expect([selection.isSelected({ id: 'a' }), selection.isSelected({ id: 'b' })]).toEqual([false, true])
    selection.add([{ id: 'a' }])
    expect(selection.isSelected({ id: 'a' })).toBe(true)
  })

  test('listeners are not called without a change', () => {
    const selection = createSelection<{ id: string }>(createStore())
    let told = 0
    selection.subscribe(() => told++)
    selection.clear()
    selection.refreshRows([{ id: 'a' }])
    expect(told).toBe(0)
  })
})

describe('a timeline', () => {
  const trail = {
    notifyAddress: null,
    moves: [
      { time: '2026-11-21T08:00:00+07:00', status: 'CREATED', text: null },
      { time: '2026-11-21T01:00:05Z', status: 'SUCCESS', text: null },
    ],
    postings: [],
    attempts: [],
    actions: [{ time: '2026-11-21T08:00:05+07:00', actor: 'demo', action: 'simulate', text: null }],
    notes: [],
  }

  test('entries are ordered by instant across time zones, causes before effects', () => {
    expect(buildTimeline(trail, false).map(({ kind, after }) => [kind, after])).toEqual([
      ['move', null],
      ['action', 5000],
      ['move', 0],
    ])
    expect(buildTimeline(trail, true).map(({ kind, after }) => [kind, after])).toEqual([
      ['move', null],
      ['action', 0],
      ['move', -5000],
    ])
  })

  test.each([
    ['{"a":1}', '{\n  "a": 1\n}'],
    ['a=1&b=x%20y', 'a = 1\nb = x y'],
    ['SUCCESS', 'SUCCESS'],
    ['a=1\nb=2', 'a=1\nb=2'],
  ])('response text is formatted: %j', (text, shown) => {
    expect(prettyPrint(text)).toBe(shown)
  })
})
