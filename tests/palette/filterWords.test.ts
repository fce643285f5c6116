import { expect, test } from 'vitest'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import { parseUnits } from '../../src/format/parseAmount.ts'
import { filterOf } from '../../src/palette/filterWords/filterRows.ts'
import { lexiconOf, readFilterWords } from '../../src/palette/filterWords/readFilterWords.ts'
import { loadVocabulary } from '../../src/palette/search/vocabulary.ts'

const lexicon = lexiconOf(await loadVocabulary())

const NOTHING = { direction: null, statuses: [], period: null, methods: [], assigned: [], has: [], over: null, under: null }
const units = parseUnits('juta=6')
const read = (text: string) => readFilterWords(text, lexicon, units)

test.each([
  ['payin gagal hari ini', { direction: 'PAYIN', statuses: ['FAILED'], period: 'today' }],
  ['failed payins today', { direction: 'PAYIN', statuses: ['FAILED'], period: 'today' }],
  ['payout pending > 5jt', { direction: 'PAYOUT', statuses: ['PENDING'], over: '5jt' }],
  ['payouts over 1,5 juta', { direction: 'PAYOUT', over: '1,5juta' }],
  ['payin > 500.000 hari ini', { direction: 'PAYIN', over: '500.000', period: 'today' }],
  ['failed payins over 50.000 today', { direction: 'PAYIN', statuses: ['FAILED'], over: '50.000', period: 'today' }],
  ['payin > 5 juta kemarin', { direction: 'PAYIN', over: '5juta', period: 'yesterday' }],
  ['payin > Rp 5.000.000,- < 6 000 000', { direction: 'PAYIN', over: '5.000.000', under: '6 000 000' }],
  ['超过5万昨天失败的代收', { direction: 'PAYIN', statuses: ['FAILED'], over: '5万', period: 'yesterday' }],
  ['大于50000的代收', { direction: 'PAYIN', over: '50000' }],
  ['昨天失败的代收', { direction: 'PAYIN', statuses: ['FAILED'], period: 'yesterday' }],
  ['今日失败', { statuses: ['FAILED'], period: 'today' }],
  ['qris kemarin', { methods: ['QRIS'], period: 'yesterday' }],
  ['kemarin', { period: 'yesterday' }],
  ['đơn thu thất bại hôm nay', { direction: 'PAYIN', statuses: ['FAILED'], period: 'today' }],
  ['cobros fallidos de ayer', { direction: 'PAYIN', statuses: ['FAILED'], period: 'yesterday' }],
  ['my orders', { assigned: ['ME'] }],
  ['我的订单', { assigned: ['ME'] }],
  ['pesanan saya hari ini', { assigned: ['ME'], period: 'today' }],
  ['đơn của tôi', { assigned: ['ME'] }],
  ['mis órdenes', { assigned: ['ME'] }],
  ['failed payins assigned to me', { direction: 'PAYIN', statuses: ['FAILED'], assigned: ['ME'] }],
  ['unassigned payouts', { direction: 'PAYOUT', assigned: ['NONE'] }],
  ['orders with notes', { has: ['NOTES'] }],
  ['zuotian shibai', { statuses: ['FAILED'], period: 'yesterday' }],
  ['giao dịch thất bại hôm nay', { statuses: ['FAILED'], period: 'today' }],
  ['transacciones fallidas ayer', { statuses: ['FAILED'], period: 'yesterday' }],
  ["today's sales", { direction: 'PAYIN', period: 'today' }],
  ['ventas de ayer', { direction: 'PAYIN', period: 'yesterday' }],
  ['penjualan minggu ini', { direction: 'PAYIN', period: 'week' }],
  ['money back', { statuses: ['REFUNDED'] }],
  ['退钱', { statuses: ['REFUNDED'] }],
  ['uang kembali', { statuses: ['REFUNDED'] }],
  ['devoluciones', { statuses: ['REFUNDED'] }],
  ['refunded last month', { statuses: ['REFUNDED'], period: 'lastmonth' }],
])('%s is a filter', (text, expected) => {
  expect(read(text)).toEqual({ ...NOTHING, ...expected })
})

test.each([
  'payin',
  'payin budi today',
  'payin payout today',
  'today yesterday',
  'over',
  'failedx',
  'payin > 5xy',
  'payin > 5today',
  'payin > 5 budi',
  'budi santoso',
  '',
])('%s is no filter', (text) => {
  expect(read(text)).toBeNull()
})

test.each<[string, string, string | null]>([
  ['500.000', '500000', '500.000'],
  ['1.500.000', '1500000', '1500000'],
  ['500,000', '500000', '500000'],
  ['1.5', '1.5', '1.5'],
  ['1.5jt', '1500000', '1500000'],
])('an amount over %s is that of the orders: %s in rupiah, %s in USDT', (amount, rupiah, usdt) => {
  const over = (kind: OrderRowKind) => filterOf(read(`payin > ${amount}`)!, kind, units)
  expect([over('payin'), over('usdtPayin')]).toEqual([{ minAmount: rupiah }, { minAmount: usdt }])
})

test('orders in rupiah have no amounts of more than two decimals', () => {
  expect(filterOf(read('payin > 1.2345')!, 'payin', units)).toBeNull()
  expect(filterOf(read('payin < 1.2345')!, 'usdtPayin', units)).toEqual({ maxAmount: '1.2345' })
})
