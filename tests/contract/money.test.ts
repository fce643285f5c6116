import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Currency, fractionDigitsOf, knownCurrency, sum, toMinor, toText } from '#contract/money.ts'

test.each<[string, Currency, bigint | null]>([
  ['150000.00', 'IDR', 15_000_000n],
  ['150000', 'IDR', 15_000_000n],
  ['0.5', 'IDR', 50n],
  ['12.3456', 'USDT', 12_345_600n],
  ['0.000001', 'USDT', 1n],
  ['1.005', 'IDR', null],
  ['1e309', 'IDR', null],
  ['-1', 'IDR', null],
  ['1,000', 'IDR', null],
  ['', 'IDR', null],
  [' 1', 'IDR', null],
  ['99999999999999999', 'IDR', null],
])('%j %s is %s minor units', (text, currency, minor) => {
  expect(toMinor(text, currency)).toBe(minor)
})

test.each<[bigint, Currency, string]>([
  [15_000_000n, 'IDR', '150000.00'],
  [5n, 'IDR', '0.05'],
  [0n, 'IDR', '0.00'],
  [-1n, 'IDR', '-0.01'],
  [-123_456n, 'VND', '-1234.56'],
  [12_345_600n, 'USDT', '12.3456'],
  [50n, 'USDT', '0.0001'],
  [49n, 'USDT', '0.0000'],
  [-50n, 'USDT', '-0.0001'],
])('%s minor units of %s are %j', (minor, currency, text) => {
  expect(toText(minor, currency)).toBe(text)
})

test.each([
  ['IDR', 'IDR', 2],
  ['USDT', 'USDT', 4],
  ['THB', 'IDR', 2],
  ['toString', 'IDR', 2],
] as const)('Amounts in %s have the decimals of %s: %i', (currency, known, places) => {
  expect([knownCurrency(currency), fractionDigitsOf(currency)]).toEqual([known, places])
})

test('Rupiah amounts round-trip between text and minor units', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (minor) => toMinor(toText(minor, 'IDR'), 'IDR') === minor),
  )
})

test('Sums are exact for any number of fraction digits', () => {
  expect(sum(['0.1', '0.2'], 2)).toBe('0.30')
  expect(sum(['-5.00', '0.005'], 2)).toBe('-5.00')
  expect(sum([], 2)).toBe('0.00')
  expect(sum(['9007199254740993.01', '0.01'], 2)).toBe('9007199254740993.02')
  expect(sum(['1', '2'], 0)).toBe('3')
  expect(() => sum(['1', 'x'], 2)).toThrow(RangeError)
})
