import { expect, test } from 'vitest'
import { isDay } from '#contract/days.ts'
import { addDays, daysBetween, startOfDay, wibDay, wibTime } from '../../server/wib.ts'

test('times are in UTC+7 all year round', () => {
  expect(wibTime(new Date('2026-11-21T01:15:30.999Z'))).toBe('2026-11-21T08:15:30+07:00')
  expect(wibTime(Date.parse('2026-06-30T17:00:00Z'))).toBe('2026-07-01T00:00:00+07:00')
})

test('a day begins and ends at midnight WIB', () => {
  expect(wibDay(new Date('2026-11-20T16:59:59.999Z'))).toBe('2026-11-20')
  expect(wibDay(new Date('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
  expect(new Date(startOfDay('2026-11-21')).toISOString()).toBe('2026-11-20T17:00:00.000Z')
})

test('days are counted across months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2026-11-21', '2026-11-20')).toBe(-1)
})

test.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['', false],
])('isDay(%s) is %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})
