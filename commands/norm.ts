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
const MAX_CACHED = 4_000

/** Replaces full-width characters by their half-width equivalents: `＃１２` becomes `#12`. Case is kept. */
export const halfWidth = (text: string): string =>
  ASCII.test(text) ? text : text.replace(HAS_LATIN, (char) => LATIN[char] ?? char).normalize('NFKC')

/** Normalizes text for searching: half-width, no diacritics, lower case. */
export const norm = cached((text) =>
  ASCII.test(text)
    ? text.toLowerCase()
    : halfWidth(text).normalize('NFD').replace(MARKS, '').replace(/[đĐ]/g, 'd').toLowerCase(),
)

/** A function of a text that keeps its latest results: titles and names are compared with each typed character. */
export function cached(compute: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = compute(text)
    if (results.size === MAX_CACHED) results.clear()
    results.set(text, result)
    return result
  }
}
