import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOTIFY_STATUSES, OPTION_MEMBERS, PAY_METHODS, REVIEWS } from '#contract/options.ts'
import { spanOf } from '../../src/format/ranges.ts'
import { accountDaily, accountDetail } from '../../src/lists/definitions/account.ts'
import { agentMerchants, subMerchants } from '../../src/lists/definitions/merchants.ts'
import { recharge, transfer, withdraw } from '../../src/lists/definitions/movements.ts'
import { agentPayin, agentPayout, checkout, payout, usdtPayin, usdtPayout } from '../../src/lists/definitions/orders.ts'
import { payin } from '../../src/lists/definitions/payins.ts'
import { excludeFieldOf, type Filter, type FilterField } from '../../src/lists/filters/filter.ts'
import { filterExample } from '../../src/lists/filters/filterExample.ts'
import { acceptsNumberList, type ListFilter, toRequest } from '../../src/lists/filters/listFilter.ts'
import { isFoundByNumber, parseListQuery, writeListQuery } from '../../src/lists/filters/query.ts'
import type { List } from '../../src/lists/list.ts'
import type { Query } from '../../src/query/field.ts'
import { parse, print } from '../../src/query/language.ts'
import { NOW, speaker } from './speaker.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const RUNS = { seed: SEED, numRuns: 200 }

const LISTS = {
  payin,
  usdtPayin,
  agentPayin,
  payout,
  usdtPayout,
  agentPayout,
  checkout,
  recharge,
  withdraw,
  transfer,
  accountDetail,
  accountDaily,
  agentMerchants,
  subMerchants,
}
const LANGUAGES = ['zh', 'en', 'id', 'vi', 'es'] as const

/** A field with a value, or nothing. */
const perhaps = <Value>(field: string | null, value: fc.Arbitrary<Value>): fc.Arbitrary<object> =>
  field === null ? fc.constant({}) : fc.option(value, { freq: 2 }).map((one) => (one === null ? {} : { [field]: one }))

const together = (parts: readonly fc.Arbitrary<object>[]): fc.Arbitrary<ListFilter> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all))

const number = fc.stringMatching(/^[\w-]{1,20}$/)
const digits = fc.stringMatching(/^\d{1,20}$/)
const hash = fc.stringMatching(/^[\w.-]{1,20}$/)
const numbers = (one: fc.Arbitrary<string>) => fc.oneof(one, fc.uniqueArray(one, { minLength: 2, maxLength: 4 }))

// Realistic and adversarial names.
const name = fc
  .oneof(
    fc.stringMatching(/^[a-zA-Zà-ÿĀ-žđ一-龥'.-]{1,12}( [a-z]{1,8})?$/),
    fc
      .array(
        fc.constantFrom(
          '"',
          '\\',
          ',',
          '，',
          ':',
          '：',
          '(',
          '）',
          '“',
          '”',
          '=',
          '>',
          '!',
          '-',
          '*',
          ' ',
          '　',
          'OR',
          '..',
          'a',
          '陈',
        ),
        {
          minLength: 1,
          maxLength: 8,
        },
      )
      .map((parts) => parts.join('')),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '')

const day = fc.integer({ min: -300, max: 60 }).map((days) => new Date(NOW + days * 86_400_000).toISOString().slice(0, 10))
const span = fc
  .oneof(
    fc.constantFrom(
      'today',
      'yesterday',
      'week',
      'lastweek',
      'month',
      'lastmonth',
      'year',
      '7d',
      '30d',
      '-7d',
      '-7d..today',
      'month..today',
    ),
    day.map((last) => `..${last}`),
    day.filter((first) => first < '2026-11-21').map((first) => `${first}..today`),
  )
  .map((days) => ({ days, ...spanOf(days, NOW) }))
const days = fc.oneof(
  fc.constant({}),
  span,
  fc.tuple(day, day).map((both) => ({ startDate: both.toSorted()[0], endDate: both.toSorted()[1] })),
)

const amount = (places: number) =>
  fc
    .tuple(fc.bigInt(0n, 9_999_999_999n), fc.stringMatching(new RegExp(`^(\\.\\d{1,${places}})?$`)))
    .map(([whole, fraction]) => `${whole}${fraction}`)

const MEMBERS: Partial<Record<FilterField, readonly string[]>> = {
  payChannel: OPTION_MEMBERS.PayChannel,
  payMethod: PAY_METHODS,
  notifyStatus: NOTIFY_STATUSES,
  review: REVIEWS,
  assignedTo: ['ME', 'NONE', 'ops.team', 'kasir.01', 'nob', 'staff'],
  has: ['NOTES'],
  merchantNo: ['M10000001', 'M10000002', 'M10000003'],
  bankCode: ['002', '008', '014', '451'],
}

function membersOf({ field, from }: Filter & { kind: 'several' }): readonly string[] {
  const list = typeof from === 'object' ? from : null
  if (from === 'networks') return OPTION_MEMBERS.PayChannel.filter((channel) => channel.startsWith('USDT_'))
  return list?.only ?? MEMBERS[field] ?? (list === null ? [] : OPTION_MEMBERS[list.list])
}

function filterBy(filter: Filter, { fractionDigits: places }: List): fc.Arbitrary<object>[] {
  if (filter.kind === 'days')
    return [days, filter.hasField ? perhaps('dateField', fc.constant('completeTime')) : fc.constant({})]
  if (filter.kind === 'amounts') {
    const both = fc
      .tuple(amount(places), amount(places))
      .map(([one, other]) =>
        Number(one) <= Number(other) ? { minAmount: one, maxAmount: other } : { minAmount: other, maxAmount: one },
      )
    return [fc.oneof(fc.constant({}), both, perhaps('minAmount', amount(places)), perhaps('maxAmount', amount(places)))]
  }
  if (filter.kind === 'several') {
    const members = membersOf(filter)
    const values = fc.uniqueArray(fc.constantFrom(...members), { minLength: 1, maxLength: Math.min(4, members.length) })
    return [perhaps(filter.field, values), perhaps(excludeFieldOf(filter), values)]
  }
  const text =
    filter.rule === 'digits' ? digits : filter.rule === 'orderNumber' ? number : acceptsNumberList(filter.field) ? hash : name
  return [perhaps(filter.field, acceptsNumberList(filter.field) ? numbers(text) : text), perhaps(excludeFieldOf(filter), text)]
}

const sortsOf = ({ columns }: List): string[] =>
  columns.filter(({ isSortable }) => isSortable).flatMap(({ field }) => [`${field}.asc`, `${field}.desc`])

/** Any valid query of a list. */
const queriesOf = (list: List): fc.Arbitrary<Query> =>
  fc.record({
    filter: together([
      ...list.filters.flatMap((filter) => filterBy(filter, list)),
      ...(isFoundByNumber(list)
        ? [perhaps('orderNo', numbers(number)), perhaps('orderTail', fc.stringMatching(/^[\w-]{4,12}$/))]
        : []),
    ]),
    sort: fc.constantFrom(null, ...sortsOf(list)),
  })

const WIDE: Record<string, string> = {
  ':': '：',
  ',': '，',
  '>': '＞',
  '<': '＜',
  '=': '＝',
  '"': '＂',
  ' ': '　',
  '..': '。。',
}

/** The same text from a Chinese keyboard. Quoted text is unchanged. */
function widened(text: string, wide: readonly boolean[]): string {
  let isQuoted = false
  return text.replace(/\\.|\.\.|(?<= )-|[\s\S]/g, (sign, at: number) => {
    if (sign === '"') isQuoted = !isQuoted
    if ((isQuoted && sign !== '"') || wide[at % wide.length] === false) return sign
    if (/\d/.test(sign)) return String.fromCodePoint(sign.codePointAt(0)! + 0xfee0)
    return WIDE[sign] ?? (sign === '-' && text[at - 1] === ' ' ? '－' : sign)
  })
}

describe.each(Object.entries(LISTS))(`%s, seed ${SEED}`, (_id, list) => {
  test.each(LANGUAGES)('a query printed in %s parses to itself, in either width', async (locale) => {
    const { grammar } = await speaker(locale, list)
    fc.assert(
      fc.property(queriesOf(list), fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (query, wide) => {
        const text = print(query, grammar)
        const parsed = parse(text, grammar)
        expect({ text, ...parsed }).toMatchObject({ text, query, faults: [] })
        expect(parsed.query).toEqual(query)
        expect(print(parsed.query, grammar)).toBe(text)
        const other = widened(text, wide)
        expect({ other, ...parse(other, grammar) }).toMatchObject({ other, query, faults: [] })
      }),
      RUNS,
    )
  })

  test('a request to the gateway parses back to its query', async () => {
    const { grammar } = await speaker('zh', list)
    fc.assert(
      fc.property(queriesOf(list), ({ filter }) => {
        const body = JSON.parse(JSON.stringify(toRequest(filter))) as ListFilter
        const { query } = parse(print({ filter: body, sort: null }, grammar), grammar)
        expect(toRequest(query.filter)).toEqual(body)
      }),
      RUNS,
    )
  })

  test('an address restores its query', () => {
    fc.assert(
      fc.property(queriesOf(list), ({ filter, sort }) => {
        const address = writeListQuery(
          new URLSearchParams(),
          { filter, sort, size: 10, page: 1, at: null, open: null, cols: null, view: null, tab: 'facts', saved: null },
          list,
        )
        const back = parseListQuery(new URLSearchParams(address.toString()), list, { now: NOW, size: 10 })
        expect([back.filter, back.sort]).toEqual([filter, sort])
      }),
      RUNS,
    )
  })

  test.each(LANGUAGES)('field names are unique in %s', async (locale) => {
    const { grammar } = await speaker(locale, list)
    const names = grammar.fields.flatMap(({ name, also }) => [...new Set([name, ...also].map((one) => one.toLowerCase()))])
    expect(names.filter((one, index) => names.indexOf(one) !== index)).toEqual([])
  })

  test.each(LANGUAGES)('the placeholder example parses in %s', async (locale) => {
    const { words, read } = await speaker(locale, list)
    const example = filterExample(list, words)
    expect(example).not.toBe('')
    expect(read(example)).not.toBeInstanceOf(Array)
  })
})

test.each(LANGUAGES)('the placeholder example suits its list, in %s', async (locale) => {
  const read = async (list: List) => {
    const { words, read: understood } = await speaker(locale, list)
    return understood(filterExample(list, words))
  }
  expect(await read(payin)).toMatchObject({ status: ['SUCCESS'], minAmount: '1000000' })
  expect(await read(usdtPayin)).toMatchObject({ status: ['SUCCESS'], minAmount: '100' })
  expect(await read(accountDetail)).toMatchObject({ type: ['PAYIN'], minAmount: '1000000' })
  expect(await read(accountDaily)).toMatchObject({ days: 'month' })
  expect(await read(subMerchants)).toMatchObject({ merchantName: expect.any(String) })
})

test('parsing any text terminates, and every fault is within the text', async () => {
  const { grammar } = await speaker('en', payin)
  const part = fc.constantFrom(
    'status',
    ':',
    '=',
    '!',
    '>',
    '(',
    ')',
    '"',
    '“',
    ',',
    '、',
    '-',
    ' ',
    'OR',
    'success',
    'amount',
    '1,5',
    '..',
    '\\',
    '。',
    '7d',
    '*',
    'x',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      const text = parts.join('')
      for (const { start, end } of parse(text, grammar).faults) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start).toBeLessThanOrEqual(end)
        expect(end).toBeLessThanOrEqual(text.length)
      }
    }),
    RUNS,
  )
})
