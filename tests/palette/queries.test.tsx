import { expect, test } from 'vitest'
import type { Locale } from '#locales/messages.ts'
import { emptyPage } from '#machines/palette/page.ts'
import { lexiconOf } from '../../src/palette/filterWords/readFilterWords.ts'
import { searchRows } from '../../src/palette/rows/pageRows.ts'
import type { Row } from '../../src/palette/rows/row.ts'
import { loadVocabulary, searchEntries, unitsOf } from '../../src/palette/search/vocabulary.ts'
import { createUsage } from '../../src/palette/usage.ts'
import { HELD_OUT } from './heldOutQueries.ts'
import { payin } from './orders.ts'
import { QUERIES } from './queries.ts'
import { readTable, type Setting, type TypedQuery } from './queryTable.ts'
import { createTestConsole } from './testConsole.ts'

/** Each of more than a thousand queries is ranked among all names. */
const LONG_MS = 240_000

type Ask = (text: string) => string[]

/** A palette over a list of orders with the cursor on the first. Answers with the commands of its rows. */
async function createPalette(locale: Locale, { as, list, isSelected }: Setting): Promise<Ask> {
  const small = await createTestConsole({
    as,
    locale,
    listed: [payin('P2026112100000001'), payin('P2026112100000002')],
    listedKind: list,
  })
  if (isSelected) small.list?.scope.toggleSelected()
  const { i18n, registry, scope } = small.console
  const vocabulary = await loadVocabulary()
  const entries = searchEntries(registry.all, i18n.t, vocabulary, locale)
  const lexicon = lexiconOf(vocabulary)
  const units = unitsOf(vocabulary, i18n.t)
  const usage = createUsage({ get: () => null, set: () => {} }, { now: () => 0 })
  return (text) =>
    searchRows({
      page: { ...emptyPage('all'), text },
      lookup: 'settled',
      scope: scope(),
      registry,
      entries,
      lexicon,
      units,
      usage,
      home: 'http://desk.test/#',
      t: i18n.t,
    }).map(commandOf)
}

const commandOf = (row: Row): string => (row.kind === 'command' ? row.command.id : row.id.replace(/^why /, ''))

const palettes = new Map<string, Promise<Ask>>()

const paletteFor = (locale: Locale, setting: Setting): Promise<Ask> => {
  const key = [locale, ...Object.values(setting)].join()
  const palette = palettes.get(key) ?? createPalette(locale, setting)
  palettes.set(key, palette)
  return palette
}

/** Position of the first wanted row, or -1, with the rows above it. */
async function positionsOf(queries: readonly TypedQuery[], localeOf: (query: TypedQuery) => Locale) {
  const asked = []
  for (const query of queries) {
    const ask = await paletteFor(localeOf(query), query.setting)
    const rows = ask(query.text)
    asked.push({ ...query, rows: rows.slice(0, 4), position: rows.findIndex((row) => query.wanted.includes(row)) })
  }
  return asked
}

const share = (asked: Awaited<ReturnType<typeof positionsOf>>, most: number): number =>
  asked.filter(({ position }) => position >= 0 && position < most).length / asked.length

const missesOf = (asked: Awaited<ReturnType<typeof positionsOf>>): string =>
  asked
    .filter(({ position }) => position !== 0)
    .map(
      ({ locale, text, wanted, rows, position }) =>
        `${locale} ${text}: ${position} of ${rows.join(' ')}; wanted ${wanted.join(' ')}`,
    )
    .join('\n')

const queries = readTable(QUERIES)

test('the table has at least 300 queries in five languages, each once', () => {
  const keys = queries.map(({ locale, text, setting }) => `${locale} ${text} ${setting.list} ${setting.as}`)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  expect(queries.length).toBeGreaterThan(300)
  for (const locale of ['zh', 'en', 'id', 'vi', 'es'])
    expect(queries.filter((one) => one.locale === locale).length).toBeGreaterThan(40)
})

test.each([
  ['in its own language', ({ locale }: TypedQuery) => locale],
  ['in a console in another language', ({ locale }: TypedQuery): Locale => (locale === 'en' ? 'zh' : 'en')],
])(
  'a query %s has the wanted row first in 95 of 100 cases, and among the first three in 99',
  async (_, localeOf) => {
    const asked = await positionsOf(queries, localeOf)
    expect(share(asked, 1), missesOf(asked)).toBeGreaterThanOrEqual(0.95)
    expect(share(asked, 3), missesOf(asked)).toBeGreaterThanOrEqual(0.99)
  },
  LONG_MS,
)

test('of queries that the names were not written for, four of five have the wanted row among the first three', async () => {
  const asked = await positionsOf(readTable(HELD_OUT), ({ locale }) => locale)
  expect(share(asked, 1), missesOf(asked)).toBeGreaterThanOrEqual(0.7)
  expect(share(asked, 3), missesOf(asked)).toBeGreaterThanOrEqual(0.8)
})
