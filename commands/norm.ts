// Punctuation that Chinese input methods produce for these keys and that NFKC does not map.
const LATIN: Record<string, string> = {
  '》': '>',
  '《': '<',
  '。': '.',
  '、': '/',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '【': '[',
  '】': ']',
  '「': '{',
  '」': '}',
  '·': '`',
  '￥': '$',
  '—': '-',
}

const HAS_LATIN = new RegExp(`[${Object.keys(LATIN).join('')}]`, 'g')
const MARKS = /[\u0300-\u036f]/g
const ASCII = /^[\x20-\x7e]*$/

/** Replaces full-width characters by their half-width equivalents: `＃１２` becomes `#12`. Case is kept. */
export const halfWidth = (text: string): string =>
  ASCII.test(text) ? text : text.replace(HAS_LATIN, (char) => LATIN[char] ?? char).normalize('NFKC')

/** Normalizes text for searching: half-width, no diacritics, lower case. */
export function norm(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return halfWidth(text).normalize('NFD').replace(MARKS, '').replace(/[đĐ]/g, 'd').toLowerCase()
}
