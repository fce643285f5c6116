import { describe, expect, test } from 'vitest'
import { decimalText, minorUnits } from '../../src/reconcile/amounts/decimalText.ts'
import { decideNotation, readAmount } from '../../src/reconcile/amounts/notation.ts'

/** The amounts of a column as signed decimal text; null for one that is not read. */
function column(cells: readonly string[], scale = 2): (string | null)[] {
  const notation = decideNotation(cells, scale)
  return cells.map((cell) => {
    const read = readAmount(cell, notation)
    return read === null ? null : decimalText(read.sign < 0 ? -read.units : read.units, scale)
  })
}

describe('amounts are read in the notation of their column', () => {
  test.each([
    ['points for thousands', ['1.234.567,89', '91.000', '91.000,00'], ['1234567.89', '91000.00', '91000.00']],
    ['commas for thousands', ['1,234,567.89', '91,000', '91,000.00'], ['1234567.89', '91000.00', '91000.00']],
    ['only groups of three', ['91.000', '125.000'], ['91000.00', '125000.00']],
    ['no separators', ['91000', '125000.5'], ['91000.00', '125000.50']],
    ['a point that is decimal elsewhere', ['91,000.00', '91.000'], ['91000.00', null]],
    [
      'currencies',
      ['Rp 91.000', 'Rp91.000,00', 'IDR 91.000', 'Rp. 91.000,-'],
      ['91000.00', '91000.00', '91000.00', '91000.00'],
    ],
    ['Chinese currencies', ['¥91,000.00', '￥ 5.00', 'RMB 5.00', '5.00 CNY'], ['91000.00', '5.00', '5.00', '5.00']],
    ['units', ['91rb', '1.5jt', '1,5 juta', '91k'], ['91000.00', '1500000.00', '1500000.00', '91000.00']],
    [
      'trailing letters',
      ['999,999.00 CR', '1,000.00 DR', '1,000.00 DB', '2,000.00 D', '2,000.00 K'],
      ['999999.00', '-1000.00', '-1000.00', '-2000.00', '2000.00'],
    ],
    [
      'minus and parentheses',
      ['-999,999.00', '(999,999.00)', '999,999.00-', '−5.00'],
      ['-999999.00', '-999999.00', '-999999.00', '-5.00'],
    ],
    ['spaces and apostrophes', ['1 234 567,89', '1\u00A0234,00'], ['1234567.89', '1234.00']],
    ['malformed groups', ['1,23,456.00', '12.34.56', 'abc', '1e5', '91,00,0', '5.00'], [null, null, null, null, null, '5.00']],
    ['contradicting signs', ['-5.00 CR', '+5.00 DR', '1.00'], [null, null, '1.00']],
    ['repeated signs', ['-5.00 DR', '(5.00) DB', '1.00'], ['-5.00', '-5.00', '1.00']],
    ['a capital K that may be thousand', ['91K', '91,000.00'], [null, '91000.00']],
    ['more digits than money has', ['91.1250', '12345678901234567', '1.00'], [null, null, '1.00']],
  ])('%s', (_, cells, expected) => {
    expect(column(cells)).toEqual(expected)
  })

  test('a currency of six decimals has points before three digits', () => {
    expect(column(['1.125', '0.000001', '1,234.5'], 6)).toEqual(['1.125000', '0.000001', '1234.500000'])
  })

  test('Excel marks and invisible characters do not matter', () => {
    expect(column(["'91,000.00", '="91,000.00"', '\u200B91,000.00'])).toEqual(['91000.00', '91000.00', '91000.00'])
  })
})

test('decimal text becomes minor units and back', () => {
  expect(minorUnits('91000.5', 2)).toBe(9_100_050n)
  expect(minorUnits('-0.01', 2)).toBe(-1n)
  expect(minorUnits('1.001', 2)).toBeNull()
  expect(minorUnits('1.5000', 2)).toBe(150n)
  expect(decimalText(-1n, 2)).toBe('-0.01')
})
