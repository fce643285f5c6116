import { describe, expect, test } from 'vitest'
import type { Conditions } from '#contract/filterTree.ts'
import type { Locale } from '#locales/messages.ts'
import { LOCALES } from '../../src/i18n.ts'
import { agentPayin, usdtPayin } from '../../src/lists/definitions/orders.ts'
import { payin } from '../../src/lists/definitions/payins.ts'
import { parse, rewrite } from '../../src/query/language.ts'
import { speaker } from './speaker.ts'

const WEEK = { days: '7d', startDate: '2026-11-15', endDate: '2026-11-21' }
const TODAY = { days: 'today', startDate: '2026-11-21', endDate: '2026-11-21' }

describe('a text', () => {
  test.each<[string, Locale, string, object]>([
    ['nothing is the last seven days', 'zh', '', WEEK],
    [
      'the whole of it',
      'en',
      'status:success,failed amount:>=100000 created:-7d..today channel:bca -notify:ok "john tan" sort:createTime.desc',
      {
        status: ['SUCCESS', 'FAILED'],
        minAmount: '100000',
        days: '-7d..today',
        startDate: '2026-11-14',
        endDate: '2026-11-21',
        payChannel: ['VA_BCA'],
        notNotifyStatus: ['SUCCESS'],
        payerName: 'john tan',
        sort: 'createTime.desc',
      },
    ],
    [
      'Chinese words and signs',
      'zh',
      '状态：成功、失败　金额：＞１００ 付款人：“陈 大文”',
      { ...WEEK, status: ['SUCCESS', 'FAILED'], minAmount: '100.01', payerName: '陈 大文' },
    ],
    ['English names in every language', 'vi', 'status:success created:today', { ...TODAY, status: ['SUCCESS'] }],
    [
      'the names of the gateway',
      'id',
      'payChannel:VA_BCA notifyStatus:failed',
      { ...WEEK, payChannel: ['VA_BCA'], notifyStatus: ['FAILED'] },
    ],
    [
      'titles and marks left out',
      'vi',
      'trang-thai:"thanh cong" ten-nguoi-tra:an',
      { ...WEEK, status: ['SUCCESS'], payerName: 'an' },
    ],
    [
      'the beginning of a value',
      'en',
      'status:part method:virt',
      { ...WEEK, status: ['PARTIAL_REFUND'], payMethod: ['VIRTUAL_ACCOUNT'] },
    ],
    [
      'spaces after colon and comma',
      'en',
      'status: success, failed amount: 100',
      { ...WEEK, status: ['SUCCESS', 'FAILED'], minAmount: '100', maxAmount: '100' },
    ],
    [
      'spaces around signs',
      'en',
      'status : success , failed amount > 100 amount: <= 200',
      { ...WEEK, status: ['SUCCESS', 'FAILED'], minAmount: '100.01', maxAmount: '200' },
    ],
    ['full-width spaces and signs', 'zh', '状态　：　成功　、　失败', { ...WEEK, status: ['SUCCESS', 'FAILED'] }],
    [
      'values of several words',
      'vi',
      'trạng-thái:thành công,thất bại số-tiền:>=1,5 triệu tạo:hôm qua..hôm nay',
      {
        status: ['SUCCESS', 'FAILED'],
        minAmount: '1500000',
        days: 'yesterday..today',
        startDate: '2026-11-20',
        endDate: '2026-11-21',
      },
    ],
    [
      'words behind a value that are none of it',
      'en',
      'status:success method:virtual account budi s',
      { ...WEEK, status: ['SUCCESS'], payMethod: ['VIRTUAL_ACCOUNT'], payerName: 'budi s' },
    ],
    [
      'what is left out',
      'en',
      '-status:failed,closed channel!=qris -payer:budi',
      { ...WEEK, notStatus: ['FAILED', 'CLOSED'], notPayChannel: ['QRIS'], notPayerName: 'budi' },
    ],
    [
      'several that are left out one by one',
      'en',
      '-status:failed -status:closed',
      { ...WEEK, notStatus: ['FAILED', 'CLOSED'] },
    ],
    [
      'flags',
      'en',
      'is:open -is:undelivered',
      { ...WEEK, status: ['CREATED', 'PENDING', 'CONFIRMING'], notNotifyStatus: ['PENDING', 'FAILED'] },
    ],
    ['a state as a flag: of two fields that know it, the first', 'en', 'is:failed', { ...WEEK, status: ['FAILED'] }],
    ['that only one of them knows', 'en', '-is:notified', { ...WEEK, notNotifyStatus: ['SUCCESS'] }],
    [
      'either of two values',
      'en',
      '(status:success OR status:failed) channel:qris',
      { ...WEEK, status: ['SUCCESS', 'FAILED'], payChannel: ['QRIS'] },
    ],
    ['either, in Chinese', 'zh', '状态：成功 或 状态：失败', { ...WEEK, status: ['SUCCESS', 'FAILED'] }],
    ['amounts from one to another', 'en', 'amount:100..5k', { ...WEEK, minAmount: '100', maxAmount: '5000' }],
    ['amounts in two terms', 'en', 'amount>=100 amount<=200', { ...WEEK, minAmount: '100', maxAmount: '200' }],
    ['less and more', 'en', 'amount:<100', { ...WEEK, maxAmount: '99.99' }],
    ['an amount that is open', 'en', 'amount:..100', { ...WEEK, maxAmount: '100' }],
    ['a number', 'en', 'INV-2026-000007', { ...WEEK, orderNo: 'INV-2026-000007' }],
    ['numbers', 'en', 'order:INV-1,INV-2', { ...WEEK, orderNo: ['INV-1', 'INV-2'] }],
    ['numbers without a name', 'en', 'INV-2026-01,INV-2026-02', { ...WEEK, orderNo: ['INV-2026-01', 'INV-2026-02'] }],
    [
      'numbers as lines that were pasted',
      'en',
      'INV-2026-01 INV-2026-02 INV-2026-03 is:failed',
      { ...WEEK, orderNo: ['INV-2026-01', 'INV-2026-02', 'INV-2026-03'], status: ['FAILED'] },
    ],
    ['the end of a number', 'en', '*4321', { ...WEEK, orderTail: '4321' }],
    ['a name of several words', 'id', 'budi santoso', { ...WEEK, payerName: 'budi santoso' }],
    ['yesterday', 'id', 'dibuat:kemarin', { days: 'yesterday', startDate: '2026-11-20', endDate: '2026-11-20' }],
    ['the week from Monday', 'zh', '创建：本周', { days: 'week', startDate: '2026-11-16', endDate: '2026-11-22' }],
    ['the last days', 'zh', '创建：30天', { days: '30d', startDate: '2026-10-23', endDate: '2026-11-21' }],
    ['a day', 'en', 'created:21/11/2026', { startDate: '2026-11-21', endDate: '2026-11-21' }],
    [
      'a Chinese day',
      'zh',
      '创建：2026年11月1日至今天',
      { days: '2026-11-01..today', startDate: '2026-11-01', endDate: '2026-11-21' },
    ],
    ['a month', 'en', 'created:2026-10', { startDate: '2026-10-01', endDate: '2026-10-31' }],
    [
      'days without an end',
      'en',
      'created:>=yesterday',
      { days: 'yesterday..today', startDate: '2026-11-20', endDate: '2026-11-21' },
    ],
    ['days without a beginning', 'en', 'created:<2026-11-01', { days: '..2026-10-31', endDate: '2026-10-31' }],
    ['all days', 'es', 'creado:todos', {}],
    ['days of completion', 'en', 'completed:today', { ...TODAY, dateField: 'completeTime' }],
  ])('%s', async (_what, locale, text, asked) => {
    const { read } = await speaker(locale, payin)
    expect(read(text)).toEqual(asked)
  })

  test('of the USDT list has its own names and four decimals', async () => {
    const { read } = await speaker('en', usdtPayin)
    expect(read('network:trc20 amount:1.000..1.5 hash:0xAB')).toEqual({
      ...WEEK,
      payChannel: ['USDT_TRC20'],
      minAmount: '1.000',
      maxAmount: '1.5',
      payOrderNo: '0xAB',
    })
  })

  test.each(Object.keys(LOCALES) as Locale[])(
    'a single comma in USDT separates thousands, as in the printed text: %s',
    async (locale) => {
      const { read, rewritten } = await speaker(locale, usdtPayin)
      const filter = { ...WEEK, minAmount: '1234', maxAmount: '1234' }
      expect(read('amount:1,234')).toEqual(filter)
      expect(rewritten('amount:1,234')).toMatch(/:1,234$/)
      expect(read(rewritten('amount:1,234'))).toEqual(filter)
      expect(read('amount:1.234')).toEqual({ ...WEEK, minAmount: '1.234', maxAmount: '1.234' })
    },
  )
})

describe('an amount', () => {
  test.each<[string, Locale, string | null]>([
    ['1000000', 'en', '1000000'],
    ['1,000,000', 'id', '1000000'],
    ['1.000.000', 'id', '1000000'],
    ['1.000.000', 'en', '1000000'],
    ['1.000', 'en', '1000'],
    ['1.5', 'id', '1.5'],
    ['"1 000 000,50"', 'es', '1000000.50'],
    ['90 000', 'es', '90000'],
    ['1,5', 'en', '1.5'],
    ['1,234.50', 'id', '1234.50'],
    ['1.234,50', 'en', '1234.50'],
    ['1jt', 'en', '1000000'],
    ['1,5jt', 'id', '1500000'],
    ['Rp250rb', 'id', '250000'],
    ['1m', 'en', '1000000'],
    ...(['zh', 'en', 'id', 'vi', 'es'] as const).flatMap((locale): [string, typeof locale, string | null][] => [
      ['5m', locale, '5000000'],
      ['5jt', locale, '5000000'],
      ['5rb', locale, '5000'],
      ['5万', locale, '50000'],
      ['5亿', locale, '500000000'],
      // The comma is the decimal sign in id, vi and es, and separates thousands in zh and en.
      ['1,500jt', locale, null],
      ['1,50jt', locale, '1500000'],
      ['1,500,000rb', locale, '1500000000'],
      ['0,500jt', locale, '500000'],
      ['1.500jt', locale, '1500000'],
    ]),
    ['5 miliar', 'id', '5000000000'],
    ['5mil', 'es', '5000'],
    ['5 millones', 'es', '5000000'],
    ['2tr', 'vi', '2000000'],
    ['3tỷ', 'vi', '3000000000'],
    ['2 tỉ', 'vi', '2000000000'],
    ['１００万', 'zh', '1000000'],
    ['1.5亿', 'zh', '150000000'],
    ['0.5', 'en', '0.5'],
    ['1,00,000', 'en', null],
    ['1.005', 'en', '1005'],
    ['1.0055', 'en', null],
    ['12345678901234567', 'en', null],
    ['1xyz', 'en', null],
    ['.', 'en', null],
  ])('%s in %s is %s', async (text, locale, amount) => {
    const { read } = await speaker(locale, payin)
    expect(read(`amount:${text}`)).toEqual(
      amount === null ? [`amount 7-${7 + text.length} ${text}`] : { ...WEEK, minAmount: amount, maxAmount: amount },
    )
  })
})

describe('faults have a position', () => {
  test.each([
    ['stat:success amount:5', ['noField 0-4 stat']],
    ['status:', ['noValue 0-7 status:']],
    ['amount:5 status:succes,nope', ['noChoice 23-27 nope']],
    ['status:c', ['ambiguous 7-8 c']],
    ['status:failed status:success', ['twice 14-28 status:success']],
    ['created:today completed:today', ['oneTime 14-29 completed:today']],
    ['-amount:5', ['noOpposite 0-9 -amount:5']],
    ['status:>failed', ['noOrder 0-14 status:>failed']],
    ['amount:5..4', ['minAboveMax 7-11 5..4']],
    ['amount:>=5 amount:<=4', ['minAboveMax 20-21 4']],
    ['created:2026-02-30', ['day 8-18 2026-02-30']],
    ['created:today..yesterday', ['filter.days.endsFirst 8-24 today..yesterday']],
    ['created:2024-01-01..today', ['filter.days.tooLong 8-25 2024-01-01..today']],
    ['merchantOrder:"a b"', ['number 14-19 "a b"']],
    ['va:12x', ['digits 3-6 12x']],
    ['*12', ['tail 0-3 *12']],
    ['sort:status', ['sort 5-11 status']],
    [`order:${Array.from({ length: 51 }, (_, n) => `A${n + 10}`).join()}`, ['tooMany 206-209 A60']],
    [`payer:${'a'.repeat(65)}`, [`tooLong 6-71 ${'a'.repeat(65)}`]],
    ['is:nothing', ['noChoice 3-10 nothing']],
    ['payer:a,b', ['single 8-9 b']],
    ['payer:budi s', ['single 11-12 s']],
    ['created:today created:month', ['twoRanges 14-27 created:month']],
    ['amount:>=5 amount:1..9', ['twoRanges 11-22 amount:1..9']],
    ['amount:-500', ['amount 7-11 -500']],
    ['amount:500-', ['amount 7-11 500-']],
    ['status:failed OR', ['either 14-16 OR']],
    ['(status:failed OR nope:1) x', ['noField 18-22 nope']],
    ['status:failed OR sort:amount', ['outside 17-28 sort:amount']],
    ['status:failed OR created:all', ['outside 17-28 created:all']],
    ['-(-(-(-(-(-(-(status:failed)))))))', [expect.stringMatching(/^tooDeep 0-34/)]],
    [
      Array.from({ length: 51 }, (_, n) => (n % 2 ? `va:${n}` : `payer:a${n}`)).join(' OR '),
      [expect.stringMatching(/^tooDeep 0-/)],
    ],
    ['statsu:failed', ['noFieldMeant 0-6 statsu']],
    ['status:faild', ['noChoiceMeant 7-12 faild']],
    ['is:unpiad', ['noChoiceMeant 3-9 unpiad']],
    ['order:INV-1*,**', ['pattern 13-15 **']],
    ['created:-2h..-5h', ['filter.days.endsFirst 8-16 -2h..-5h']],
    ['OR', ['either 0-2 OR']],
    ['(status:failed', ['openBracket 0-1 (']],
    ['status:failed)', ['strayBracket 13-14 )']],
    ['payer:"john', ['openQuote 6-11 "john']],
    ['nope:1 status:failed zzz:2', ['noField 0-4 nope', 'noField 21-24 zzz']],
  ])('%s', async (text, faults) => {
    const { read } = await speaker('en', payin)
    expect(read(text)).toEqual(faults)
  })

  test('text without a field name is a fault in a list without a free-text field', async () => {
    const { read } = await speaker('en', usdtPayin)
    expect(read('budi santoso')).toEqual(['freeText 0-12 budi santoso'])
    expect(read('payer:budi')).toEqual(['noField 0-5 payer'])
    const ofAgent = await speaker('en', agentPayin)
    expect(ofAgent.read('-notify:failed')).toEqual(['noField 1-7 notify'])
  })

  test('the readable part is kept', async () => {
    const { rewritten } = await speaker('en', payin)
    expect(rewritten('status:failed nope:1 amount:>=1m')).toBe('status:Failed amount:>=1,000,000')
  })
})

test.each<[Locale, string]>([
  ['zh', '创建:本周 状态:成功,失败 -通知:未送达 金额:>=1,000,000 付款人:"budi s" 排序:金额.升序'],
  ['en', 'created:week status:Success,Failed -notify:"Not delivered" amount:>=1,000,000 payer:"budi s" sort:amount.asc'],
  [
    'id',
    'dibuat:minggu-ini status:Berhasil,Gagal -callback:"Gagal dikirim" nominal:>=1,000,000 pembayar:"budi s" urut:nominal.naik',
  ],
  [
    'vi',
    'tạo:tuần-này trạng-thái:"Thành công","Thất bại" -callback:"Gửi thất bại" số-tiền:>=1,000,000 người-trả:"budi s" xếp:số-tiền.tăng',
  ],
])('prints in %s', async (locale, text) => {
  const { rewritten } = await speaker(locale, payin)
  const asked = 'created:week status:success,failed -notify:failed amount:>=1,000,000 payer:"budi s" sort:amount.asc'
  expect(rewritten(asked)).toBe(text)
})

test('a set of values is printed by its name', async () => {
  const { rewritten } = await speaker('zh', payin)
  expect(rewritten('status:created,pending,confirming')).toBe('是:未完结')
})

test.each<[string, string, Conditions, string]>([
  ['is added to others', 'amount:100..50  status:failed', { payerName: 'budi' }, 'amount:100..50  status:failed payer:budi'],
  ['replaces its own', 'payer:budi nope:1 status:failed', { payerName: 'siti' }, 'nope:1 status:failed payer:siti'],
  ['replaces its own that is invalid', 'amount:100..50 nope:1', { minAmount: '5' }, 'nope:1 amount:>=5'],
  ['replaces a name for it', 'is:open nope:1', { status: ['FAILED'] }, 'nope:1 status:Failed'],
  ['leaves out the default days', 'created:2026-11-20..2026-11-10 nope:1', WEEK, 'nope:1'],
  ['is removed', 'payer:budi nope:1', { payerName: undefined }, 'nope:1'],
  [
    'leaves groups and stray brackets',
    '(payer:a OR amount:x) payer:b )',
    { payerName: 'c' },
    '(payer:a OR amount:x) ) payer:c',
  ],
])('a changed condition %s in a text', async (_what, text, changes, changed) => {
  const { grammar } = await speaker('en', payin)
  const { query } = parse(text, grammar)
  expect(rewrite(text, query, changes, grammar)).toBe(changed)
})
