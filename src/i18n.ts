import rosetta from 'rosetta'
import type { Locale, MessageKey, Messages } from '#locales/messages.ts'

export type Params = Record<string, string | number>

/** The text of a key in the current language, with its `{{holes}}` filled. */
export type Translate = (key: MessageKey, params?: Params) => string

export const DEFAULT_LOCALE: Locale = 'zh'

/** What each language is called elsewhere: the html tag and the label set a gateway knows. */
export const LOCALES: Record<Locale, { tag: string; labelSet: string; name: string }> = {
  zh: { tag: 'zh-CN', labelSet: 'zh_CN', name: '中文' },
  en: { tag: 'en', labelSet: 'en_US', name: 'English' },
  id: { tag: 'id', labelSet: 'id_ID', name: 'Bahasa Indonesia' },
  vi: { tag: 'vi', labelSet: 'vi_VN', name: 'Tiếng Việt' },
  es: { tag: 'es', labelSet: 'es_ES', name: 'Español' },
}

/** The two the switch in the header offers; the palette has a command for each but Spanish. */
export const SWITCH_LOCALES = (['en', 'zh'] as const).map((locale) => ({ locale, ...LOCALES[locale] }))

/** A stored key as a language: `mx` reads the Spanish table, anything unknown the default one. */
export function localeOf(stored: string | null): Locale {
  if (stored === 'mx') return 'es'
  return stored !== null && Object.hasOwn(LOCALES, stored) ? (stored as Locale) : DEFAULT_LOCALE
}

const tables: Record<Locale, () => Promise<Messages>> = {
  zh: async () => (await import('#locales/zh.ts')).zh,
  en: async () => (await import('#locales/en.ts')).en,
  id: async () => (await import('#locales/id.ts')).id,
  vi: async () => (await import('#locales/vi.ts')).vi,
  es: async () => (await import('#locales/es.ts')).es,
}

export interface I18n {
  readonly locale: Locale
  /** A new function for each language, so that what was drawn with it is drawn again. */
  readonly t: Translate
  /** Fetches the table, then switches; before that nothing changes. */
  use(locale: Locale): Promise<void>
  subscribe(changed: () => void): () => void
}

/** The texts in one language at a time. `use` must have resolved once before `t` is asked. */
export function createI18n(warn: (text: string) => void = console.warn): I18n {
  const texts = rosetta<Record<string, string>>()
  const listeners = new Set<() => void>()
  const missed = new Set<string>()

  // As an array, because the keys themselves have dots.
  const textOf = (key: MessageKey, locale: Locale, params?: Params) => texts.t([key], params, locale)
  const translator =
    (locale: Locale): Translate =>
    (key, params) =>
      textOf(key, locale, params) || missing(key, locale)

  // Types cannot hold what a gateway or a stored value brings, so a wrong key must still show something.
  function missing(key: string, locale: Locale): string {
    if (typeof key !== 'string' || key === '') return textOf('noData', locale)
    if (!missed.has(key)) warn(`no text for "${key}"`)
    missed.add(key)
    return `[${key}]`
  }

  let locale = DEFAULT_LOCALE
  let t = translator(locale)
  return {
    get locale() {
      return locale
    },
    get t() {
      return t
    },
    async use(next) {
      texts.set(next, await tables[next]())
      locale = next
      t = translator(next)
      for (const changed of listeners) changed()
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
