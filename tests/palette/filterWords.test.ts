import { expect, test } from 'vitest'
import { parseUnits } from '../../src/format/parseAmount.ts'
import { lexiconOf, readFilterWords } from '../../src/palette/filterWords/readFilterWords.ts'
import { loadVocabulary } from '../../src/palette/search/vocabulary.ts'

const lexicon = lexiconOf(await loadVocabulary())

const NOTHING = { direction: null, statuses: [], period: null, methods: [], assigned: [], has: [], over: null, under: null }
const read = (text: string) => readFilterWords(text, lexicon, parseUnits('juta=6'))

test.each([
  ['payin gagal hari ini', { direction: 'PAYIN', statuses: ['FAILED'], period: 'today' }],
  ['failed payins today', { direction: 'PAYIN', statuses: ['FAILED'], period: 'today' }],
  ['payout pending > 5jt', { direction: 'PAYOUT', statuses: ['PENDING'], over: '5000000' }],
  ['payouts over 1,5 juta', { direction: 'PAYOUT', over: '1500000' }],
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

test.each(['payin', 'payin budi today', 'payin payout today', 'today yesterday', 'over', 'failedx', 'budi santoso', ''])(
  '%s is no filter',
  (text) => {
    expect(read(text)).toBeNull()
  },
)
