import { expect, test } from 'vitest'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import { parseUnits } from '../../src/format/parseAmount.ts'
import { MAX_LINES, readLines } from '../../src/screens/lines/readLines.ts'

const kinds: SearchableKind[] = ['payin', 'payout']
const units = () => parseUnits('ribu=3')
const read = (text: string, as: 'any' | 'number' | 'amount' = 'any') =>
  readLines(text, { as, kinds, home: 'https://console.example/#', units }).lines.map(({ number, amounts, stated }) => [
    number === null ? null : `${number.by} ${number.text}`,
    amounts,
    stated,
  ])

test.each([
  ['INV-261122-000017', ['number INV-261122-000017', [], []]],
  ['2611 2208 1530 0000 001', ['number 2611220815300000001', [], []]],
  ['*8842', ['tail 8842', [], []]],
  // Short digits may be the end of a number or an amount.
  ['150000', ['tail 150000', ['150000'], []]],
  ['1,250,000.00', [null, ['1250000.00'], []]],
  ['Rp 150.000', [null, ['150000', '150.000'], []]],
  ['INV-1-4711\t1,250,000.00', ['number INV-1-4711', [], ['1250000.00']]],
  ['1,250,000.00 ; INV-1-4711', ['number INV-1-4711', [], ['1250000.00']]],
  ['INV-1-4711  150000', ['number INV-1-4711', [], ['150000']]],
  ['INV-1-4711,150000', ['number INV-1-4711', [], ['150000']]],
  ['2611220815300000001\t150000', ['number 2611220815300000001', [], ['150000']]],
  ['INV-1-4711\t1,5jt', ['number INV-1-4711', [], ['1500000']]],
  ['hello', [null, [], []]],
])('%s', (line, reading) => {
  expect(read(line)).toEqual([reading])
})

test('the read mode decides for cells that may be a number or an amount', () => {
  expect(read('150000', 'number')).toEqual([['tail 150000', [], []]])
  expect(read('150000', 'amount')).toEqual([[null, ['150000'], []]])
  expect(read('INV-1-4711', 'amount')).toEqual([[null, [], []]])
})

test('empty lines are skipped, and lines beyond the limit are only counted', () => {
  expect(read('\r\n A-1001 \r\n\r\n\tA-1002\n')).toHaveLength(2)
  const { lines, left } = readLines('A-1001\n'.repeat(MAX_LINES + 3), { as: 'any', kinds, home: 'x', units })
  expect([lines.length, left, lines.at(-1)?.n]).toEqual([MAX_LINES, 3, MAX_LINES])
})
