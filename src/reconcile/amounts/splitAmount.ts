import { type Sign, signOfWord } from './signOfWord.ts'

/** An amount as written, without what stands around its digits. */
export interface WrittenAmount {
  /** Digits with their separators: `1.234.567,89`. */
  readonly digits: string
  readonly sign: Sign
  /** Zeros that a unit adds: 3 for `91rb`. */
  readonly zeros: number
  /** A capital K that may be kredit or thousand. */
  readonly hasBareK: boolean
}

// Zero-width characters and byte order marks that copied cells contain.
const INVISIBLE = /[\u200B-\u200F\u2060\uFEFF\u00AD]/g
const SPACES = /[\s\u00A0\u2007\u202F]+/g

// Most of a large file needs no cleaning.
const PLAIN = /^[!-&(-<>-~][!-~]*(?: [!-~]+)*$/

/** A cell without invisible characters, without Excel's apostrophe or `="…"`, with single spaces. */
export function cleanCell(text: string): string {
  if (PLAIN.test(text)) return text
  const seen = text.replace(INVISIBLE, '').replace(SPACES, ' ').trim()
  const formula = /^="(.*)"$/.exec(seen)
  return (formula?.[1] ?? seen.replace(/^'+/, '')).trim()
}

/** What may stand before an amount. */
export const CURRENCY_SIGN = String.raw`rp\.?|idr|usdt|vnd|usd|cny|rmb|[$₫¥￥]`
const CURRENCY = new RegExp(String.raw`^(?:${CURRENCY_SIGN})\s*|\s*(?:idr|usdt|vnd|usd|cny|rmb|₫)$`, 'gi')
const UNITS: Readonly<Record<string, number>> = { rb: 3, ribu: 3, k: 3, jt: 6, juta: 6 }

const STATED_WORD = /[\d).,?-]\s*(cr|kr|kredit|credit|dr|db|debet|debit)\.?$|\s([ckd])\.?$/i

/** The sign that an amount states which cannot be read: `-7?5`, `(7?5)`, `7?5 DR`. */
export function signOfText(cell: string): Sign {
  const text = cleanCell(cell)
  const [, word, letter] = STATED_WORD.exec(text) ?? []
  const stated = word ?? letter
  if (stated !== undefined) return signOfWord(stated)
  return /^(?:rp\.?|idr|usdt?|vnd)?\s*[-−–(]|\d[-−–]$/i.test(text) ? -1 : text.startsWith('+') ? 1 : 0
}

const PLAIN_DIGITS = /^\d[\d.,]*\d$|^\d$/

/** Takes the sign, the currency and the unit off an amount; null when the rest is no number. */
export function splitAmount(cell: string): WrittenAmount | null {
  if (PLAIN_DIGITS.test(cell)) return { digits: cell, sign: 0, zeros: 0, hasBareK: false }
  let text = cleanCell(cell)
  let sign = 0 as Sign
  let hasContradiction = false
  const setSign = (to: -1 | 1) => {
    // Two marks of money out repeat each other; any other two do not agree.
    if (sign !== 0 && (sign !== -1 || to !== -1)) hasContradiction = true
    sign = to
  }
  const take = (found: RegExpExecArray | null, to: -1 | 1) => {
    if (found === null) return
    text = found[1]!.trim()
    setSign(to)
  }
  const [, before, word = ''] = /^(.*[\d).,-])\s*(cr|c|kr|k|kredit|credit|dr|db|d|debet|debit)\.?$/i.exec(text) ?? []
  // A small k is thousand, a capital K after a space or decimals is kredit.
  const isUnit = word === 'k'
  const hasBareK = word === 'K' && /^\D*\d{1,4}K$/.test(text)
  if (before !== undefined && !isUnit) {
    text = before.trim()
    setSign(signOfWord(word) as -1 | 1)
  }
  text = text.replace(CURRENCY, '').trim()
  take(/^\((.+)\)$/.exec(text), -1)
  // `91.000,-` has no cents.
  text = text.replace(/[.,][-–]$/, '')
  take(/^[-−–]\s*(.+)$/.exec(text), -1)
  take(/^\+\s*(.+)$/.exec(text), 1)
  take(/^(.+?)\s*[-−–]$/.exec(text), -1)
  take(/^(.+?)\s*\+$/.exec(text), 1)
  text = text.replace(CURRENCY, '').trim()
  if (hasContradiction) return null
  const [, digits, unit = ''] = /^(\d[\d.,' ]*|[.,]\d+)\s*([a-z]*)$/i.exec(text) ?? []
  if (digits === undefined) return null
  if (unit === '') return { digits: digits.trim(), sign, zeros: 0, hasBareK }
  const zeros = UNITS[unit.toLowerCase()]
  return zeros === undefined ? null : { digits: digits.trim(), sign, zeros, hasBareK: false }
}

/** Whether a cell stands for "no amount": empty, or a dash. */
export const isBlankAmount = (cell: string): boolean => /^[-–−.]*$/.test(cleanCell(cell))
