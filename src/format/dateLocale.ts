import dayjs from 'dayjs'
import type { Locale } from '#locales/messages.ts'

// English is built into dayjs.
const names: Record<Locale, () => Promise<string>> = {
  zh: async () => (await import('dayjs/locale/zh-cn.js')).default.name,
  en: async () => 'en',
  id: async () => (await import('dayjs/locale/id.js')).default.name,
  vi: async () => (await import('dayjs/locale/vi.js')).default.name,
  es: async () => (await import('dayjs/locale/es.js')).default.name,
}

/** Sets day and month names to the language of the console, unless it has changed again meanwhile. */
export async function setDateLocale(language: { readonly locale: Locale }): Promise<void> {
  const { locale } = language
  const name = await names[locale]()
  if (language.locale === locale) dayjs.locale(name)
}
