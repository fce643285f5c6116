import rosetta from 'rosetta'
import type { Locale, MessageKey, Volume } from '#locales/messages.ts'

export type Params = Record<string, string | number>

/** The text of a key in the current language, with its `{{holes}}` filled. */
export type Translate<Key extends MessageKey = MessageKey> = (key: Key, params?: Params) => string

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

/** `{{n}} [order|orders]`: the first where `n` is one. No language here with forms by number has more than these two. */
const FORMS = /\[([^[|\]]+)\|([^[|\]]+)\]/

const volumeIn = async (volume: Volume, locale: Locale): Promise<Record<string, string>> =>
  ((await import(`../locales/${volume}/${locale}.ts`)) as { texts: Record<string, string> }).texts

export interface I18n {
  readonly locale: Locale
  /** A new function for each language, so that what was drawn with it is drawn again. */
  readonly t: Translate
  /** Fetches the texts of all that is open, then switches; before that nothing changes. Of two at once the later one counts. */
  use(locale: Locale): Promise<void>
  /** Fetches the texts of a part of the console, now and in every language that is switched to. */
  open(volume: Volume): Promise<void>
  has(volume: Volume): boolean
  subscribe(changed: () => void): () => void
}

/** What is open from the start beside what everybody has, and who hears of a key without a text. */
interface I18nSettings {
  with?: readonly Volume[]
  warn?(text: string): void
}

/** The texts in one language at a time. `use` must have resolved once before `t` is asked. */
export function createI18n({ with: first = [], warn = console.warn }: I18nSettings = {}): I18n {
  const texts = rosetta<Record<string, string>>()
  const listeners = new Set<() => void>()
  const missed = new Set<string>()
  const opened = new Set<Volume>(['guest', ...first])

  function textOf(key: MessageKey, locale: Locale, params?: Params): string {
    // As an array, because the keys themselves have dots.
    const text = texts.t([key], params, locale)
    const forms = FORMS.exec(texts.table(locale)?.[key] ?? '')
    if (forms === null) return text
    return text.replace(forms[0], Number(params?.n) === 1 ? forms[1]! : forms[2]!)
  }
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

  const fill = async (locale: Locale, volume: Volume) => void texts.set(locale, await volumeIn(volume, locale))

  let locale = DEFAULT_LOCALE
  let t = translator(locale)
  let switches = 0
  return {
    get locale() {
      return locale
    },
    get t() {
      return t
    },
    async use(next) {
      const mine = ++switches
      const here = new Set<Volume>()
      // A part may be opened while others are on their way.
      while (here.size < opened.size) {
        const wanted = [...opened].filter((volume) => !here.has(volume))
        await Promise.all(wanted.map((volume) => fill(next, volume)))
        for (const volume of wanted) here.add(volume)
      }
      if (mine !== switches) return
      locale = next
      t = translator(next)
      for (const changed of listeners) changed()
    },
    async open(volume) {
      if (opened.has(volume)) return
      const asked = locale
      await fill(asked, volume)
      // Another language may have been chosen meanwhile.
      if (asked !== locale) return this.open(volume)
      opened.add(volume)
    },
    has: (volume) => opened.has(volume),
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
