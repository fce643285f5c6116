import type { Command } from '#commands/command.ts'
import type { CommonKey, Locale } from '#locales/messages.ts'
import { titleOf } from '../commandText.ts'
import type { Translate } from '../i18n.ts'
import { type Entry, type Field, field } from './rank.ts'

/** By what a command is found beside its title: the English words everybody has seen once, and how a Chinese title is typed. */
export interface Vocabulary {
  english: Partial<Record<CommonKey, string>>
  spelled: Partial<Record<CommonKey, string>>
}

export const NO_VOCABULARY: Vocabulary = { english: {}, spelled: {} }

/** Fetched when the palette is first wanted: the page that a user looks at does without. */
export async function loadVocabulary(locale: Locale): Promise<Vocabulary> {
  const [english, spelled] = await Promise.all([
    locale === 'en' ? {} : englishTexts(),
    locale === 'zh' ? import('#locales/pinyin.ts').then(({ pinyin }) => pinyin) : {},
  ])
  return { english, spelled }
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
export function entriesOf(commands: readonly Command[], t: Translate, { english, spelled }: Vocabulary): Entry<Command>[] {
  const inEnglish: Translate = (key, params) => filled(english[key as CommonKey] ?? '', params)
  return commands.map((command) => {
    const { id, title, titleTarget: of, keywords: words, section } = command
    return {
      item: command,
      fields: [
        field(titleOf(command, t), 1),
        ...(of === undefined ? [] : [field(t(of), 0.95)]),
        ...[title, of].flatMap((key) => typed(key === undefined ? undefined : spelled[key])),
        ...(words === undefined ? [] : [field(t(words), 0.6, { isAside: true }), ...typed(spelled[words])]),
        ...(english[title] === undefined ? [] : [field(titleOf(command, inEnglish), 0.8)]),
        ...(of !== undefined && english[of] !== undefined ? [field(english[of], 0.75)] : []),
        field(id, 0.7, { isAside: true }),
        field(t(`section.${section}`), 0.3, { isAside: true }),
      ],
    }
  })
}

/** A title as its first letters are typed, and as its syllables are typed in one go. */
const typed = (syllables: string | undefined): Field[] =>
  syllables === undefined ? [] : [field(syllables, 0.9), field(syllables.replaceAll(' ', ''), 0.9)]

const filled = (text: string, params: Record<string, string | number> = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
