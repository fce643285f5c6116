import { expect, test } from 'vitest'
import { defaultWidth, moveColumn, orderColumnIds, widthKindOf } from '../../src/table/columns.ts'

test.each([
  ['dateTime', 'Created Time', false, 200],
  ['dateTime', '创建时间', true, 200],
  ['mobile', 'Mobile', false, 150],
  ['realName', 'Payer Name', false, 150],
  ['amount', 'Amount', false, 120],
  ['other', 'Status', false, 106],
  ['other', 'Merchant Order No', false, 205],
  ['other', '状态', true, 88],
  ['status', '状态', true, 106],
  ['status', 'Status', false, 106],
  ['other', '商户订单号', true, 142],
  ['channel', '网络', true, 160],
  ['channel', 'Payment Channel', false, 187],
] as const)('the default width of a %s column titled %s', (kind, title, isHan, width) => {
  expect(defaultWidth(kind, title, isHan)).toBe(width)
})

test.each([
  ['createTime', 'dateTime'],
  ['date', 'dateTime'],
  ['mobile', 'mobile'],
  ['realName', 'realName'],
  ['payAmount', 'amount'],
  ['payFee', 'amount'],
  ['endingBalance', 'amount'],
  ['status', 'other'],
  ['updater', 'other'],
] as const)('the key %s is of kind %s', (key, kind) => {
  expect(widthKindOf(key)).toBe(kind)
})

test('a saved order applies to the columns it names; new columns keep their default position', () => {
  expect(orderColumnIds(['a', 'b', 'new', 'c'], ['c', 'gone', 'a', 'b'])).toEqual(['c', 'a', 'new', 'b'])
  expect(orderColumnIds(['a', 'b'], [])).toEqual(['a', 'b'])
})

test('a column moves before another, or to the end', () => {
  expect(moveColumn(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
  expect(moveColumn(['a', 'b', 'c'], 'a', null)).toEqual(['b', 'c', 'a'])
  expect(moveColumn(['a', 'b', 'c'], 'b', 'b')).toEqual(['a', 'c', 'b'])
})
