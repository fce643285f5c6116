import { norm } from '#commands/norm.ts'

/** Match classes, from a subsequence to an exact match. */
const SUBSEQUENCE = 1
const CONTAINS = 2
const WORD_START = 3
const PREFIX = 4
const EXACT = 5

/** A searchable text of an entry. */
export interface SearchField {
  readonly text: string
  readonly initials: string
  /** Bit mask of the characters that occur, to skip texts that lack one of the query's. */
  readonly mask: number
  /** From 0 to 1: rank of a match here among matches of the same class. */
  readonly weight: number
  /** Matches by whole words only and never exactly: the name of a section must not outrank a command. */
  readonly isSecondary: boolean
}

const SEPARATOR = /[\s.\-_/:·,()+#*“”"']/
// Each Chinese character is a word of its own.
const CJK = 0x2e80

const startsWord = (text: string, at: number): boolean =>
  at === 0 || text.charCodeAt(at) >= CJK || SEPARATOR.test(text[at - 1] ?? '')

function maskOf(text: string): number {
  let mask = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97)
    else if (code >= 48 && code <= 57) mask |= 1 << 26
    else if (code >= CJK) mask |= 1 << 27
  }
  return mask
}

export function searchField(written: string, weight: number, { isSecondary = false } = {}): SearchField {
  const text = norm(written).trim()
  const initials = Array.from(text)
    .filter((char, at) => startsWord(text, at) && !SEPARATOR.test(char))
    .join('')
  return { text, initials, mask: maskOf(text), weight, isSecondary }
}

export interface SearchEntry<Item> {
  readonly item: Item
  readonly fields: readonly SearchField[]
}

/**
 * Entries matching the query, best first: exact, prefix, start of a word, substring, subsequence. Ties are broken by `frecency`
 * (0 to 1), then by the original order. An empty query returns all entries in their order.
 */
export function rank<Item>(
  entries: readonly SearchEntry<Item>[],
  typed: string,
  frecency: (item: Item) => number = () => 0,
): Item[] {
  const query = norm(typed).trim()
  if (query === '') return entries.map(({ item }) => item)
  const words = query.split(/\s+/).map((text) => ({ text, mask: maskOf(text) }))
  const phrase = { text: query, mask: maskOf(query) }
  const matches: { item: Item; score: number }[] = []
  for (const { item, fields } of entries) {
    const score = Math.max(scoreOf(fields, phrase), words.length > 1 ? scoreOfAll(fields, words) : 0)
    if (score > 0) matches.push({ item, score: score + frecency(item) / 2 })
  }
  return matches.sort((one, other) => other.score - one.score).map(({ item }) => item)
}

interface SearchTerm {
  text: string
  mask: number
}

/** The class of the best match, plus up to one half for the weight of its field. */
function scoreOf(fields: readonly SearchField[], term: SearchTerm): number {
  let best = 0
  for (const one of fields) {
    if ((one.mask & term.mask) !== term.mask) continue
    const score = one.isSecondary ? secondaryMatch(one, term.text) : match(one, term.text)
    if (score > 0 && score + one.weight * 0.49 > best) best = score + one.weight * 0.49
  }
  return best
}

/** Every word must match; the score is that of the worst word, and at most that of a word start. */
function scoreOfAll(fields: readonly SearchField[], words: readonly SearchTerm[]): number {
  let worst = WORD_START + 0.49
  for (const word of words) {
    const score = scoreOf(fields, word)
    if (score === 0) return 0
    worst = Math.min(worst, score)
  }
  return worst
}

const secondaryMatch = (one: SearchField, term: string): number => (match(one, term) >= WORD_START ? WORD_START : 0)

function match({ text, initials }: SearchField, term: string): number {
  let at = text.indexOf(term)
  if (at === 0) return text.length === term.length ? EXACT : PREFIX
  const isInside = at > 0
  for (; at > 0; at = text.indexOf(term, at + 1)) if (startsWord(text, at)) return WORD_START
  if (term.length > 1 && initials.startsWith(term)) return WORD_START
  if (isInside) return CONTAINS
  return isSubsequence(text, term) ? SUBSEQUENCE : 0
}

/** Whether the letters occur in order, close together and from the start of a word. */
function isSubsequence(text: string, term: string): boolean {
  if (term.length < 2) return false
  const maxSpan = term.length * 2 + 1
  for (let start = text.indexOf(term[0] as string); start >= 0; start = text.indexOf(term[0] as string, start + 1)) {
    if (!startsWord(text, start)) continue
    let at = start
    for (let next = 1; at >= 0 && next < term.length; next++) at = text.indexOf(term[next] as string, at + 1)
    if (at >= 0 && at - start < maxSpan) return true
  }
  return false
}
