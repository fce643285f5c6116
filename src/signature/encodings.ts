/** Ways in which integrators turn text into bytes, and values into text. */

const encoder = new TextEncoder()

export const utf8 = (text: string): Uint8Array => encoder.encode(text)

const unitsOf = (text: string): number[] => text.split('').map((unit) => unit.charCodeAt(0))

/** Characters outside Latin-1 become a question mark. */
export const latin1 = (text: string): Uint8Array => Uint8Array.from(unitsOf(text), (unit) => (unit > 0xff ? 0x3f : unit))

export const utf16 = (text: string): Uint8Array => Uint8Array.from(unitsOf(text).flatMap((unit) => [unit & 0xff, unit >> 8]))

export const utf8WithMark = (text: string): Uint8Array => utf8(`\ufeff${text}`)

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Whether the text is bytes in hex, in any case of letters. */
export const isHex = (text: string): boolean => /^([\da-f]{2})+$/i.test(text)

export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const escapeAscii = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escapeSlashes = (json: string): string => json.replaceAll('/', '\\/')

/** Spaces after separators, as Python writes JSON. Strings have no line breaks, so those of the indented text are separators. */
const spaced = (value: unknown): string => JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '')

const sortKeys = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sortKeys)
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  )
}

/** How languages and libraries write JSON: Python, PHP, both with their options, indented, and sorted by name. */
const JSON_WRITERS: readonly ((value: unknown) => string)[] = [
  (value) => escapeAscii(spaced(value)),
  (value) => escapeSlashes(escapeAscii(JSON.stringify(value))),
  spaced,
  (value) => escapeAscii(JSON.stringify(value)),
  (value) => escapeSlashes(JSON.stringify(value)),
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, 4),
  (value) => JSON.stringify(sortKeys(value)),
]

/** Each rewrites the JSON text of a list or an object, and leaves other text alone. */
export const rewriteJson: readonly ((text: string) => string)[] = JSON_WRITERS.map((write) => (text) => {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return write(JSON.parse(text))
  } catch {
    return text
  }
})

/** A form in other encodings. */
export function reencodedForm(form: string): string[] {
  const pairs = [...new URLSearchParams(form)]
  const sorted = pairs.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const percent = (some: [string, string][]) =>
    some.map((pair) => pair.map((text) => encodeURIComponent(text)).join('=')).join('&')
  const plain = (some: [string, string][]) => some.map((pair) => pair.join('=')).join('&')
  const texts = [pairs, sorted].flatMap((some) => [new URLSearchParams(some).toString(), percent(some), plain(some)])
  const object = JSON.stringify(Object.fromEntries(pairs))
  return [...new Set([...texts, object])].filter((text) => text !== form)
}
