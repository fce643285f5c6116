import { expect, test } from 'vitest'
import { sumRowOf } from '../../src/lists/selection/selectSum.ts'

test('a row is searched by its amount, by its amount less the fee, by its day, and by whether it was paid', () => {
  const row = {
    id: '1',
    type: 'PAYIN',
    status: 'SUCCESS',
    payAmount: '100.00',
    payFee: '3.50',
    completeTime: '2026-11-21T08:15:30+07:00',
  } as const
  expect(sumRowOf(row, 2)).toEqual({
    gross: '100.00',
    net: '96.50',
    day: '2026-11-21',
    time: Date.parse('2026-11-21T01:15:30Z'),
    isPaid: true,
  })
  expect(sumRowOf({ ...row, status: 'EXPIRED', payFee: null, completeTime: null }, 2)).toMatchObject({
    net: null,
    day: null,
    isPaid: false,
  })
  expect(sumRowOf({ id: '1' }, 2)).toEqual({ gross: '', net: null, day: null, time: null, isPaid: true })
})
