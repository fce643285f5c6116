import { expect, test } from 'vitest'
import { amount } from '../../src/table/cellFormats.tsx'

test('an amount is copied without groups, and whole ones with their decimals', () => {
  expect(['1000', '1250000.50', '12.5'].map(amount(2).toText)).toEqual(['1000.00', '1250000.50', '12.5'])
})
