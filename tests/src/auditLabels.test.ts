import { expect, test } from 'vitest'
import { fieldText } from '../../src/screens/settings/history/auditLabels.ts'

test.each([
  ['IDR', '1250000.00', '1,250,000.00'],
  ['USDT', '12.5', '12.5000'],
])('an amount in %s is formatted for its currency', (currency, payAmount, text) => {
  const event = { kind: 'TRANSFER_OUT', detail: { currency, payAmount } }
  expect(fieldText('payAmount', payAmount, event, (key) => key, { options: () => [] })).toBe(text)
})
