import { cleanCell } from '../amounts/splitAmount.ts'

/** A number at the platform: `yyMMddHHmmss` and seven digits. */
const PLATFORM_NUMBER = /(?<!\d)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d\d{7}(?!\d)/g
const WHOLE_PLATFORM_NUMBER = new RegExp(`^${PLATFORM_NUMBER.source}$`)

/** Digits that Excel replaced: `2.61E+18`, `2,61121E+18`. */
const EXPONENT = /^\d(?:[.,]\d+)?E\+?(?:1[1-9]|2\d)$/i
/** Excel keeps fifteen digits and writes zeros for the rest. */
const ZEROS_AFTER_FIFTEEN = /^[1-9]\d{14}0{2,}$/

export const isPlatformNumber = (text: string): boolean => WHOLE_PLATFORM_NUMBER.test(text)

// A cheap test first: every word of a large file is asked.
const MAY_BE_LOST = /\d[eE][+\d]|00\W*$/

/**
 * Whether Excel destroyed the digits of this cell. One number of a platform in ten thousand really ends in four zeros; it is then
 * not read, rather than taken for another order.
 */
export const hasLostDigits = (cell: string): boolean => {
  if (!MAY_BE_LOST.test(cell)) return false
  const text = cleanCell(cell)
  return EXPONENT.test(text) || ZEROS_AFTER_FIFTEEN.test(text)
}

/** The key by which numbers are compared: letters in one case, without what copying changes. */
export const numberKey = (text: string): string =>
  /^[a-z0-9]+$/.test(text) ? text : text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

const SHORTEST = 6

// Digits alone need to be more: six of them may be a date.
const isNumberText = (text: string): boolean => text.length >= (/\D/.test(text) ? SHORTEST : 8) && /\d/.test(text)

/** The number of a cell that has nothing else; empty when the cell has none, or Excel destroyed it. */
export function wholeNumber(cell: string): string[] {
  const text = cleanCell(cell)
  if (text === '' || hasLostDigits(text)) return []
  return text.includes(' ') ? numbersInText(text) : [text]
}

/**
 * Texts within a description that may be numbers of orders: platform numbers first, also between other digits and letters,
 * then words with a digit, whole and by their parts.
 */
export function numbersInText(cell: string): string[] {
  const text = cleanCell(cell)
  const found: string[] = text.match(PLATFORM_NUMBER) ?? []
  const add = (one: string) => {
    if (isNumberText(one) && !found.includes(one)) found.push(one)
  }
  for (const word of text.match(WORDS) ?? []) {
    if (!/\d/.test(word) || hasLostDigits(word)) continue
    add(EDGES.test(word) ? word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') : word)
    if (PARTS.test(word)) for (const part of word.split(PARTS)) add(part)
    // `QR2611210815300010007`: letters before the number.
    const digits = /\D(\d{8,})$/.exec(word)?.[1]
    if (digits !== undefined) add(digits)
  }
  return found
}

/** Text between separators, of the length of a number at least. */
const WORDS = /[^\s,;:|"'()[\]<>=?*]{6,}/g
const EDGES = /^[^\p{L}\p{N}]|[^\p{L}\p{N}]$/u
const PARTS = /[/\\.#&+~^]+/
