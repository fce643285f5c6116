import { halfWidth } from '#commands/norm.ts'
import { type Fault, fault, type Span } from './fault.ts'

export type Op = '' | '=' | '!=' | '>' | '>=' | '<' | '<='

/** One value of a term. */
export interface Item extends Span {
  /** Without its quotes. */
  readonly text: string
}

/** `-name:op value, value`; without a name the text may belong to several fields. */
export interface Term extends Span {
  readonly isNegated: boolean
  readonly name: (Span & { readonly text: string }) | null
  readonly op: Op
  readonly value: Span & {
    /** As written, with commas. */
    readonly raw: string
    readonly items: readonly Item[]
  }
}

/** A bracket, or the word between alternatives. */
export interface Separator extends Span {
  readonly mark: '(' | ')' | 'or'
  /** A minus before the bracket. */
  readonly isNegated?: true
}

export type Token = Term | Separator

export const isSeparator = (piece: Token | undefined, mark: Separator['mark']): piece is Separator =>
  piece !== undefined && 'mark' in piece && piece.mark === mark

/** What a word between conditions means: alternatives, or nothing, as conditions are combined anyway. */
export type JoinerOf = (word: string) => 'or' | 'and' | null

/**
 * Splits a text into tokens, with full-width and half-width signs alike. Every character is part of a token, a space or the word AND;
 * nothing is rejected.
 */
export function tokenize(text: string, joinerOf: JoinerOf): { pieces: Token[]; faults: Fault[] } {
  const pieces: Token[] = []
  const faults: Fault[] = []
  let at = 0

  while (skipSpaces() < text.length) {
    const sign = signAt(text, at)
    if (sign === '(' || sign === ')') pieces.push({ mark: sign, start: at, end: ++at })
    else if (sign === '-' && signAt(text, at + 1) === '(') {
      pieces.push({ mark: '(', isNegated: true, start: at, end: at + 2 })
      at += 2
    } else pieces.push(...next())
  }
  return { pieces, faults }

  function skipSpaces(): number {
    at = afterSpaces(at)
    return at
  }

  function afterSpaces(place: number): number {
    let after = place
    while (isSpace(text[after])) after++
    return after
  }

  function next(): Token[] {
    const start = at
    const isNegated = signAt(text, at) === '-' && isWritten(text[at + 1])
    if (isNegated) at++
    const name = nameHere()
    const op = name === null ? '' : opHere()
    if (name !== null) skipSpaces()
    const value = valueHere(name !== null)
    const [only] = value.items
    const joiner = name === null && !isNegated && only?.text === value.raw ? joinerOf(only.text) : null
    if (joiner === 'and') return []
    return [joiner === 'or' ? { mark: joiner, start, end: at } : { start, end: at, isNegated, name, op, value }]
  }

  /** The text before a colon or a comparison is a name, with or without spaces between. */
  function nameHere(): Term['name'] {
    let end = at
    while (end < text.length && !isSpace(text[end]) && !ENDS_NAME.has(signAt(text, end)) && opAt(text, end) === null) end++
    const op = afterSpaces(end)
    if (end === at || opAt(text, op) === null) return null
    const name = { text: text.slice(at, end), start: at, end }
    at = op
    return name
  }

  function opHere(): Op {
    const found = opAt(text, at)
    at = found?.end ?? at
    if (found === null || found.op !== '') return found?.op ?? ''
    // A comparison may be separated from its colon.
    const apart = opAt(text, afterSpaces(at))
    at = apart?.op ? apart.end : at
    return apart?.op ?? ''
  }

  function valueHere(isNamed: boolean): Term['value'] {
    const start = at
    const items: Item[] = []
    for (;;) {
      const item = itemHere(isNamed)
      if (item !== null) items.push(item)
      const comma = afterSpaces(at)
      if (signAt(text, comma) !== ',') break
      at = comma + 1
      skipSpaces()
    }
    return { raw: text.slice(start, at).trimEnd(), items, start, end: at }
  }

  function itemHere(isNamed: boolean): Item | null {
    const start = at
    if (QUOTES.has(text[at] ?? '')) return quotedHere()
    while (at < text.length && !isSpace(text[at]) && !ENDS_ITEM.has(signAt(text, at))) at++
    if (isNamed && LEADS_GROUPS.test(text.slice(start, at))) at += GROUPS.exec(text.slice(at))?.[0].length ?? 0
    return at === start ? null : { text: text.slice(start, at), start, end: at }
  }

  function quotedHere(): Item {
    const start = at
    const closing = CLOSING[text[at++] as string] as string
    let inside = ''
    while (at < text.length && !closing.includes(text[at] as string)) {
      if (text[at] === '\\' && at + 1 < text.length) at++
      inside += text[at++]
    }
    if (at === text.length) faults.push(fault({ start, end: at }, 'query.fault.openQuote'))
    else at++
    return { text: inside, start, end: at }
  }
}

/** Opening quotes -> their closing quotes. */
const CLOSING: Record<string, string> = { '"': '"＂', '＂': '"＂', '“': '“”"', '”': '“”"', '„': '“”"' }
const QUOTES: ReadonlySet<string> = new Set(Object.keys(CLOSING))
const ENDS_ITEM: ReadonlySet<string> = new Set([',', '(', ')'])
const ENDS_NAME: ReadonlySet<string> = new Set([...ENDS_ITEM, '"'])

/** Digits that can be followed by groups of three: `amount:1 000 000`. */
const LEADS_GROUPS = /^[1-9]\d{0,2}$/
const GROUPS = /^(?:[ \u00a0\u202f]\d{3})+(?![\p{L}\p{N}:])/u

const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/.test(char)
const isWritten = (char: string | undefined): boolean => char !== undefined && !isSpace(char)

/** The ASCII sign of a character: both Chinese commas are commas. */
function signAt(text: string, at: number): string {
  const char = text[at] ?? ''
  return char === '、' ? ',' : halfWidth(char)
}

const COMPARISONS: Record<string, Op> = { '≥': '>=', '≤': '<=', '≠': '!=', '>': '>', '<': '<', '=': '=' }

/** A colon, a comparison, or both. */
function opAt(text: string, at: number): { op: Op; end: number } | null {
  const isColon = signAt(text, at) === ':'
  const start = isColon ? at + 1 : at
  const [first, second] = [signAt(text, start), signAt(text, start + 1)]
  if (second === '=' && (first === '>' || first === '<' || first === '!')) return { op: `${first}=`, end: start + 2 }
  const single = COMPARISONS[first]
  if (single !== undefined) return { op: single, end: start + 1 }
  return isColon ? { op: '', end: start } : null
}

// Any other character could be parsed as a sign.
const PLAIN = /^(?!.*\.\.)[*\p{L}\p{N}][\p{L}\p{N}\p{M}*._'/@-]*$/u

/** A value as printed: quoted where it would otherwise be split. */
export const quoted = (value: string): string =>
  PLAIN.test(value) && halfWidth(value) === value ? value : `"${value.replace(/["＂\\]/g, '\\$&')}"`
