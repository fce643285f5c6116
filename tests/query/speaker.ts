import type { Locale } from '#locales/messages.ts'
import { optionTexts } from '../../server/texts/texts.ts'
import { createRowTexts } from '../../src/detail/rowTexts.ts'
import { createI18n, LOCALES, type Translate, volumeIn } from '../../src/i18n.ts'
import { grammarOf } from '../../src/lists/filters/grammar.ts'
import { NO_VOCABULARY, synonymsIn, type Vocabulary } from '../../src/lists/filters/vocabulary.ts'
import type { List } from '../../src/lists/list.ts'
import { createListWords, type ListWords, NO_CHOICES } from '../../src/lists/listWords.ts'
import type { Grammar } from '../../src/query/grammar.ts'
import { parse, print } from '../../src/query/language.ts'

/** A Saturday in the middle of the month. */
export const NOW = Date.parse('2026-11-21T10:00:00+07:00')

/** A writer of filters for one list in one language. */
export interface Speaker {
  t: Translate
  words: ListWords
  grammar: Grammar
  /** The filter and sort order of a text, or its faults with their text. */
  read(text: string): object
  /** The text as printed after parsing. */
  rewritten(text: string): string
}

/** The words of a list in one language. */
async function wordsIn(locale: Locale, list: List): Promise<ListWords & { t: Translate }> {
  const i18n = createI18n({ with: ['desk', 'filters'] })
  await i18n.use(locale)
  const { t } = i18n
  const options = { raw: optionTexts(locale) }
  return { ...createListWords(createRowTexts(t, options, list), options, NO_CHOICES), t }
}

const ALL = Object.keys(LOCALES) as Locale[]

/** The words of all other languages, as the editor loads them. */
export async function vocabularyFor(locale: Locale, list: List): Promise<Vocabulary> {
  const languages = await Promise.all(ALL.filter((one) => one !== locale).map((one) => wordsIn(one, list)))
  return { languages, synonyms: synonymsIn(await Promise.all(ALL.map((one) => volumeIn('words', one)))) }
}

/** `knowsAll`: with the words of the other languages. */
export async function speaker(locale: Locale, list: List, { knowsAll = false } = {}): Promise<Speaker> {
  const words = await wordsIn(locale, list)
  const { t } = words
  const grammar = grammarOf(list, words, NOW, { vocabulary: knowsAll ? await vocabularyFor(locale, list) : NO_VOCABULARY })
  return {
    t,
    words,
    grammar,
    read(text) {
      const { query, faults } = parse(text, grammar)
      const { sort, filter } = query
      if (faults.length === 0) return sort === null ? filter : { ...filter, sort }
      return faults.map(({ key, start, end }) =>
        `${key.replace(/^.*fault\./, '')} ${start}-${end} ${text.slice(start, end)}`.trim(),
      )
    },
    rewritten: (text) => print(parse(text, grammar).query, grammar),
  }
}
