import rosetta from 'rosetta'
import type { Locale, MessageKey, Namespace } from '#locales/messages.ts'
import { NO_FIGURE } from './format/noFigure.ts'
import { createGuestValue } from './state/value.ts'

/** Null is a value that a gateway does not say. */
export type Params = Record<string, string | number | null>

/** The text of a key in the current language, with its `{{parameters}}` filled in. */
export type Translate<Key extends MessageKey = MessageKey> = (key: Key, params?: Params) => string

export const DEFAULT_LOCALE: Locale = 'zh'

/** The HTML language tag of each locale, the gateway's label set, its own name, and an offer of the language in that language. */
export const LOCALES: Record<Locale, { tag: string; labelSet: string; name: string; offer: string }> = {
  zh: { tag: 'zh-CN', labelSet: 'zh_CN', name: '中文', offer: '使用中文' },
  en: { tag: 'en', labelSet: 'en_US', name: 'English', offer: 'Continue in English' },
  id: { tag: 'id', labelSet: 'id_ID', name: 'Bahasa Indonesia', offer: 'Lanjutkan dalam Bahasa Indonesia' },
  vi: { tag: 'vi', labelSet: 'vi_VN', name: 'Tiếng Việt', offer: 'Tiếp tục bằng tiếng Việt' },
  es: { tag: 'es', labelSet: 'es_ES', name: 'Español', offer: 'Continuar en español' },
}

const isLocale = (key: string): key is Locale => Object.hasOwn(LOCALES, key)

/** The languages of a header switch: English, Chinese, and the active one. */
export const switchLocales = (active: Locale) =>
  [...new Set<Locale>(['en', 'zh', active])].map((locale) => ({ locale, ...LOCALES[locale] }))

/** The locale of a stored key: `mx` maps to Spanish, an unknown key to the fallback. */
export function localeOf(stored: string | null | undefined, fallback: Locale = DEFAULT_LOCALE): Locale {
  if (stored === 'mx') return 'es'
  return stored != null && isLocale(stored) ? stored : fallback
}

/** The first of a browser's languages (BCP 47 tags) that the console has; null when it has none of them. */
export function browserLocale(tags: readonly string[]): Locale | null {
  // `in` is the former code of Indonesian.
  const languages = tags.map((tag) => tag.toLowerCase().split('-')[0]!.replace(/^in$/, 'id'))
  return languages.find(isLocale) ?? null
}

/** `{{n}} [order|orders]`: the first form when `n` is 1. No supported language has more than two plural forms. */
const FORMS = /\[([^[|\]]+)\|([^[|\]]+)\]/

export const volumeIn = async (volume: Namespace, locale: Locale): Promise<Record<string, string>> =>
  ((await import(`../locales/${volume}/${locale}.ts`)) as { texts: Record<string, string> }).texts

const filled = (params: Params): Params =>
  Object.values(params).includes(null)
    ? Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? NO_FIGURE]))
    : params

export type I18n = ReturnType<typeof createI18n>

/**
 * The texts of one language at a time. `t` may be called only after `use` has resolved once. `with` names the volumes open from the
 * start besides `guest`.
 */
export function createI18n({
  with: first = [],
  warn = console.warn,
}: {
  with?: readonly Namespace[]
  warn?(text: string): void
} = {}) {
  const texts = rosetta<Record<string, string>>()
  const missed = new Set<string>()
  const opened = new Set<Namespace>(['guest', ...first])

  function textOf(key: MessageKey, locale: Locale, params?: Params): string {
    // As an array, because the keys contain dots.
    const text = texts.t([key], params && filled(params), locale)
    const forms = FORMS.exec(texts.table(locale)?.[key] ?? '')
    if (forms === null) return text
    return text.replace(forms[0], Number(params?.n) === 1 ? forms[1]! : forms[2]!)
  }
  const speaking = (locale: Locale): { locale: Locale; t: Translate } => ({
    locale,
    t: (key, params) => textOf(key, locale, params) || missing(key, locale),
  })

  // Keys from the gateway or storage escape type checking, so an unknown key must still render something.
  function missing(key: string, locale: Locale): string {
    if (typeof key !== 'string' || key === '') return textOf('noData', locale)
    if (!missed.has(key)) warn(`no text for "${key}"`)
    missed.add(key)
    return `[${key}]`
  }

  const fill = async (locale: Locale, volume: Namespace) => void texts.set(locale, await volumeIn(volume, locale))

  const current = createGuestValue(speaking(DEFAULT_LOCALE))
  let switches = 0
  return {
    get locale() {
      return current.get().locale
    },
    /** A new function for each language, so that components that depend on it render again. */
    get t() {
      return current.get().t
    },
    /** Loads the texts of all open volumes, then switches. Of concurrent calls the latest wins. */
    async use(next: Locale) {
      const mine = ++switches
      const here = new Set<Namespace>()
      // Another volume may be opened during the load.
      while (here.size < opened.size) {
        const wanted = [...opened].filter((volume) => !here.has(volume))
        await Promise.all(wanted.map((volume) => fill(next, volume)))
        for (const volume of wanted) here.add(volume)
      }
      if (mine !== switches) return
      current.set(speaking(next))
    },
    /** Loads the texts of a volume, now and on each later language switch. */
    async open(volume: Namespace): Promise<void> {
      if (opened.has(volume)) return
      const asked = this.locale
      await fill(asked, volume)
      // The language may have changed during the load.
      if (asked !== this.locale) return this.open(volume)
      opened.add(volume)
    },
    has: (volume: Namespace) => opened.has(volume),
    subscribe: current.subscribe,
  }
}
