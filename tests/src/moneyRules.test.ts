import { expect, test } from 'vitest'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import { type FormContext, moneyKinds } from '../../src/screens/money/flow/kinds.ts'
import { faultsOf } from '../../src/screens/money/flow/rules.ts'

const info: AccountInfo = {
  currency: 'IDR',
  available: '1000000.00',
  total: '1000000.00',
  payinFreeze: '0.00',
  payoutFreeze: '0.00',
  withdraw: { min: '10000.00', max: '5000000.00', serviceFee: '5000.00' },
  transfer: { min: '10000.00', max: '5000000.00', transferFee: '0.00' },
  recharge: { min: '10000.00', max: '5000000.00' },
  settle: null,
  txnPwdSet: true,
}
const formContext: FormContext = { owner: 'M10000001', info, banks: [], channels: [], receivers: [], offline: null }
const faultOf = (kind: 'withdraw' | 'transfer', payAmount: string) =>
  faultsOf(moneyKinds[kind], { payAmount }, formContext, {}).payAmount ?? null

test('the balance must cover the amount and the fee, and the fault names a fee that is not zero', () => {
  expect(faultOf('withdraw', '995000')).toBe(null)
  expect(faultOf('withdraw', '995000.01')).toEqual(['money.rule.balance', { available: '1,000,000.00', fee: '5,000.00' }])
  expect(faultOf('transfer', '1000000')).toBe(null)
  expect(faultOf('transfer', '1000000.01')?.[0]).toBe('money.rule.balance.free')
})
