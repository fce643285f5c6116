import { isTypoOf } from '../../format/isTypoOf.ts'
import { isChinese, type SearchField, type SearchTerm, searchTerm, startsWord } from './searchField.ts'

/** Match classes, from fewer than half of the words to an exact match. */
const FEW_WORDS = 0.01
const SOME_WORDS = 0.45
const SUBSEQUENCE = 1
const TYPO = 2
const CONTAINS = 3
const WORD_START = 4
const PREFIX = 5
const EXACT = 6

/** Shares of what orders matches within a class: the weight of the text, its diacritics, how often it is used. */
const WEIGHT = 0.49
const MARKS = 0.2
const FRECENCY = 0.3

export interface SearchEntry<Item> {
  readonly item: Item
  readonly fields: readonly SearchField[]
}

export interface Match<Item> {
  readonly item: Item
  readonly score: number
  /** The text by which it was found, where it is not in the title. */
  readonly shown: string | null
  /** `exact`: a title or another name equals the query. `near`: half of the words or more match. `few`: fewer. */
  readonly quality: 'exact' | 'good' | 'weak' | 'near' | 'few'
}

interface RankOptions<Item> {
  /** Whether it can be found. Asked of those that match. */
  isOffered?(item: Item): boolean
  /** From 0 to 1: order within a class of matches. */
  frecency?(item: Item): number
  /** Whether it must not stand above a harmless item that matches as well, unless its name was typed exactly. */
  isRisky?(item: Item): boolean
}

/** The items of the matching entries, best first. An empty query returns all in their order. */
export const rank = <Item>(entries: readonly SearchEntry<Item>[], typed: string, frecency?: (item: Item) => number): Item[] =>
  rankMatches(entries, typed, frecency === undefined ? {} : { frecency }).map(({ item }) => item)

/**
 * Entries matching the query, best first: exact, prefix, start of a word, substring, a mistyped word, subsequence; if there is none,
 * those that have some of the words. Ties are broken by `frecency`, then by the original order.
 */
export function rankMatches<Item>(
  entries: readonly SearchEntry<Item>[],
  typed: string,
  { isOffered = () => true, frecency = () => 0, isRisky = () => false }: RankOptions<Item> = {},
): Match<Item>[] {
  const phrase = searchTerm(typed)
  if (phrase.text === '') {
    return entries.filter(({ item }) => isOffered(item)).map(({ item }) => ({ item, score: 0, shown: null, quality: 'good' }))
  }
  const words = phrase.text.split(/\s+/).map(searchTerm)
  const ranked = (scored: (fields: readonly SearchField[]) => Score): Match<Item>[] => {
    const matches: Match<Item>[] = []
    for (const { item, fields } of entries) {
      const { score, field } = scored(fields)
      if (score === 0 || !isOffered(item)) continue
      const held = score < EXACT && isRisky(item) ? Math.min(score, score < WORD_START ? FEW_WORDS : WORD_START - 0.01) : score
      matches.push({ item, score: held + frecency(item) * FRECENCY, shown: field?.shown ?? null, quality: qualityOf(score) })
    }
    return matches.sort((one, other) => other.score - one.score)
  }

  const spelled = ranked((fields) => better(scoreOf(fields, phrase), words.length > 1 ? scoreOfAll(fields, words) : NONE))
  if ((spelled[0]?.score ?? 0) >= CONTAINS) return spelled
  const mistyped = ranked((fields) => scoreOfAll(fields, words, scoreWithTypo))
  const found = merged(spelled, mistyped)
  return found.length > 0 ? found : ranked((fields) => scoreOfSome(fields, phrase, words))
}

const QUALITIES = [
  ['exact', EXACT],
  ['good', WORD_START],
  ['weak', SUBSEQUENCE],
  ['near', SOME_WORDS],
  ['few', 0],
] as const

const qualityOf = (score: number): Match<unknown>['quality'] => QUALITIES.find(([, least]) => score >= least)![0]

/** Whether only some of the words match: the query may mean something else. */
export const isPartial = (quality: Match<unknown>['quality']): boolean => quality === 'near' || quality === 'few'

/** Each item once, with its better match. */
function merged<Item>(spelled: readonly Match<Item>[], mistyped: readonly Match<Item>[]): Match<Item>[] {
  const best = new Map<Item, Match<Item>>()
  for (const match of [...mistyped, ...spelled]) {
    const other = best.get(match.item)
    if (other === undefined || match.score > other.score) best.set(match.item, match)
  }
  return [...best.values()].sort((one, other) => other.score - one.score)
}

interface Score {
  readonly score: number
  readonly field: SearchField | null
}

const NONE: Score = { score: 0, field: null }

const better = (one: Score, other: Score): Score => (other.score > one.score ? other : one)

/** The class of the best match, plus the weight of its field. */
function scoreOf(fields: readonly SearchField[], term: SearchTerm): Score {
  let best = 0
  let field: SearchField | null = null
  for (const one of fields) {
    if ((one.mask & term.mask) !== term.mask) continue
    const found = one.isSecondary ? secondaryMatch(one, term) : match(one, term)
    if (found === 0) continue
    const score = found + one.weight * WEIGHT + (found === EXACT && one.marked === term.marked ? MARKS : 0)
    if (score <= best) continue
    best = score
    field = one
  }
  return field === null ? NONE : { score: best, field }
}

/** The same, else the class of a word with a mistake. */
function scoreWithTypo(fields: readonly SearchField[], term: SearchTerm): Score {
  const spelled = scoreOf(fields, term)
  if (spelled.score >= TYPO || !/^[a-z]{4,}$/.test(term.text)) return spelled
  let found: Score = spelled
  for (const field of fields) {
    for (const word of field.words) {
      if (!isNear(term, word) || !isTypoOf(term.text, word.text)) continue
      // A name of this one word comes before longer ones.
      const score = TYPO + (field.weight * WEIGHT + (word.text === field.text ? WEIGHT : 0)) / 2
      if (score > found.score) found = { score, field }
    }
  }
  return found
}

/** Whether the words can differ by one mistake: near the beginning, in at most one letter that only the typed word has. */
const isNear = ({ text: typed, mask }: SearchTerm, word: Pick<SearchTerm, 'text' | 'mask'>): boolean => {
  const { text } = word
  const extra = mask & ~word.mask
  if (text.length < typed.length - 1 || (extra & (extra - 1)) !== 0) return false
  return typed[0] === text[0] || typed[1] === text[1] || typed[0] === text[1] || typed[1] === text[0] || typed[0] === text[2]
}

/** Every word must match; the score is that of the worst word, and at most that of a word start. */
function scoreOfAll(fields: readonly SearchField[], words: readonly SearchTerm[], scored = scoreOf): Score {
  let worst: Score = { score: WORD_START + WEIGHT, field: null }
  for (const word of words) {
    const found = scored(fields, word)
    if (found.score === 0) return NONE
    if (found.score < worst.score || worst.field === null)
      worst = { score: Math.min(worst.score, found.score), field: found.field }
  }
  return worst
}

/** Some of the words match, or a Chinese query contains a name. Below all other matches. */
function scoreOfSome(fields: readonly SearchField[], phrase: SearchTerm, words: readonly SearchTerm[]): Score {
  let contained: Score = NONE
  for (const field of fields) {
    if (field.isSecondary || field.text.length < 2 || !isChinese(field.text) || !phrase.text.includes(field.text)) continue
    const score = SOME_WORDS + (SUBSEQUENCE - SOME_WORDS) * (1 - 1 / (field.text.length + field.weight))
    contained = better(contained, { score, field })
  }
  if (words.length < 2) return contained
  const found = words.map((word) => (word.text.length < 3 ? NONE : scoreOf(fields, word)))
  // Letters inside of a word say too little where other words do not match.
  const good = found.filter(({ score }) => score >= WORD_START)
  if (good.length === 0) return contained
  const share = good.reduce((sum, { score }) => sum + score, 0) / ((EXACT + 1) * words.length)
  const [least, most] = good.length * 2 < words.length ? [FEW_WORDS, SOME_WORDS] : [SOME_WORDS, SUBSEQUENCE]
  return better(contained, { score: least + (most - least) * share, field: good[0]!.field })
}

const secondaryMatch = (one: SearchField, term: SearchTerm): number => (match(one, term) >= WORD_START ? WORD_START : 0)

function match({ text, joined, initials, isPinyin }: SearchField, { text: term, joined: typed }: SearchTerm): number {
  if (joined === typed) return EXACT
  // Many names share their initials.
  if (joined.startsWith(typed) || (isPinyin && initials === term && initials.length > 1)) return PREFIX
  let at = text.indexOf(term)
  const isInside = at > 0 || (isPinyin && joined.includes(typed))
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

/** The items that have the query as a name. */
export const exactMatches = <Item>(entries: readonly SearchEntry<Item>[], typed: string): readonly Item[] =>
  (itemsByName(entries) as ReadonlyMap<string, readonly Item[]>).get(searchTerm(typed).joined) ?? []

const named = new WeakMap<readonly SearchEntry<unknown>[], ReadonlyMap<string, readonly unknown[]>>()

/** The thousands of names stay the same until the language changes. */
function itemsByName(entries: readonly SearchEntry<unknown>[]): ReadonlyMap<string, readonly unknown[]> {
  const known = named.get(entries)
  if (known !== undefined) return known
  const items = new Map<string, unknown[]>()
  for (const { item, fields } of entries) {
    const names = new Set(fields.filter(({ isSecondary }) => !isSecondary).map(({ joined }) => joined))
    for (const name of names) items.set(name, [...(items.get(name) ?? []), item])
  }
  named.set(entries, items)
  return items
}
