import type { Command } from '#commands/command.ts'
import type { Locale } from '#locales/messages.ts'
import { titleOf } from '../../commandText.ts'
import { parseUnits, type Units } from '../../format/parseAmount.ts'
import { LOCALES, type Params, type Translate, volumeIn } from '../../i18n.ts'
import type { SearchEntry } from './rank.ts'
import { type SearchField, searchField } from './searchField.ts'

type Texts = Readonly<Record<string, string>>

/** What finds commands besides their titles in the language in use. */
export interface Vocabulary {
  /** Command id -> its other names, per language. */
  names: Partial<Record<Locale, ReadonlyMap<string, readonly string[]>>>
  /** Titles in all languages. */
  titles: Partial<Record<Locale, Texts>>
  /** The pinyin of Chinese titles and names, by the Chinese text. */
  pinyin: Texts
}

export const NO_VOCABULARY: Vocabulary = { names: {}, titles: {}, pinyin: {} }

const LANGUAGES = Object.keys(LOCALES) as Locale[]

/** Loads the words of all languages. */
export async function loadVocabulary(): Promise<Vocabulary> {
  const [pinyin, ...languages] = await Promise.all([
    pinyinOf(),
    ...LANGUAGES.map(async (locale) => {
      const [names = {}, ...titles] = await Promise.all(
        (['words', 'guest', 'desk', 'commands'] as const).map((volume) => volumeIn(volume, locale)),
      )
      return { locale, names: namesIn(names), titles: Object.assign({}, ...titles) as Texts }
    }),
  ])
  const by = <Part>(part: (one: (typeof languages)[number]) => Part) =>
    Object.fromEntries(languages.map((one) => [one.locale, part(one)]))
  return { names: by(({ names }) => names), titles: by(({ titles }) => titles), pinyin }
}

const pinyinOf = async (): Promise<Texts> => (await import('#locales/pinyin.ts')).pinyin

/** The keys of `locales/words` list the commands that share the names; a command may have names of its own as well. */
export function namesIn(texts: Texts): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>()
  for (const [ids, said] of Object.entries(texts)) {
    for (const id of ids.split(' ')) names.set(id, [...(names.get(id) ?? []), ...said.split(', ')])
  }
  return names
}

/** Unit suffixes of amounts in all languages, those of the language in use first. */
export function unitsOf({ titles }: Vocabulary, t: Translate): Units {
  const tables = LANGUAGES.flatMap((locale) => titles[locale]?.['query.units'] ?? [])
  // A thousand in Spanish, and elsewhere often a million.
  const { mil: _, ...others }: Units = Object.assign({}, ...tables.map(parseUnits))
  return { ...others, ...parseUnits(t('query.units')) }
}

/** Weights of matches of the same class: the language in use first, titles before other names. */
const OWN = { title: 1, target: 0.95, name: 0.9, words: 0.6 }
const OTHER = { title: 0.6, target: 0.55, name: 0.5, words: 0.4 }

/** Search entries of the commands, in all languages. */
export function searchEntries(
  commands: readonly Command[],
  t: Translate,
  { names, titles, pinyin }: Vocabulary,
  locale: Locale,
): SearchEntry<Command>[] {
  const spelled = (text: string, weight: number, shown: string | null) => pinyinFields(pinyin[text], weight, shown)
  return commands.map((command) => {
    const { id, titleTarget, keywords, section } = command
    const inLanguage = (language: Locale): SearchField[] => {
      const isOwn = language === locale
      const weights = isOwn ? OWN : OTHER
      const texts = titles[language]
      const say: Translate = isOwn ? t : (key, params) => interpolate(texts?.[key] ?? '', params)
      const isKnown = isOwn || texts !== undefined
      const title = isKnown ? titleOf(command, say) : ''
      const target = isKnown && titleTarget !== undefined ? say(titleTarget) : ''
      const others = names[language]?.get(id) ?? []
      return [
        ...field(title, weights.title, isOwn ? null : title),
        ...field(target, weights.target, isOwn ? null : target),
        ...others.flatMap((name) => field(name, weights.name, name)),
        ...(keywords !== undefined && isKnown
          ? [searchField(say(keywords), weights.words, { isSecondary: true }), ...spelled(say(keywords), weights.words, null)]
          : []),
        ...(language === 'zh'
          ? [
              ...spelled(title, weights.title - 0.05, isOwn ? null : title),
              ...spelled(target, weights.target - 0.05, isOwn ? null : target),
              ...others.flatMap((name) => spelled(name, weights.name - 0.05, name)),
            ]
          : []),
      ]
    }
    return lazyEntry(command, () => [
      ...[locale, ...LANGUAGES.filter((one) => one !== locale)].flatMap(inLanguage),
      searchField(id, 0.7, { isSecondary: true }),
      searchField(t(`section.${section}`), 0.3, { isSecondary: true }),
    ])
  })
}

/** An entry whose texts are prepared when they are first searched: those of all commands take longer than opening the palette. */
function lazyEntry(item: Command, prepare: () => readonly SearchField[]): SearchEntry<Command> {
  let prepared: readonly SearchField[] | null = null
  return {
    item,
    get fields() {
      prepared ??= prepare()
      return prepared
    },
  }
}

const field = (text: string, weight: number, shown: string | null): SearchField[] =>
  text === '' ? [] : [searchField(text, weight, { shown })]

const pinyinFields = (syllables: string | undefined, weight: number, shown: string | null): SearchField[] =>
  syllables === undefined ? [] : [searchField(syllables, weight, { shown, isPinyin: true })]

const interpolate = (text: string, params: Params = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
