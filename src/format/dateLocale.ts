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

let wanted: Locale | null = null

/** Sets the language of day and month names. Of concurrent calls the latest wins. */
export async function setDateLocale(locale: Locale): Promise<void> {
  wanted = locale
  const name = await names[locale]()
  if (wanted === locale) dayjs.locale(name)
}
