import { expect, test } from 'vitest'
import { hasNumbers, type Numbers } from '../../commands/rows/hasNumbers.ts'
import { orderOf } from './fakeGateway.ts'

const ROW = orderOf(1, {
  id: 'ROW-1',
  merchantOrderNo: 'INV-1',
  platOrderNo: '2611',
  payOrderNo: 'BCA-7',
  accountNumber: null,
  receiveAccount: '5271',
})

test.each<[Numbers & { status?: string[] }, boolean]>([
  [{}, true],
  [{ status: ['FAILED'] }, true],
  [{ orderNo: 'inv-1' }, true],
  [{ orderNo: '2611' }, true],
  [{ orderNo: 'bca-7' }, true],
  [{ orderNo: ['INV-9', 'INV-1'] }, true],
  [{ orderNo: 'INV-9' }, false],
  [{ orderNo: ['INV-9', 'INV-10'] }, false],
  [{ merchantOrderNo: 'Inv-1', platOrderNo: '2611' }, true],
  [{ merchantOrderNo: 'INV-1', platOrderNo: '2612' }, false],
  [{ payOrderNo: 'BCA-8' }, false],
  [{ orderTail: 'v-1' }, true],
  [{ orderTail: 'a-7' }, false],
  [{ id: 'ROW-1' }, true],
  [{ orderNo: 'ROW-1' }, true],
  [{ number: 'ROW-1' }, false],
  [{ account: '5271' }, true],
  [{ account: '1725' }, false],
  [{ merchantOrderNo: 'INV-1', platOrderNo: null }, true],
])('a row with the numbers of %j: %s', (numbers, isFound) => {
  expect(hasNumbers(ROW, numbers)).toBe(isFound)
})

test('a number that the gateway does not send cannot be checked, unless another one differs', () => {
  const row = { ...ROW, payOrderNo: null }
  expect(hasNumbers(row, { payOrderNo: 'BCA-8' })).toBe(null)
  expect(hasNumbers(row, { payOrderNo: 'BCA-8', platOrderNo: '2611' })).toBe(null)
  expect(hasNumbers(row, { payOrderNo: 'BCA-8', platOrderNo: '2612' })).toBe(false)
})

test('a merchant is found by its number, an order is not', () => {
  expect(hasNumbers({ id: 'M1', merchantNo: 'M1' }, { number: 'm1' })).toBe(true)
  expect(hasNumbers({ ...ROW, merchantNo: 'M1' }, { number: 'm1' })).toBe(false)
})
