import { calls } from '#contract/calls.ts'
import type { Locale } from '#locales/messages.ts'
import { createRowTexts } from '../../detail/rowTexts.ts'
import { createI18n, LOCALES, volumeIn } from '../../i18n.ts'
import type { ListController } from '../listController.ts'
import { createListWords, type ListWords, NO_CHOICES } from '../listWords.ts'

/** Words that the filter language understands besides those of the language in use. */
export interface Vocabulary {
  /** The texts of the other languages. */
  readonly languages: readonly ListWords[]
  /** `method.VIRTUAL_ACCOUNT` -> short and other names, in all languages. */
  readonly synonyms: ReadonlyMap<string, readonly string[]>
}

export const NO_VOCABULARY: Vocabulary = { languages: [], synonyms: new Map() }

const loaded = new WeakMap<ListController, { locale: Locale; vocabulary: Promise<Vocabulary> }>()

/** The vocabulary of an open list, loaded once for each language in use. */
export function vocabularyOf(controller: ListController): Promise<Vocabulary> {
  const { locale } = controller.console.i18n
  const known = loaded.get(controller)
  if (known?.locale === locale) return known.vocabulary
  const vocabulary = loadVocabulary(controller, locale)
  loaded.set(controller, { locale, vocabulary })
  // The next use tries again.
  vocabulary.catch(() => loaded.delete(controller))
  return vocabulary
}

async function loadVocabulary({ console: { api }, list }: ListController, own: Locale): Promise<Vocabulary> {
  const locales = Object.keys(LOCALES) as Locale[]
  const [languages, volumes] = await Promise.all([
    Promise.all(locales.filter((locale) => locale !== own).map(wordsIn)),
    Promise.all(locales.map((locale) => volumeIn('words', locale))),
  ])
  return { languages, synonyms: synonymsIn(volumes) }

  async function wordsIn(locale: Locale): Promise<ListWords> {
    const i18n = createI18n({ with: ['desk', 'filters'] })
    const [raw] = await Promise.all([
      // Without the names of values, those of fields are still understood.
      api.call(calls.enums, { locales: LOCALES[locale].labelSet }, { quiet: true }).catch(() => null),
      i18n.use(locale),
    ])
    const options = raw === null ? {} : { raw }
    return createListWords(createRowTexts(i18n.t, options, list), options, NO_CHOICES)
  }
}

/** The names in `locales/words` by what they mean. */
export function synonymsIn(volumes: readonly Record<string, string>[]): Vocabulary['synonyms'] {
  const synonyms = new Map<string, string[]>()
  for (const [ids, names] of volumes.flatMap((texts) => Object.entries(texts))) {
    for (const id of ids.split(' ')) synonyms.set(id, [...(synonyms.get(id) ?? []), ...names.split(', ')])
  }
  return synonyms
}
