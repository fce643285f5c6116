import { expect, test } from 'vitest'
import { defaultWidth, moveColumn, narrowWidth, orderColumnIds, widthKindOf } from '../../src/table/columns.ts'

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
  expect(defaultWidth({ kind, title, isHan })).toBe(width)
})

test.each([
  ['status', 'Status', ['Aktif', 'Menunggu pembayaran'], 181, 181],
  ['type', 'Jenis', ['Payin', 'Penahanan dana payout'], 196, 196],
  ['status', '状态', ['成功', '结果未知'], 106, 106],
  ['status', 'Status', ['a'.repeat(90)], 220, 220],
  ['status', 'Status', [], 106, 106],
] as const)(
  'a %s column titled %s with the labels %j is %i pixels wide, and %i at least',
  (kind, title, labels, width, narrow) => {
    const input = { kind, title, isHan: title === '状态', labels }
    expect(defaultWidth(input)).toBe(width)
    expect(narrowWidth(input)).toBe(narrow)
  },
)

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
