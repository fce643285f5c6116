import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { amount, signedAmount } from '../../src/table/cellFormats.tsx'

test('an amount is copied without grouping, and whole amounts with two decimals', () => {
  expect(['1000', '1250000.50', '12.5'].map(amount(2).toText)).toEqual(['1000.00', '1250000.50', '12.5'])
})

test.each([
  ['100000000', 2, '100,000,000.00', null],
  ['-204585000', 2, '-204,585,000.00', 'long'],
  ['204585000', 2, '+204,585,000.00', 'long'],
  ['188557975.8', 2, '+188,557,975.80', 'long'],
  ['1885579758.5', 2, '+1,885,579,758.50', 'longest'],
  ['100000000000', 2, '+100,000,000,000.00', 'longest'],
  ['12345678.1234', 4, '+12,345,678.1234', 'long'],
])('%s in a column is small enough to show whole', (value, digits, text, long) => {
  const format = text.startsWith('+') ? signedAmount(digits) : amount(digits)
  const { container } = render(format.render(value))
  expect([container.textContent, container.querySelector('[data-long]')?.getAttribute('data-long') ?? null]).toEqual([
    text,
    long,
  ])
})
