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

/** Whether Excel may have destroyed the digits of this cell. A number that really ends in zeros looks the same. */
export const hasLostDigits = (cell: string): boolean => digitsOf(cell) !== 'intact'

/** What the digits of a cell look like: an exponent, or zeros after the fifteenth. */
function digitsOf(cell: string): 'intact' | 'exponent' | 'zeros' {
  if (!MAY_BE_LOST.test(cell)) return 'intact'
  const text = cleanCell(cell)
  return EXPONENT.test(text) ? 'exponent' : ZEROS_AFTER_FIFTEEN.test(text) ? 'zeros' : 'intact'
}

export type Digits = 'intact' | 'lost' | 'uncertain'

const LONG_NUMBER = /(?<!\d)[1-9]\d{15,}(?!\d)/g

/**
 * Tells whether the digits of a cell are lost, by all cells that may have numbers: where Excel wrote one long number with zeros, it wrote
 * all of them so. One long number alone tells nothing.
 */
export function digitsReader(cells: readonly string[], others: readonly string[]): (cell: string) => Digits {
  const looks = cells.map(digitsOf)
  const zeros = looks.filter((look) => look === 'zeros').length
  const isIntact = (number: string) => !ZEROS_AFTER_FIFTEEN.test(number)
  const areReal = zeros > 0 && [cells, others].some((texts) => texts.some((text) => text.match(LONG_NUMBER)?.some(isIntact)))
  const isCertain = zeros > 1 || looks.includes('exponent')
  const ofZeros = areReal ? 'intact' : isCertain ? 'lost' : 'uncertain'
  return (cell) => ({ intact: 'intact', exponent: 'lost', zeros: ofZeros })[digitsOf(cell)] as Digits
}

/** The key by which numbers are compared: letters in one case, without what copying changes. */
export const numberKey = (text: string): string =>
  /^[a-z0-9]+$/.test(text) ? text : text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

const SHORTEST = 6

// Digits alone need to be more: six of them may be a date.
const isNumberText = (text: string): boolean => text.length >= (/\D/.test(text) ? SHORTEST : 8) && /\d/.test(text)

/** The number of a cell that has nothing else; empty when the cell has none. */
export function wholeNumber(cell: string): string[] {
  const text = cleanCell(cell)
  if (text === '') return []
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

/** A text without an amount that stands in it as a word: `INV-0001 Rp 65.000` names one number. Digits alone may be a number too. */
export function withoutAmount(cell: string, amountText: string): string {
  const amount = cleanCell(amountText)
  if (/^\d*$/.test(amount)) return cell
  let text = cleanCell(cell)
  for (let at = text.indexOf(amount); at >= 0; at = text.indexOf(amount, at + 1)) {
    const end = at + amount.length
    if (isApart(text[at - 1]) && isApart(text[end])) text = `${text.slice(0, at)} ${text.slice(end)}`
  }
  return text
}

const isApart = (character: string | undefined): boolean => character === undefined || /[\s,;|]/.test(character)

/** Text between separators, of the length of a number at least. */
const WORDS = /[^\s,;:|"'()[\]<>=?*]{6,}/g
const EDGES = /^[^\p{L}\p{N}]|[^\p{L}\p{N}]$/u
const PARTS = /[/\\.#&+~^]+/
