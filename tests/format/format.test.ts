import { describe, expect, test } from 'vitest'
import { texts as en } from '#locales/desk/en.ts'
import { texts as zh } from '#locales/desk/zh.ts'
import {
  amount2,
  amount4,
  amountDefault,
  amountParts,
  amountText,
  formatCount,
  formatPercent,
} from '../../src/format/amount.ts'
import { dayAt, fileName, formatTime, isDay } from '../../src/format/dates.ts'
import { countdown, duration } from '../../src/format/durations.ts'
import { parseAmount } from '../../src/format/parseAmount.ts'
import { rangeOf, spanOf } from '../../src/format/ranges.ts'

describe('amounts', () => {
  test.each([
    ['1234567.5', '1,234,567.50'],
    ['0', '0.00'],
    ['-999', '-999.00'],
    ['-1234.567', '-1,234.57'],
    ['9007199254740993.015', '9,007,199,254,740,993.02'],
    ['100', '100.00'],
    ['1000', '1,000.00'],
  ])('%s is written %s', (text, written) => {
    expect(amount2(text)).toBe(written)
  })

  test('of USDT have four decimals', () => {
    expect(amount4('12.5')).toBe('12.5000')
  })

  test.each([
    ['BTC', '0.00512345', '0.00512345 BTC'],
    ['KWD', '1.235', '1.235 KWD'],
    ['USDC', '1012.5', '1,012.50 USDC'],
    ['BTC', '0.51000000', '0.51 BTC'],
    ['KWD', '1000', '1,000.00 KWD'],
    ['IDR', '1000.005', '1,000.01 IDR'],
    ['USDT', '0.00005', '0.0001 USDT'],
  ])('in %s keep their decimals unless they are known: %s', (currency, payAmount, written) => {
    expect(amountText({ payAmount, currency })).toBe(written)
  })

  test('that are typed have no more digits than the gateway takes', () => {
    const scale = { places: 2, units: { jt: 6 } }
    expect(
      ['9999999999999999.99', '10000000000000000', '9999999999 jt', '10000000000 jt'].map((text) => parseAmount(text, scale)),
    ).toEqual(['9999999999999999.99', null, '9999999999000000', null])
  })

  test('that are unknown are a dash and never zero', () => {
    expect([amount2(null), amount2(undefined), amount2(''), amount2('1e3')]).toEqual(['–', '–', '–', '–'])
  })

  test('split into whole and fraction', () => {
    expect(amountParts('-1234.5', 2)).toEqual({ whole: '-1,234', fraction: '.50' })
  })

  test('for forms and the clipboard stay as they are, except whole numbers', () => {
    expect(['1000', '12.5', '-3'].map(amountDefault)).toEqual(['1000.00', '12.5', '-3.00'])
  })

  test('counts are grouped; a share of zero is a dash', () => {
    expect([
      formatCount(12803),
      formatCount(999),
      formatPercent(11992, 12803),
      formatPercent(0, 0),
      formatPercent(1, 1),
    ]).toEqual(['12,803', '999', '93.7 %', '–', '100.0 %'])
  })

  test.each([
    [11_999, 12_000, '99.9 %'],
    [12_000, 12_000, '100.0 %'],
    [1, 12_000, '0.1 %'],
    [0, 12_000, '0.0 %'],
    [9_994, 10_000, '99.9 %'],
    [6, 10_000, '0.1 %'],
    [12, 10, '120.0 %'],
  ])('%i of %i is %s', (part, whole, share) => {
    expect(formatPercent(part, whole)).toBe(share)
  })
})

describe('times', () => {
  test.each([
    ['2026-11-21T08:15:30+07:00', '2026-11-21 08:15:30'],
    ['2026-11-21T08:15:30.123+07:00', '2026-11-21 08:15:30'],
    ['2026-11-21T20:15:30Z', '2026-11-22 03:15:30'],
    ['2026-11-21T08:15:30+08:00', '2026-11-21 07:15:30'],
    ['soon', 'soon'],
  ])('%s is %s in WIB', (text, shown) => {
    expect(formatTime(text)).toBe(shown)
  })

  test('a day begins at midnight in WIB', () => {
    expect(dayAt(Date.parse('2026-11-21T16:59:59Z'))).toBe('2026-11-21')
    expect(dayAt(Date.parse('2026-11-21T17:00:00Z'))).toBe('2026-11-22')
  })

  test.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
  ])('%s is a day: %s', (text, is) => {
    expect(isDay(text)).toBe(is)
  })
})

test('an export file is named after its time in WIB', () => {
  expect(fileName('payin', Date.parse('2026-11-21T01:24:31Z'))).toBe('payin-20261121-082431.csv')
})

describe('ranges', () => {
  const saturday = Date.parse('2026-11-21T10:00:00+07:00')
  const sunday = Date.parse('2026-11-22T10:00:00+07:00')

  test.each([
    ['last7', saturday, '2026-11-15', '2026-11-21'],
    ['today', saturday, '2026-11-21', '2026-11-21'],
    ['week', sunday, '2026-11-16', '2026-11-22'],
    ['week', saturday, '2026-11-16', '2026-11-22'],
    ['month', saturday, '2026-11-01', '2026-11-30'],
    ['year', saturday, '2026-01-01', '2026-12-31'],
  ] as const)('%s', (name, now, startDate, endDate) => {
    expect(rangeOf(name, now)).toEqual({ startDate, endDate })
  })

  test.each([
    ['yesterday', { startDate: '2026-11-20', endDate: '2026-11-20' }],
    ['lastweek', { startDate: '2026-11-09', endDate: '2026-11-15' }],
    ['lastmonth', { startDate: '2026-10-01', endDate: '2026-10-31' }],
    ['30d', { startDate: '2026-10-23', endDate: '2026-11-21' }],
    ['-7d', { startDate: '2026-11-14', endDate: '2026-11-14' }],
    ['-7d..today', { startDate: '2026-11-14', endDate: '2026-11-21' }],
    ['lastmonth..week', { startDate: '2026-10-01', endDate: '2026-11-22' }],
    ['2026-11-01..yesterday', { startDate: '2026-11-01', endDate: '2026-11-20' }],
    ['..2026-11-01', { endDate: '2026-11-01' }],
    ['today..yesterday', null],
    ['2025-11-21..today', { startDate: '2025-11-21', endDate: '2026-11-21' }],
    ['2025-11-20..today', null],
    ['-2h..-2h', null],
    ['2026-02-30', null],
    ['0d', null],
    ['367d', null],
    ['toString', null],
    ['', null],
    ['today..', null],
  ])('%s is written for any day it is asked on', (span, days) => {
    expect(spanOf(span, saturday)).toEqual(days)
  })
})

test.each([
  [340, '340 ms'],
  [1_290, '1.2 s'],
  [9_999, '9.9 s'],
  [10_000, '10 s'],
  [42_900, '42 s'],
  [200_000, '3 min 20 s'],
  [180_000, '3 min'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
])('%i ms is %s', (ms, shown) => {
  expect(duration(ms, (unit) => en[unit])).toBe(shown)
})

test('a duration uses the units of the language', () => {
  expect(duration(200_000, (unit) => zh[unit])).toBe('3 分钟 20 秒')
})

test('a countdown shows hours only when there are any', () => {
  const said = [0, 999, 1_000, 61_000, 3_599_999, 3_600_000, 6_781_000, 86_400_000].map(countdown)
  expect(said).toEqual(['0:00', '0:00', '0:01', '1:01', '59:59', '1:00:00', '1:53:01', '24:00:00'])
})
