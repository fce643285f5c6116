import { expect, test } from 'vitest'
import { payin } from '../../src/lists/definitions/payins.ts'
import { spreadsheet } from '../../src/lists/selection/copying.ts'
import { orderOf } from './fakeGateway.ts'

const texts = { formatOf: () => ({ toText: (value: string) => value }) } as never
const columns = ['accountNumber', 'payerName', 'payAmount', 'platOrderNo'].map(
  (id) => payin.columns.find((one) => one.id === id)!,
)

test('identifiers stay text in a spreadsheet, with leading zeros and all digits', () => {
  const row = orderOf(1, { accountNumber: '0812', payerName: '=cmd|<b>\ta', payAmount: '1500.00' })
  const { text, html } = spreadsheet([row], columns, texts)
  expect(text).toBe('0812\t=cmd|<b> a\t1500.00\t2611210815000000001')
  const cells = [...html.matchAll(/<td([^>]*?)>(.*?)<\/td>/g)].map(([, how = '', what]) => [what, how.includes('\\@')])
  expect(cells).toEqual([
    ['0812', true],
    ['=cmd|&lt;b&gt; a', true],
    ['1500.00', false],
    ['2611210815000000001', true],
  ])
})
