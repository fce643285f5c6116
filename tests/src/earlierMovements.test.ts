import { expect, test } from 'vitest'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { amount2 } from '../../src/format/amount.ts'
import { moneyKinds } from '../../src/screens/money/flow/kinds.ts'
import { earlierOf, valuesOf } from '../../src/screens/money/flow/recent.ts'
import { figuresOf } from '../../src/screens/money/flow/rules.ts'
import { formContextOf } from '../formContext.ts'

const movement = (id: number, rest: Partial<Movement> = {}): Movement =>
  ({
    id: String(id),
    type: 'WITHDRAW',
    merchantNo: 'M10000001',
    status: 'SUCCESS',
    currency: 'IDR',
    payAmount: '1500000',
    bankCode: 'BCA',
    bankName: 'BCA',
    accountNumber: `5271038${id}`,
    accountHoldName: 'Budi Santoso',
    remark: null,
    createTime: '2026-11-26T10:00:00+07:00',
    completeTime: `2026-11-26T10:00:${10 + id}+07:00`,
    ...rest,
  }) as Movement

test('the last five of the own account and kind are kept, and each account once', () => {
  const rows = [
    movement(1),
    movement(2, { merchantNo: 'M10000002' }),
    movement(3, { type: 'TRANSFER_OUT' }),
    movement(4, { accountNumber: '52710381' }),
    movement(5, { accountNumber: null }),
    ...[6, 7, 8].map((id) => movement(id)),
  ]
  const { recent, accounts } = earlierOf(moneyKinds.withdraw, rows, 'M10000001')
  expect(recent.map(({ id }) => id)).toEqual(['1', '4', '5', '6', '7'])
  expect(accounts.map(({ values }) => values.accountNumber)).toEqual(['52710381', '52710386', '52710387', '52710388'])
  expect(earlierOf(moneyKinds.transfer, rows, 'M10000001')).toMatchObject({ recent: [{ id: '3' }], accounts: [] })
})

test('the usual time is that of nine in ten successful ones, and unknown with fewer than three', () => {
  const times = (rows: Movement[]) => earlierOf(moneyKinds.withdraw, rows, 'M10000001').usualTime
  const slow = movement(0, { completeTime: '2026-11-26T15:00:00+07:00' })
  const quick = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => movement(id))
  expect(times([slow, ...quick])).toBe(19_000)
  // Two of three are not nine in ten.
  expect(times([movement(1), movement(2), movement(3)])).toBe(13_000)
  expect(times([movement(1), movement(2), movement(3, { status: 'FAILED' })])).toBe(null)
})

test('a form is filled in with the fields it has, never with a receipt', () => {
  expect(valuesOf(moneyKinds.withdraw, movement(1), amount2)).toEqual({
    payAmount: '1,500,000.00',
    bankCode: 'BCA',
    accountNumber: '52710381',
    accountHoldName: 'Budi Santoso',
    remark: '',
  })
  expect(valuesOf(moneyKinds.rechargeOffline, movement(1), amount2).receipt).toBe(undefined)
})

test('the preview is exact, negative beyond the balance or the limit, and unknown without an amount', () => {
  const info = {
    currency: 'IDR',
    available: '1000000.00',
    withdraw: { min: '10000.00', max: '900000.00', serviceFee: '5000.00' },
    recharge: { min: null, max: null },
  } as AccountInfo
  const formContext = formContextOf(info)
  const figures = (kind: 'withdraw' | 'rechargeOnline', payAmount: string) =>
    figuresOf(moneyKinds[kind], { payAmount }, formContext, { jt: 6, m: 6 })
  expect(figures('withdraw', '0.5m')).toMatchObject({ amount: '500000.00', after: '495000.00', limitLeft: '400000.00' })
  expect(figures('withdraw', '1,2jt')).toMatchObject({ after: '-205000.00', limitLeft: '-300000.00' })
  expect(figures('rechargeOnline', '0.07')).toMatchObject({ after: null, paid: '1000000.07', limitLeft: null })
  expect(figures('withdraw', '')).toBe(null)
})
