import { expect, test } from 'vitest'
import type { DaySummary } from '#contract/rows/dashboards.ts'
import { seriesOf, stepsOf } from '../../src/screens/dashboard/chart/series.ts'

const EMPTY: DaySummary = {
  date: '2026-11-22',
  totalPayinCount: 0,
  totalPayinAmount: '0.00',
  successPayinCount: 0,
  successPayinAmount: '0.00',
  totalPayoutCount: 0,
  totalPayoutAmount: '0.00',
  successPayoutCount: 0,
  successPayoutAmount: '0.00',
} as DaySummary
const BUSY: DaySummary = { ...EMPTY, totalPayinCount: 3, totalPayinAmount: '2436.16', successPayinCount: 2 }

test('an axis has whole steps for counts, any steps for amounts, and none without orders', () => {
  const steps = stepsOf({ days: [EMPTY, BUSY], metric: 'count' })
  expect(steps?.slice(0, 6)).toEqual([1, 2, 5, 10, 20, 50])
  expect(steps?.every(Number.isInteger)).toBe(true)
  expect(stepsOf({ days: [EMPTY, BUSY], metric: 'amount' })).toBeUndefined()
  expect(stepsOf({ days: [EMPTY], metric: 'count' })).toEqual([])
  expect(stepsOf({ days: [EMPTY], metric: 'amount' })).toEqual([])
  // A rate always goes from 0 to 100.
  expect(stepsOf({ days: [EMPTY], metric: 'rate' })).toBeUndefined()
})

test('a day without orders has no rate, not a rate of zero', () => {
  expect(seriesOf({ days: [EMPTY, BUSY], metric: 'rate' }).payin.paid).toEqual([null, (2 / 3) * 100])
})
