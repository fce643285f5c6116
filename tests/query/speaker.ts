import type { Locale } from '#locales/messages.ts'
import { optionTexts } from '../../server/texts/texts.ts'
import { createRowTexts } from '../../src/detail/rowTexts.ts'
import { createI18n, type Translate } from '../../src/i18n.ts'
import { grammarOf } from '../../src/lists/filters/grammar.ts'
import type { List } from '../../src/lists/list.ts'
import { createListWords, type ListWords, NO_CHOICES } from '../../src/lists/listWords.ts'
import { type Grammar, parse, print } from '../../src/query/language.ts'

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

export async function speaker(locale: Locale, list: List): Promise<Speaker> {
  const i18n = createI18n({ with: ['desk'] })
  await i18n.use(locale)
  const { t } = i18n
  const words = createListWords(createRowTexts(t, { raw: optionTexts(locale) }, list), { raw: optionTexts(locale) }, NO_CHOICES)
  const grammar = grammarOf(list, words, NOW)
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
