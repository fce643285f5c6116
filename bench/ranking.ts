import { commands } from '#commands/index.ts'
import { createI18n } from '../src/i18n.ts'
import { rankMatches, type SearchEntry } from '../src/palette/search/rank.ts'
import { loadVocabulary, searchEntries } from '../src/palette/search/vocabulary.ts'
import { QUERIES } from '../tests/palette/queries.ts'
import { readTable } from '../tests/palette/queryTable.ts'
import { quantile } from './samples.ts'
import { figure, print, verdict } from './table.ts'

const BOUND_MS = 4
const MANY_PHRASES = 10_000
/** Every so many of the reviewed queries is typed. */
const EVERY = 10

/** Measures the ranking of what is typed, key by key, among the words of all languages, and among at least 10,000 phrases. */
export async function measureRanking(): Promise<void> {
  const i18n = createI18n({ with: ['desk', 'commands'] })
  await i18n.use('en')
  const entries: SearchEntry<object>[] = searchEntries(commands, i18n.t, await loadVocabulary(), 'en')
  const phrases = phrasesOf(entries)
  const many = Array.from({ length: Math.ceil(MANY_PHRASES / phrases) }, () => entries).flat()
  const texts = readTable(QUERIES)
    .filter((_, number) => number % EVERY === 0)
    .map(({ text }) => text)
  const row = (among: readonly SearchEntry<object>[]): string[] => {
    const spent = texts.flatMap((text) => keysOf(text, among))
    const p95 = quantile(spent, 0.95)
    return [
      `${phrasesOf(among).toLocaleString('en')} phrases`,
      ...[quantile(spent, 0.5), p95, Math.max(...spent)].map(figure),
      verdict(p95, BOUND_MS),
    ]
  }
  print(
    `Ranking of ${texts.length} queries: milliseconds of a key, without the page`,
    ['', 'p50', 'p95', 'most', 'held to'],
    [row(entries), row(many)],
  )
}

const phrasesOf = (entries: readonly SearchEntry<object>[]): number =>
  entries.reduce((sum, { fields }) => sum + fields.length, 0)

/** The time of each key of a text typed from the first letter to the last. */
const keysOf = (text: string, entries: readonly SearchEntry<object>[]): number[] =>
  Array.from(text, (_, at) => {
    const began = performance.now()
    rankMatches(entries, text.slice(0, at + 1))
    return performance.now() - began
  })
