import type { Command } from '#commands/command.ts'
import type { CommonKey, Locale } from '#locales/messages.ts'
import { titleOf } from '../commandText.ts'
import type { Translate } from '../i18n.ts'
import { type SearchEntry, type SearchField, searchField } from './rank.ts'

/** By what a command is found beside its title: the English words everybody has seen once, and how a Chinese title is typed. */
export interface Vocabulary {
  english: Partial<Record<CommonKey, string>>
  pinyin: Partial<Record<CommonKey, string>>
}

export const NO_VOCABULARY: Vocabulary = { english: {}, pinyin: {} }

/** Fetched when the palette is first wanted: the page that a user looks at does without. */
export async function loadVocabulary(locale: Locale): Promise<Vocabulary> {
  const [english, spelled] = await Promise.all([
    locale === 'en' ? {} : englishTexts(),
    locale === 'zh' ? import('#locales/pinyin.ts').then(({ pinyin }) => pinyin) : {},
  ])
  return { english, pinyin: spelled }
}

async function englishTexts(): Promise<Record<CommonKey, string>> {
  const [guest, desk, commands] = await Promise.all([
    import('#locales/guest/en.ts'),
    import('#locales/desk/en.ts'),
    import('#locales/commands/en.ts'),
  ])
  return { ...guest.texts, ...desk.texts, ...commands.texts }
}

/** The commands with everything they are found by, in the current language. */
export function searchEntries(
  commands: readonly Command[],
  t: Translate,
  { english, pinyin: spelled }: Vocabulary,
): SearchEntry<Command>[] {
  const inEnglish: Translate = (key, params) => interpolate(english[key as CommonKey] ?? '', params)
  return commands.map((command) => {
    const { id, title, titleTarget: of, keywords: words, section } = command
    return {
      item: command,
      fields: [
        searchField(titleOf(command, t), 1),
        ...(of === undefined ? [] : [searchField(t(of), 0.95)]),
        ...[title, of].flatMap((key) => pinyinFields(key === undefined ? undefined : spelled[key])),
        ...(words === undefined ? [] : [searchField(t(words), 0.6, { isAside: true }), ...pinyinFields(spelled[words])]),
        ...(english[title] === undefined ? [] : [searchField(titleOf(command, inEnglish), 0.8)]),
        ...(of !== undefined && english[of] !== undefined ? [searchField(english[of], 0.75)] : []),
        searchField(id, 0.7, { isAside: true }),
        searchField(t(`section.${section}`), 0.3, { isAside: true }),
      ],
    }
  })
}

/** A title as its first letters are typed, and as its syllables are typed in one go. */
const pinyinFields = (syllables: string | undefined): SearchField[] =>
  syllables === undefined ? [] : [searchField(syllables, 0.9), searchField(syllables.replaceAll(' ', ''), 0.9)]

const interpolate = (text: string, params: Record<string, string | number> = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
