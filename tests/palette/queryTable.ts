import type { Locale } from '#locales/messages.ts'
import { LOCALES } from '../../src/i18n.ts'

/** Which account types it, and over which list. */
export interface Setting {
  as: 'normal' | 'staff' | 'delegate'
  list: 'payin' | 'payout'
  isSelected: boolean
}

export interface TypedQuery {
  text: string
  locale: Locale
  wanted: readonly string[]
  setting: Setting
}

const isLocale = (word: string): word is Locale => Object.hasOwn(LOCALES, word)

/** The lines of a table such as `QUERIES`. */
export function readTable(table: string): TypedQuery[] {
  const found: TypedQuery[] = []
  let wanted: string[] = []
  let setting: Setting = { as: 'normal', list: 'payin', isSelected: false }
  for (const line of table.split('\n').filter((one) => one.trim() !== '')) {
    const [first = '', ...rest] = line.trim().split(' ')
    if (line.startsWith(' ') && isLocale(first)) {
      const texts = rest.join(' ').split(', ')
      found.push(...texts.map((text) => ({ text: text.trim(), locale: first, wanted, setting })))
      continue
    }
    const words = line.trim().split(' ')
    wanted = words.filter((word) => !word.startsWith('@'))
    setting = {
      as: words.includes('@staff') ? 'staff' : words.includes('@agent') ? 'delegate' : 'normal',
      list: words.includes('@payout') ? 'payout' : 'payin',
      isSelected: words.includes('@selected'),
    }
  }
  return found
}
