import { norm } from '#commands/norm.ts'
import { parseAmount, type Units } from '../../format/parseAmount.ts'
import type { Vocabulary } from '../search/vocabulary.ts'

/** A question about orders in everyday words: `failed payins today`, `昨天失败的代收`, `payout pending > 5jt`. */
export interface FilterWords {
  readonly direction: 'PAYIN' | 'PAYOUT' | null
  readonly statuses: readonly string[]
  /** A period as in addresses: `today`, `7d`. */
  readonly period: string | null
  readonly methods: readonly string[]
  /** The assigned account: `ME` or `NONE`. */
  readonly assigned: readonly string[]
  /** What orders must have: `NOTES`. */
  readonly has: readonly string[]
  /** Amounts as they were written: the kind of order decides whether a point before three digits is a decimal one. */
  readonly over: string | null
  readonly under: string | null
}

/** Word or phrase -> what it means, such as `status.FAILED`. */
export type Lexicon = ReadonlyMap<string, string>

const MEANINGS = /^(filter|status|period|method|assigned|has|amount)\./

/** The words of all languages for parts of a filter, and the pinyin of Chinese ones. */
export function lexiconOf({ names, pinyin }: Pick<Vocabulary, 'names' | 'pinyin'>): Lexicon {
  const lexicon = new Map<string, string>([
    ['>', 'amount.over'],
    ['>=', 'amount.over'],
    ['<', 'amount.under'],
    ['<=', 'amount.under'],
  ])
  const words = Object.values(names).flatMap((meanings) =>
    [...meanings].flatMap(([meaning, said]) => (MEANINGS.test(meaning) ? said.map((word) => [word, meaning] as const) : [])),
  )
  for (const [word, meaning] of words) lexicon.set(norm(word), meaning)
  for (const [word, meaning] of words) {
    const syllables = pinyin[word]
    // One syllable is a word of many languages.
    if (syllables === undefined || !syllables.includes(' ')) continue
    for (const typed of [syllables, syllables.replaceAll(' ', '')]) if (!lexicon.has(typed)) lexicon.set(typed, meaning)
  }
  return lexicon
}

const MAX_FRACTION_DIGITS = 6
const LONGEST_PHRASE = 24
const AMOUNT = /^\s*(?:rp\.?\s*)?(\d+(?:[.,]\d+)*(?:\s\d{3})*)(?:,-)?\s?(\p{L}*)/u
const isLetter = (char: string | undefined): boolean => char !== undefined && /[a-z0-9]/.test(char)

/** Whether a word goes on from the end of one text to the start of another. */
const isSplit = (text: string, next: string): boolean => isLetter(text.at(-1)) && isLetter(next[0])

/** Reads a query whose words are all known and that has at least one condition; null for any other. */
export function readFilterWords(typed: string, lexicon: Lexicon, units: Units): FilterWords | null {
  const text = norm(typed).trim()
  const found: Record<'filter' | 'status' | 'period' | 'method' | 'assigned' | 'has', string[]> = {
    filter: [],
    status: [],
    period: [],
    method: [],
    assigned: [],
    has: [],
  }
  const amounts: { over: string | null; under: string | null } = { over: null, under: null }
  for (let at = 0; at < text.length; ) {
    if (text[at] === ' ') {
      at++
      continue
    }
    const phrase = phraseAt(text, at, lexicon)
    if (phrase === null) return null
    at += phrase.length
    const [kind, value] = (lexicon.get(phrase) as string).split('.') as [keyof typeof found | 'amount', string]
    if (kind !== 'amount') {
      found[kind].push(value)
      continue
    }
    const amount = amountAt(text.slice(at), units)
    const side = value as keyof typeof amounts
    if (amount === null || amounts[side] !== null) return null
    amounts[side] = amount.written
    at += amount.length
  }
  const directions = found.filter.filter((value) => value !== 'rest')
  const hasCondition =
    [found.status, found.period, found.method, found.assigned, found.has].some((values) => values.length > 0) ||
    amounts.over !== null ||
    amounts.under !== null
  if (!hasCondition || new Set(directions).size > 1 || found.period.length > 1) return null
  return {
    direction: directions.length === 0 ? null : directions[0] === 'payin' ? 'PAYIN' : 'PAYOUT',
    statuses: [...new Set(found.status)],
    period: found.period[0] ?? null,
    methods: [...new Set(found.method)],
    assigned: [...new Set(found.assigned)],
    has: [...new Set(found.has)],
    ...amounts,
  }
}

/** The amount that begins here, with a unit if one follows; null when there is none. */
function amountAt(text: string, units: Units): { written: string; length: number } | null {
  const [all = '', number = '', letters = ''] = AMOUNT.exec(text) ?? []
  for (let count = letters.length; count >= 0; count--) {
    const length = all.length - letters.length + count
    const written = number + letters.slice(0, count)
    const isWhole = !isSplit(text.slice(0, length), text.slice(length))
    if (isWhole && parseAmount(written, { places: MAX_FRACTION_DIGITS, units }) !== null) return { written, length }
  }
  return null
}

/** The longest known phrase that begins here and ends with a word; null when there is none. */
function phraseAt(text: string, at: number, lexicon: Lexicon): string | null {
  for (let length = Math.min(LONGEST_PHRASE, text.length - at); length > 0; length--) {
    const phrase = text.slice(at, at + length)
    if (!isSplit(phrase, text.slice(at + length)) && lexicon.has(phrase)) return phrase
  }
  return null
}
