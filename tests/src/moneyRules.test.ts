import { expect, test } from 'vitest'
import type { Currency } from '#contract/money.ts'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { MerchantChoice } from '#contract/rows/merchants.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { PayChannel } from '#contract/rows/orders.ts'
import { type FormContext, type MoneyKindName, moneyKinds, type Values } from '../../src/screens/money/flow/kinds.ts'
import { enteredAmount, faultsOf, figuresOf, isPaymentOf, limitsOf } from '../../src/screens/money/flow/rules.ts'
import { formContextOf } from '../formContext.ts'

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
const formContext = formContextOf(info)
const faultOf = (kind: 'withdraw' | 'transfer', payAmount: string) =>
  faultsOf(moneyKinds[kind], { payAmount }, formContext, {}).payAmount ?? null

test('the balance must cover the amount and the fee, and the fault names a fee that is not zero', () => {
  expect(faultOf('withdraw', '995000')).toBe(null)
  expect(faultOf('withdraw', '995000.01')).toEqual(['money.rule.balance', { available: '1,000,000.00', fee: '5,000.00' }])
  expect(faultOf('transfer', '1000000')).toBe(null)
  expect(faultOf('transfer', '1000000.01')?.[0]).toBe('money.rule.balance.free')
})

test('a currency that the console does not know has two decimals', () => {
  const pesos = { ...formContext, info: { ...info, currency: 'PHP' as Currency } }
  const faults = ['20000', '20000.5', '995000.01', '1.234'].map(
    (payAmount) => faultsOf(moneyKinds.withdraw, { payAmount }, pesos, {}).payAmount?.[0] ?? null,
  )
  expect(faults).toEqual([null, null, 'money.rule.balance', 'money.rule.range'])
  expect(enteredAmount({ payAmount: '20,000.50' }, pesos)).toBe('20000.50')
  expect(figuresOf(moneyKinds.withdraw, { payAmount: '20000.5' }, pesos)).toEqual({
    amount: '20000.50',
    fee: '5000.00',
    after: '974999.50',
    paid: null,
    limitLeft: '4979999.50',
  })
})

test('a movement is that of the form unless its amount or its receiver certainly differs', () => {
  const banks = ['BCA', 'BNI'].map((bankCode) => ({ bankCode, bankName: bankCode, status: 'ACTIVE' }))
  const values = { payAmount: '1,500,000.00', bankCode: 'BCA', accountNumber: '5271038864 ', remark: 'rent' }
  const same = { payAmount: '1500000.00', bankCode: 'BCA', accountNumber: '5271038864', receiveMerchantNo: null, remark: null }
  const isSame = (changes: Partial<Movement>, kind: MoneyKindName = 'withdraw') =>
    isPaymentOf(moneyKinds[kind], values, { ...formContext, banks }, { ...same, ...changes } as Movement)
  // Without a field, in other terms, masked, and with and without the fee of 5,000.
  const alike = [
    {},
    { payAmount: null, bankCode: null },
    { bankCode: '014' },
    { accountNumber: '5271****64' },
    { payAmount: '1505000' },
    { payAmount: '1495000.00' },
  ]
  expect(alike.map((one) => isSame(one))).toEqual(Array(6).fill(true))
  const others = [{ payAmount: '2000000.00' }, { bankCode: 'BNI' }, { accountNumber: '5271038865' }]
  expect(others.map((one) => isSame(one))).toEqual(Array(3).fill(false))
  expect(isSame({ receiveMerchantNo: 'M10000003' }, 'transfer')).toBe(false)
  expect(isSame({ payAmount: '2000000.00' }, 'rechargeOnline')).toBe(true)
})

const faultIn = (kind: MoneyKindName, field: string, values: Values, more: Partial<FormContext> = {}) =>
  faultsOf(moneyKinds[kind], values, { ...formContext, ...more }, {})[field] ?? null

test.each([
  [null, null],
  ['0.00', null],
  [null, '5000000.00'],
])('an amount is more than zero, also where the minimum is %s and the maximum %s', (min, max) => {
  const recharge = { info: { ...info, recharge: { min, max } } }
  const faults = ['0', '0,00', '0.01', '10000'].map((payAmount) =>
    faultIn('rechargeOnline', 'payAmount', { payAmount }, recharge),
  )
  expect(faults).toEqual([['money.rule.amount'], ['money.rule.amount'], null, null])
})

test('the account to pay to is required, also where the gateway does not name its accounts', () => {
  const bca = { bankCode: '014', bankName: 'BCA', receiveAccount: '1', receiveName: 'Paydesk' }
  const faultsWith = (accounts: (typeof bca)[] | null) =>
    ['', '014', 'BANK'].map((bankCode) =>
      faultIn('rechargeOffline', 'bankCode', { bankCode }, { offline: { accounts, record: null } }),
    )
  expect(faultsWith(null)).toEqual([['rule.required'], null, null])
  expect(faultsWith([bca])).toEqual([['rule.required'], null, ['rule.unknown']])
})

test.each([
  ['withdraw', 'accountHoldName', '', 'rule.required'],
  ['withdraw', 'accountHoldName', '   ', 'money.rule.name'],
  ['withdraw', 'accountHoldName', 'n'.repeat(65), 'money.rule.name'],
  ['withdraw', 'accountHoldName', 'Siti Rahma', null],
  ['rechargeOffline', 'payerName', '', 'rule.required'],
  ['rechargeOffline', 'payerName', '   ', 'money.rule.name'],
  ['rechargeOffline', 'payerName', 'n'.repeat(65), 'money.rule.name'],
  ['rechargeOffline', 'payerName', 'n'.repeat(64), null],
  ['withdraw', 'remark', '', null],
  ['withdraw', 'remark', 'r'.repeat(140), null],
  ['transfer', 'remark', 'r'.repeat(141), 'money.rule.remark'],
  ['transfer', 'receiveMerchantNo', '', 'rule.required'],
  ['transfer', 'receiveMerchantNo', 'M10000001', 'money.rule.self'],
  ['transfer', 'receiveMerchantNo', 'M1000000', 'money.rule.merchantNo'],
  ['transfer', 'receiveMerchantNo', 'M10000002', null],
] as const)('%s: the %s %j has the fault %s', (kind, field, text, fault) => {
  expect(faultIn(kind, field, { [field]: text })?.[0] ?? null).toBe(fault)
})

test('another form of merchant number is allowed where it is listed or the own number has it', () => {
  const receivers = [{ merchantNo: 'shop-7' }] as MerchantChoice[]
  const fault = (owner: string, receiveMerchantNo: string) =>
    faultIn('transfer', 'receiveMerchantNo', { receiveMerchantNo }, { owner, receivers })?.[0] ?? null
  expect(fault('M10000001', 'shop-7')).toBe(null)
  expect(fault('M10000001', 'shop-8')).toBe('money.rule.merchantNo')
  expect(fault('shop-1', 'shop-8')).toBe(null)
  expect(fault('shop-7', 'shop-7')).toBe('money.rule.self')
})

test.each([
  // The limits of the account are 10,000 to 5,000,000.
  ['20000.00', '1000000.00', '20000.00', '1000000.00'],
  ['5000.00', '9000000.00', '10000.00', '5000000.00'],
  [null, null, '10000.00', '5000000.00'],
  ['20000.00', null, '20000.00', '5000000.00'],
])('a channel from %s to %s leaves the limits %s to %s', (minAmount, maxAmount, min, max) => {
  const channels = [{ payChannel: 'QRIS', minAmount, maxAmount }] as PayChannel[]
  const values = { payAmount: '15000', payChannel: 'QRIS' }
  expect(limitsOf(moneyKinds.rechargeOnline, values, { ...formContext, channels })).toEqual({ min, max })
  expect(limitsOf(moneyKinds.rechargeOnline, { payChannel: '' }, { ...formContext, channels })).toEqual(info.recharge)
  const fault = faultIn('rechargeOnline', 'payAmount', values, { channels })
  expect(fault?.[0] ?? null).toBe(min === '20000.00' ? 'money.rule.range' : null)
})
