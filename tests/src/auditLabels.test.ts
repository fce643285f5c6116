import { expect, test } from 'vitest'
import type { AuditEvent } from '#contract/rows/audit.ts'
import { fieldText, resultOf } from '../../src/screens/settings/history/auditLabels.ts'

test.each([
  ['IDR', '1250000.00', '1,250,000.00'],
  ['USDT', '12.5', '12.5000'],
])('an amount in %s is formatted for its currency', (currency, payAmount, text) => {
  const event = { kind: 'TRANSFER_OUT', detail: { currency, payAmount } }
  expect(fieldText('payAmount', payAmount, event, (key) => key, { options: () => [] })).toBe(text)
})

test('a number of rows has its thousands apart', () => {
  const event = { kind: null, status: null, detail: { rows: 1185 } }
  const said = (key: string, params?: object) => [key, ...Object.values(params ?? {})].join(' ')
  expect(resultOf(event as unknown as AuditEvent, said, { options: () => [] })).toBe('history.rows 1,185')
  expect(fieldText('rows', 1185, event, said, { options: () => [] })).toBe('1,185')
})
