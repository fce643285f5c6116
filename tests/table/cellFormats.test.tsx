import { expect, test } from 'vitest'
import { amount } from '../../src/table/cellFormats.tsx'

test('an amount is copied without grouping, and whole amounts with two decimals', () => {
  expect(['1000', '1250000.50', '12.5'].map(amount(2).toText)).toEqual(['1000.00', '1250000.50', '12.5'])
})
