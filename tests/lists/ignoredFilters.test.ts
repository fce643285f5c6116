import { expect, test } from 'vitest'
import { ignoredFilters } from '../../src/lists/filters/ignoredFilters.ts'
import { orderOf } from './fakeGateway.ts'

const ROW = orderOf(1, { status: 'PENDING', payChannel: 'QRIS', payerName: 'Budi Santoso', payAmount: '5000.00' })

test.each([
  [{}, []],
  [{ status: ['PENDING', 'FAILED'], notPayChannel: ['VA_BCA'], payerName: 'budi', minAmount: '5000', maxAmount: '5000' }, []],
  [{ status: ['FAILED'] }, ['status']],
  [{ notStatus: ['PENDING'] }, ['notStatus']],
  [{ payChannel: ['VA_BCA'], notPayMethod: ['CRYPTO'] }, ['payChannel']],
  [{ payerName: 'siti', notPayerName: 'BUDI' }, ['payerName', 'notPayerName']],
  [{ minAmount: '5000.01' }, ['minAmount']],
  [{ maxAmount: '4999.99' }, ['maxAmount']],
  // Unknown.
  [{ minAmount: 'much', merchantOrderNo: 'INV-9' }, []],
])('a row shows whether %j was applied', (filter, fields) => {
  expect(ignoredFilters(filter, [ROW])).toEqual(fields)
})

test('a missing field contradicts nothing', () => {
  expect(ignoredFilters({ payerName: 'siti', notPayerName: 'budi' }, [{ ...ROW, payerName: null }])).toEqual([])
  expect(ignoredFilters({ status: ['FAILED'] }, [])).toEqual([])
})
