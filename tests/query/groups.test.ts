import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Conditions, type FilterTree, formatFilterTree, parseFilterTree } from '#contract/filterTree.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Locale } from '#locales/messages.ts'
import { payin } from '../../src/lists/definitions/payins.ts'
import { groupConditions } from '../../src/lists/filters/groupConditions.ts'
import { type ListFilter, splitFilter, toRequest } from '../../src/lists/filters/listFilter.ts'
import { matchesFilter } from '../../src/lists/filters/matchesFilter.ts'
import { parseListQuery, writeListQuery } from '../../src/lists/filters/query.ts'
import { complete } from '../../src/query/complete.ts'
import { parse, print } from '../../src/query/language.ts'
import { NOW, speaker } from './speaker.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const LANGUAGES = ['zh', 'en', 'id', 'vi', 'es'] as const satisfies readonly Locale[]

const FAILED = { is: { status: ['FAILED'] } }
const LARGE = { is: { minAmount: '1000' } }
const TODAY = { days: 'today', startDate: '2026-11-21', endDate: '2026-11-21' }

test.each<[Locale, string]>([
  ['en', 'status:success AND channel:qris'],
  ['zh', '状态:成功 且 渠道:qris'],
  ['id', 'status:berhasil DAN kanal:qris'],
  ['es', 'status:success Y channel:qris'],
  ['vi', 'status:success AND channel:qris'],
])('in %s the conditions of %s are two, as without the word', async (locale, text) => {
  const { grammar } = await speaker(locale, payin)
  const said = parse(text, grammar)
  expect(said.faults).toEqual([])
  expect(said.query.filter).toMatchObject({ status: ['SUCCESS'], payChannel: ['QRIS'] })
  expect(said.query.filter).not.toHaveProperty('payerName')
})

test.each([
  ['six groups within each other', 5, 1, true],
  ['seven', 6, 1, false],
  ['fifty conditions', 1, 50, true],
  ['fifty-one', 1, 51, false],
])('a tree of %s', (_, groups, conditions, isRead) => {
  const any: FilterTree = { any: Array.from({ length: conditions }, () => FAILED) }
  const tree = Array.from({ length: groups - 1 }).reduce<FilterTree>((inner) => ({ not: inner }), any)
  expect(parseFilterTree(formatFilterTree(tree)) !== null).toBe(isRead)
})

describe('groups', () => {
  test.each<[string, string, FilterTree]>([
    ['alternatives of two fields', 'status:failed OR amount:>=1000', { any: [FAILED, LARGE] }],
    [
      'three, without brackets',
      'status:failed OR amount:>=1000 OR va:12',
      { any: [FAILED, LARGE, { is: { accountNumber: '12' } }] },
    ],
    [
      'values of one field among others',
      'amount:>=1000 OR status:failed OR status:expired',
      { any: [LARGE, { is: { status: ['FAILED', 'EXPIRED'] } }] },
    ],
    [
      'AND inside of a group',
      '(status:failed AND amount:>=1000) OR va:12',
      {
        any: [{ is: { minAmount: '1000', status: ['FAILED'] } }, { is: { accountNumber: '12' } }],
      },
    ],
    [
      'several conditions on one side',
      '(status:failed amount:>=1000) OR va:12',
      { any: [{ is: { minAmount: '1000', status: ['FAILED'] } }, { is: { accountNumber: '12' } }] },
    ],
    [
      'brackets in brackets',
      '((status:failed OR va:12) amount:>=1000) OR payer:budi',
      { any: [{ all: [LARGE, { any: [FAILED, { is: { accountNumber: '12' } }] }] }, { is: { payerName: 'budi' } }] },
    ],
    ['the opposite', '-(status:failed amount:>=1000)', { not: { is: { minAmount: '1000', status: ['FAILED'] } } }],
    [
      'two groups',
      '(status:failed OR va:1) (amount:>=1000 OR va:2)',
      {
        all: [{ any: [FAILED, { is: { accountNumber: '1' } }] }, { any: [LARGE, { is: { accountNumber: '2' } }] }],
      },
    ],
    ['days', 'created:today OR amount:>=1000', { any: [{ is: { ...TODAY } }, LARGE] }],
    ['Chinese signs', '（状态：失败 或 金额：＞＝1000）', { any: [FAILED, LARGE] }],
  ])('%s', async (_what, text, tree) => {
    const { read } = await speaker(/\p{Script=Han}/u.test(text) ? 'zh' : 'en', payin)
    const { where } = read(text) as { where?: string }
    expect(where === undefined ? read(text) : JSON.parse(where)).toEqual(tree)
  })

  test('conditions beside a group stay conditions, and the default days apply unless the group names days', async () => {
    const { read } = await speaker('en', payin)
    expect(read('channel:qris (status:failed OR va:12)')).toMatchObject({ payChannel: ['QRIS'], days: '7d' })
    expect(Object.keys(read('channel:qris (created:today OR va:12)'))).toEqual(['payChannel', 'where'])
  })

  test.each(LANGUAGES)('are printed in %s so that they parse to themselves', async (locale) => {
    const { rewritten } = await speaker(locale, payin)
    const english = 'channel:qris ((status:failed amount:>=1000) OR created:today OR -(payer:"budi s"))'
    const printed = rewritten(english)
    expect(rewritten(printed)).toBe(printed)
    const { rewritten: inEnglish } = await speaker('en', payin)
    expect(inEnglish(english)).toBe('channel:QRIS ((status:Failed amount:>=1,000) OR created:today OR -(payer:"budi s"))')
  })

  test('stand on a chip of their own as words', async () => {
    const { words, read } = await speaker('en', payin)
    const filter = read('(status:failed OR (amount:>=1000 created:today)) -(va:12 OR va:13 OR payer:x)') as ListFilter
    expect(groupConditions(filter, payin, words)).toMatchObject([
      { title: 'Either', text: 'Status: Failed or (Date Range: Today · Amount: ≥ 1,000.00)' },
      { title: 'Except', text: 'VA Number: 12, 13 or Payer Name: x' },
    ])
  })
})

const condition: fc.Arbitrary<Conditions> = fc.constantFrom<Conditions>(
  { status: ['FAILED'] },
  { notStatus: ['SUCCESS', 'EXPIRED'] },
  { minAmount: '1000' },
  { maxAmount: '5000000', payerName: 'OR (x)' },
  { payChannel: ['QRIS'], payMethod: ['QRIS'] },
  { orderPattern: 'INV-26*' },
  { orderTail: '0042' },
  TODAY,
  { dateField: 'completeTime', ...TODAY },
)
const trees = fc
  .letrec<{ tree: FilterTree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      condition.map((is) => ({ is })),
      fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
      fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
      tie('tree').map((not) => ({ not })),
    ),
  }))
  .tree.filter((tree) => parseFilterTree(formatFilterTree(tree)) !== null)

const ROWS: readonly ListedRow[] = Array.from({ length: 24 }, (_, n) => ({
  id: String(n),
  merchantOrderNo: n % 3 === 0 ? `INV-26${n}-0042` : `ORD-${n}`,
  platOrderNo: `26112100${n}`,
  status: ['FAILED', 'SUCCESS', 'EXPIRED', 'PENDING'][n % 4] as string,
  payAmount: n % 5 === 0 ? '999.00' : `${n}000000.00`,
  payerName: n % 2 === 0 ? 'a OR (x) b' : 'Budi',
  payChannel: n % 2 === 0 ? 'QRIS' : 'VA_BCA',
  payMethod: n % 4 === 0 ? 'QRIS' : 'VIRTUAL_ACCOUNT',
  createTime: `2026-11-2${n % 3}T10:00:00+07:00`,
  completeTime: n % 2 === 0 ? null : '2026-11-21T11:00:00+07:00',
}))

test.each(LANGUAGES)(`any tree printed in %s means the same after parsing, seed ${SEED}`, async (locale) => {
  const { grammar } = await speaker(locale, payin)
  fc.assert(
    fc.property(trees, (tree) => {
      const text = print({ filter: { where: formatFilterTree(tree) }, sort: null }, grammar)
      const { query, faults } = parse(text, grammar)
      // Conditions that repeat in one group are told.
      if (faults.length > 0) return faults.every(({ key }) => /twoRanges|twice|single|oneTime|minAbove/.test(key))
      const found = (filter: ListFilter) => ROWS.map((row) => matchesFilter(row, filter))
      expect(found(query.filter as ListFilter)).toEqual(found({ where: formatFilterTree(tree) }))
      return true
    }),
    { seed: SEED, numRuns: 200 },
  )
})

test('an address restores a group with its relative days, and a request has the days themselves', async () => {
  const { read } = await speaker('en', payin)
  const filter = read('created:today OR (completed:-5h..-2h status:failed)') as ListFilter
  const view = {
    size: 10,
    page: 1,
    at: null,
    open: null,
    cols: null,
    view: null,
    tab: 'facts',
    saved: null,
    sort: null,
  } as const
  const address = writeListQuery(new URLSearchParams(), { filter, ...view }, payin)
  expect(address.get('where')).toBe(
    '{"any":[{"is":{"days":"today"}},{"is":{"dateField":"completeTime","days":"-5h..-2h","status":["FAILED"]}}]}',
  )
  const back = (now: number) => parseListQuery(new URLSearchParams(address.toString()), payin, { now, size: 10 }).filter
  expect(back(NOW)).toEqual(filter)
  expect(JSON.parse(toRequest(back(NOW + 86_400_000)).where ?? '')).toEqual({
    any: [
      { is: { startDate: '2026-11-22', endDate: '2026-11-22' } },
      {
        is: {
          startDate: '2026-11-22',
          endDate: '2026-11-22',
          completedFrom: '2026-11-22T05:00',
          completedBefore: '2026-11-22T08:00',
          dateField: 'completeTime',
          status: ['FAILED'],
        },
      },
    ],
  })
})

describe('hours', () => {
  test.each([
    ['created:2h', '2h', { since: '2026-11-21T08:00' }],
    ['created:-2h', '2h', { since: '2026-11-21T08:00' }],
    ['created:"2 hours"', '2h', { since: '2026-11-21T08:00' }],
    ['created:-12h', '12h', { since: '2026-11-20T22:00', startDate: '2026-11-20' }],
    ['created:-2h..', '2h', { since: '2026-11-21T08:00' }],
    ['created:-5h..-2h', '-5h..-2h', { since: '2026-11-21T05:00', until: '2026-11-21T08:00' }],
    ['created:<-2h', '..-2h', { until: '2026-11-21T08:00', startDate: undefined }],
  ])('%s', async (text, days, times) => {
    const { read, rewritten } = await speaker('en', payin)
    const expected = { days, startDate: '2026-11-21', endDate: '2026-11-21', ...times }
    expect(read(text)).toEqual(JSON.parse(JSON.stringify(expected)))
    expect(read(rewritten(text))).toEqual(read(text))
  })

  test('are limits of the time in a request', async () => {
    const { read } = await speaker('en', payin)
    expect(toRequest(read('created:-2h') as ListFilter)).toEqual({
      startDate: '2026-11-21',
      endDate: '2026-11-21',
      createdFrom: '2026-11-21T08:00',
    })
    // The later of two beginnings.
    expect(toRequest(read('created:-2h created-from:2026-11-21T09:30') as ListFilter).createdFrom).toBe('2026-11-21T09:30')
  })

  test.each<[Locale, string]>([
    ['zh', '创建：2小时'],
    ['id', 'dibuat:2jam'],
    ['vi', 'tạo:2giờ'],
    ['es', 'creado:2h'],
  ])('in %s', async (locale, text) => {
    const { read } = await speaker(locale, payin)
    expect(read(text)).toMatchObject({ days: '2h', since: '2026-11-21T08:00' })
  })
})

describe('a number with a star', () => {
  test.each([
    ['INV-2611*', { orderPattern: 'INV-2611*' }],
    ['*0042', { orderTail: '0042' }],
    ['order:INV*42', { orderPattern: 'INV*42' }],
    ['order:INV-1*,*0042,INV-7', { orderPattern: ['INV-1*', '*0042', 'INV-7'] }],
    ['*042*', { orderPattern: '*042*' }],
  ])('%s', async (text, asked) => {
    const { read, rewritten } = await speaker('en', payin)
    expect(read(text)).toMatchObject(asked)
    expect(read(rewritten(text))).toEqual(read(text))
  })
})

describe('words of every language', () => {
  test.each<[Locale, string, object]>([
    ['en', '状态：失败', { status: ['FAILED'] }],
    ['en', 'status:gagal', { status: ['FAILED'] }],
    ['en', 'trạng-thái:"thất bại" OR estado:"fallido"', { status: ['FAILED'] }],
    ['zh', 'status:berhasil nominal:>=1000', { status: ['SUCCESS'], minAmount: '1000' }],
    ['id', 'created:yesterday', { days: 'yesterday' }],
    ['vi', '创建：昨天', { days: 'yesterday' }],
    ['es', 'is:未完结', { status: ['CREATED', 'PENDING', 'CONFIRMING'] }],
    ['en', 'method:va', { payMethod: ['VIRTUAL_ACCOUNT'] }],
    ['zh', 'method:wallet', { payMethod: ['EWALLET'] }],
    ['en', 'status:paid', { status: ['SUCCESS'] }],
    ['en', '(状态：失败 或 payer:budi)', { where: expect.stringContaining('FAILED') }],
  ])('in %s: %s', async (locale, text, asked) => {
    const { read } = await speaker(locale, payin, { knowsAll: true })
    expect(read(text)).toMatchObject(asked)
  })

  test.each(LANGUAGES)('take nothing from those of %s', async (locale) => {
    const alone = await speaker(locale, payin)
    const among = await speaker(locale, payin, { knowsAll: true })
    for (const field of alone.grammar.fields) {
      for (const name of [field.name, ...field.also]) {
        expect([name, among.grammar.fields.find((one) => one.name === field.name)?.title]).toEqual([name, field.title])
      }
    }
    const text = alone.rewritten('status:failed,success method:qris amount:>=5 is:undelivered created:month')
    expect(among.read(text)).toEqual(alone.read(text))
  })
})

test('a misspelled name or value is offered as it is meant', async () => {
  const { grammar } = await speaker('en', payin)
  const offered = (text: string) => complete(text, text.length, grammar, []).suggestions.map(({ text: one }) => one)
  expect(offered('statsu')).toEqual(['status:'])
  expect(offered('status:faild')).toEqual(['Failed'])
  const spoken = await speaker('en', payin, { knowsAll: true })
  expect(complete('status:gag', 10, spoken.grammar, []).suggestions.map(({ text }) => text)).toEqual(['Failed'])
})

test('what a gateway does not know is left to the console', () => {
  const filter = {
    days: '2h',
    startDate: '2026-11-21',
    endDate: '2026-11-21',
    since: '2026-11-21T08:00',
    where: '{}',
    status: ['FAILED'],
  }
  expect(splitFilter(filter, true)).toEqual({ sent: filter, local: null })
  expect(splitFilter(filter, false)).toEqual({
    sent: { days: '2h', startDate: '2026-11-21', endDate: '2026-11-21', status: ['FAILED'] },
    local: { where: '{}', since: '2026-11-21T08:00' },
  })
})
