import type { Command } from '#commands/command.ts'
import type { CommonKey, Locale } from '#locales/messages.ts'
import { titleOf } from '../commandText.ts'
import { type Params, type Translate, volumeIn } from '../i18n.ts'
import { type SearchEntry, type SearchField, searchField } from './rank.ts'

/** Additional texts that find a command: its English title, and the pinyin of its Chinese title. */
export interface Vocabulary {
  english: Partial<Record<CommonKey, string>>
  pinyin: Partial<Record<CommonKey, string>>
}

export const NO_VOCABULARY: Vocabulary = { english: {}, pinyin: {} }

/** Loads the texts when the palette opens, so that the first page load does not include them. */
export async function loadVocabulary(locale: Locale): Promise<Vocabulary> {
  const [english, pinyin] = await Promise.all([
    locale === 'en' ? {} : englishTexts(),
    locale === 'zh' ? import('#locales/pinyin.ts').then(({ pinyin }) => pinyin) : {},
  ])
  return { english, pinyin }
}

async function englishTexts(): Promise<Vocabulary['english']> {
  const volumes = await Promise.all((['guest', 'desk', 'commands'] as const).map((volume) => volumeIn(volume, 'en')))
  return Object.assign({}, ...volumes)
}

/** Search entries of the commands in the current language. */
export function searchEntries(
  commands: readonly Command[],
  t: Translate,
  { english, pinyin }: Vocabulary,
): SearchEntry<Command>[] {
  const inEnglish: Translate = (key, params) => interpolate(english[key as CommonKey] ?? '', params)
  return commands.map((command) => {
    const { id, title, titleTarget, keywords, section } = command
    return {
      item: command,
      fields: [
        searchField(titleOf(command, t), 1),
        ...(titleTarget === undefined ? [] : [searchField(t(titleTarget), 0.95)]),
        ...[title, titleTarget].flatMap((key) => pinyinFields(key === undefined ? undefined : pinyin[key])),
        ...(keywords === undefined
          ? []
          : [searchField(t(keywords), 0.6, { isSecondary: true }), ...pinyinFields(pinyin[keywords])]),
        ...(english[title] === undefined ? [] : [searchField(titleOf(command, inEnglish), 0.8)]),
        ...(titleTarget !== undefined && english[titleTarget] !== undefined ? [searchField(english[titleTarget], 0.75)] : []),
        searchField(id, 0.7, { isSecondary: true }),
        searchField(t(`section.${section}`), 0.3, { isSecondary: true }),
      ],
    }
  })
}

/** Pinyin as separate syllables, which match by initials, and as one word. */
const pinyinFields = (syllables: string | undefined): SearchField[] =>
  syllables === undefined ? [] : [searchField(syllables, 0.9), searchField(syllables.replaceAll(' ', ''), 0.9)]

const interpolate = (text: string, params: Params = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
