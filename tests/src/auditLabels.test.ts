import { expect, test } from 'vitest'
import { fieldText } from '../../src/screens/settings/history/auditLabels.ts'

test.each([
  ['IDR', '1250000.00', '1,250,000.00'],
  ['USDT', '12.5', '12.5000'],
])('an amount that was moved in %s is told as amounts of it are written', (currency, payAmount, told) => {
  const deed = { kind: 'TRANSFER_OUT', detail: { currency, payAmount } }
  expect(fieldText('payAmount', payAmount, deed, (key) => key, { options: () => [] })).toBe(told)
})
