import { expect, test } from 'vitest'
import { differenceText } from '../../src/screens/reconcile/entryTexts.ts'
import { exactAmountIn } from '../../src/screens/reconcile/exactAmount.ts'

test.each([
  ['12.345600', 4, '12.3456'],
  ['12.345678', 4, '12.345678'],
  ['-0.000020', 4, '-0.00002'],
  ['1234567.5', 4, '1,234,567.5000'],
  ['91000.00', 2, '91,000.00'],
  ['0', 2, '0.00'],
  [null, 2, '–'],
])('the amount %s of a list with %s decimals is shown as %s', (text, places, shown) => {
  expect(exactAmountIn(places)(text)).toBe(shown)
})

test('a difference below the decimals of the list is told', () => {
  const t = (key: string, { amount = '' }: Record<string, string> = {}) => `${key} ${amount}`
  const texts = { t, fractionDigits: 4, status: () => '', statusWidth: 0 } as never
  const row = { reason: 'amount', difference: '-0.000022', bucket: 'amountDiffers', line: null, order: null } as never
  expect(differenceText(row, texts)).toBe('reconcile.reason.less 0.000022')
})
