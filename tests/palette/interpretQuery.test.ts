import { expect, test } from 'vitest'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Locale } from '#locales/messages.ts'
import type { Mode } from '#machines/palette/page.ts'
import { parseUnits } from '../../src/format/parseAmount.ts'
import { createI18n, LOCALES } from '../../src/i18n.ts'
import { argumentSearch, interpretQuery } from '../../src/palette/interpretQuery.ts'
import { loadVocabulary, unitsOf } from '../../src/palette/search/vocabulary.ts'

const HOME = 'https://desk.test/#'
const kinds: SearchableKind[] = ['payin']
const units = () => parseUnits('ribu=3 miliar=9')

/** Each interpretation in short: the search, or the command with its arguments. */
const read = (typed: string, mode: Mode = 'all', who: readonly SearchableKind[] = kinds) =>
  interpretQuery(typed, { mode, kinds: who, home: HOME, units }).interpretations.map((reading) =>
    reading.kind === 'search'
      ? `${reading.search.by} ${reading.search.text}`
      : `${reading.command} ${Object.values(reading.given).join(' ')}`,
  )

test.each<[string, string[]]>([
  ['2026112100001234', ['number 2026112100001234', 'find.account 2026112100001234', 'find.amount 2026112100001234']],
  ['2611210815300000012', ['number 2611210815300000012', 'find.account 2611210815300000012']],
  ['2611 2108 1530 0000 012', ['number 2611210815300000012', 'find.account 2611210815300000012']],
  ['INV-2026-0001', ['number INV-2026-0001']],
  ['inv1001', ['number inv1001']],
  ['150000', ['find.amount 150000', 'tail 150000', 'find.account 150000']],
  ['150500', ['tail 150500', 'find.amount 150500', 'find.account 150500']],
  ['150,000.50', ['find.amount 150000.50']],
  ['150.000,50', ['find.amount 150000.50']],
  ['150.000', ['find.amount 150000', 'find.amount 150.000']],
  ['Rp 150.000', ['find.amount 150000', 'find.amount 150.000']],
  ['rp 50', ['find.amount 50']],
  ['12.5 usdt', ['find.amount 12.5']],
  ['90 000', ['find.amount 90000', 'tail 90000', 'find.account 90000']],
  ['90rb', ['find.amount 90000']],
  ['90 ribu', ['find.amount 90000']],
  ['Rp 1,5jt', ['find.amount 1500000']],
  ['1m', ['find.amount 1000000']],
  ['1miliar', ['find.amount 1000000000']],
  ['150rb', ['find.amount 150000', 'number 150rb']],
  ['150xy', ['number 150xy']],
  ['5 usdt', ['find.amount 5']],
  ['５０ｒｂ', ['find.amount 50000']],
  ['+62 812-3456-7890', ['find.account 081234567890']],
  ['081234567890', ['number 081234567890', 'find.account 081234567890', 'find.amount 081234567890']],
  ['*1234', ['tail 1234']],
  ['＊１２３４', ['tail 1234']],
  ['*123', ['find.pattern *123']],
  ['INV-2611*', ['find.pattern INV-2611*']],
  ['inv*42', ['find.pattern inv*42']],
  [
    '0xab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12',
    ['hash 0xab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12'],
  ],
  [
    'ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12',
    ['hash ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12'],
  ],
  ['m10000002', ['number m10000002', 'merchant.jump M10000002', 'sub.jump M10000002']],
  [':4312', ['list.toRow 4312']],
  ['：４３１２', ['list.toRow 4312']],
  [':0007', ['list.toRow 7']],
  ['2026-11-21', ['find.days 2026-11-21 2026-11-21', 'number 2026-11-21']],
  ['21/11/2026', ['find.days 2026-11-21 2026-11-21']],
  ['20261121', ['tail 20261121', 'find.days 2026-11-21 2026-11-21', 'find.amount 20261121', 'find.account 20261121']],
  ['2026-11-01..2026-11-07', ['find.days 2026-11-01 2026-11-07']],
  ['1/11/2026 - 7/11/2026', ['find.days 2026-11-01 2026-11-07']],
  ['2026-11-07..2026-11-01', []],
  ['2026-02-30', ['number 2026-02-30']],
  [`${HOME}/transaction/payin?status=SUCCESS`, ['nav.address /transaction/payin?status=SUCCESS']],
  ['#/transaction/payin?open=1', ['nav.address /transaction/payin?open=1']],
  [`${HOME}/user/login`, []],
  [`${HOME}/nowhere`, []],
  ['https://elsewhere.test/#/transaction/payin', []],
  ['403', []],
  ['payin', []],
  ['', []],
])('%s', (typed, expected) => {
  expect(read(typed)).toEqual(expected)
})

test('lists that not all take the search yield an interpretation each, in their order', () => {
  const both: SearchableKind[] = ['payout', 'payin', 'usdtPayout']
  expect(read('88990011', 'all', both)).toEqual([
    'tail 88990011',
    'find.amount 88990011',
    'find.account payout 88990011',
    'find.account payin 88990011',
  ])
  expect(read('0x52908400098527886E0F7030069857D2E4169EE7', 'all', both)).toEqual([
    'number 0x52908400098527886E0F7030069857D2E4169EE7',
    'find.account usdtPayout 0x52908400098527886E0F7030069857D2E4169EE7',
  ])
})

test('a few digits are already an amount of USDT', () => {
  expect(read('200', 'all', ['usdtPayin', 'usdtPayout'])).toEqual(['find.amount 200'])
  expect(read('5', 'all', ['payin', 'usdtPayin'])).toEqual(['find.amount usdtPayin 5'])
})

test('letters may be a name in lists with names', () => {
  const named = (typed: string, who: SearchableKind[] = ['payin', 'payout', 'usdtPayin'], mode: Mode = 'all') =>
    interpretQuery(typed, { mode, kinds: who, home: HOME, units }).guesses.map((one) => one.kind === 'command' && one.given)
  expect(named('dewi lestari')).toEqual([{ name: 'dewi lestari' }])
  expect(named('Nguyễn')).toHaveLength(1)
  expect(named('李小龙')).toHaveLength(1)
  expect(named('李龙')).toHaveLength(1)
  for (const typed of ['al', 'INV-2026', '150000', ': x', '']) expect(named(typed)).toEqual([])
  expect(named('dewi lestari', ['payin'], 'orders')).toEqual([])
  expect(named('dewi lestari', ['usdtPayin'])).toEqual([])
})

test('a prefix narrows the interpretation', () => {
  const parts = (typed: string, mode: Mode = 'all') => {
    const { mode: narrowed, words } = interpretQuery(typed, { mode, kinds, home: HOME, units })
    return [narrowed, words]
  }
  expect(parts('> theme')).toEqual(['commands', 'theme'])
  expect(parts('》theme')).toEqual(['commands', 'theme'])
  expect(parts(': theme')).toEqual(['commands', 'theme'])
  expect(parts('：')).toEqual(['commands', ''])
  expect(parts(':12')).toEqual(['all', ':12'])
  expect(parts('#2611')).toEqual(['orders', '2611'])
  expect(parts('＃２６１１')).toEqual(['orders', '2611'])
  expect(read('#A-1')).toEqual(['number A-1'])
  expect(read('A-1')).toEqual([])
  expect(read('2026112100001234', 'commands')).toEqual([])
  expect(read('2026112100001234', 'orders')).toEqual(['number 2026112100001234'])
})

test('without a permission for orders there are no interpretations', () => {
  expect(read('2026112100001234', 'all', [])).toEqual([])
  expect(argumentSearch('2611', 'number', [])).toBeNull()
})

test('an order argument takes any of its numbers, or an account when it asks for one', () => {
  expect(argumentSearch(' 2611 ', 'number', kinds)).toEqual({ by: 'tail', text: '2611', kinds })
  expect(argumentSearch('*1234', 'number', kinds)).toEqual({ by: 'tail', text: '1234', kinds })
  expect(argumentSearch('8077000112345678', 'account', kinds)).toEqual({ by: 'account', text: '8077000112345678', kinds })
  expect(argumentSearch('INV-1', 'account', kinds)).toBeNull()
})

const AMOUNTS: Readonly<Record<string, string>> = {
  '5 juta': '5000000',
  '150 ribu': '150000',
  '2 triệu': '2000000',
  '3tr': '3000000',
  '1,5 million': '1500000',
  '2 billion': '2000000000',
  '5百万': '5000000',
  '3万': '30000',
  '2 millones': '2000000',
  'Rp. 5.000.000': '5000000',
  'Rp 5.000.000,-': '5000000',
  'rp.5jt': '5000000',
}
const languages = Object.keys(LOCALES) as Locale[]

test.each(languages)('amounts are read with the units of every language in a console in %s', async (locale) => {
  const i18n = createI18n({ with: ['desk', 'commands'] })
  await i18n.use(locale)
  const here = unitsOf(await loadVocabulary(), i18n.t)
  const amountOf = (typed: string) => {
    const [first] = interpretQuery(typed, { mode: 'all', kinds, home: HOME, units: () => here }).interpretations
    return first?.kind === 'command' && first.command === 'find.amount' ? first.given.amount : null
  }
  expect(Object.fromEntries(Object.keys(AMOUNTS).map((typed) => [typed, amountOf(typed)]))).toEqual(AMOUNTS)
  // A thousand or a million, depending on the language.
  expect(amountOf('3 mil')).toBe(locale === 'es' ? '3000' : null)
})
