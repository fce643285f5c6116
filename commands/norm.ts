// What a Chinese input method writes for these keys, and NFKC leaves alone.
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

/** Full-width characters as the half-width ones that were meant: `＃１２` is `#12`. Case stays. */
export const halfWidth = (text: string): string =>
  ASCII.test(text) ? text : text.replace(HAS_LATIN, (char) => LATIN[char] ?? char).normalize('NFKC')

/** What two texts must share to be the same to somebody who searches: half-width, no diacritics, lower case. */
export function norm(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return halfWidth(text).normalize('NFD').replace(MARKS, '').replace(/[đĐ]/g, 'd').toLowerCase()
}
