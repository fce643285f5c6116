import { type Fault, fault, type Span } from './fault.ts'
import { fieldOf, type Grammar, textOf } from './grammar.ts'
import { isSeparator, type Separator, type Term, type Token } from './terms.ts'

/** A condition, or several in brackets. */
export type Part = Term | Group

export interface Group extends Span {
  readonly op: 'any' | 'all' | 'not'
  readonly parts: readonly Part[]
}

export const isGroup = (part: Part): part is Group => 'op' in part && 'parts' in part

export const termsIn = (parts: readonly Part[]): readonly Term[] =>
  parts.flatMap((part) => (isGroup(part) ? termsIn(part.parts) : [part]))

/**
 * The parts of a text, combined with AND. `OR` binds the conditions beside it. Alternatives of one field become one term, and so do
 * consecutive words and numbers.
 */
export function groupTokens(pieces: readonly Token[], grammar: Grammar): { parts: readonly Part[]; faults: readonly Fault[] } {
  const faults: Fault[] = []
  const parts: Part[] = []
  let at = 0
  while (at < pieces.length) {
    parts.push(...group())
    const stray = pieces[at++]
    if (stray !== undefined) faults.push(fault(stray, 'query.fault.strayBracket'))
  }
  return { parts, faults }

  function group(): Part[] {
    const found: Part[] = []
    while (at < pieces.length && !isSeparator(pieces[at], ')')) {
      let one = operand()
      while (isSeparator(pieces[at], 'or')) one = either(one, pieces[at++] as Separator, operand())
      const [first] = one
      const last = found.at(-1)
      const longer =
        one.length === 1 && first !== undefined && last !== undefined && !isGroup(first) && !isGroup(last)
          ? spliced(last, first, grammar)
          : null
      if (longer !== null) found.splice(-1, 1, longer)
      else found.push(...one)
    }
    return found
  }

  /** A condition, or the parts of a bracket; none where one is missing. */
  function operand(): readonly Part[] {
    const piece = pieces[at]
    if (piece === undefined || isSeparator(piece, ')')) return []
    at++
    if (!('mark' in piece)) return [whole(piece)]
    if (piece.mark === 'or') {
      faults.push(fault(piece, 'query.fault.either'))
      return []
    }
    const inside = group()
    const { end } = pieces[at] ?? piece
    if (at < pieces.length) at++
    else faults.push(fault(piece, 'query.fault.openBracket'))
    return piece.isNegated === true && inside.length > 0 ? [{ op: 'not', parts: inside, start: piece.start, end }] : inside
  }

  /** A term joined with the following words that belong to its value: `amount:1,5 juta`. */
  function whole(term: Term): Term {
    const field = term.name === null ? null : fieldOf(term, grammar)
    if (field?.isValue === undefined || term.value.items.length === 0) return term
    for (let count = MOST_WORDS; count > 0; count--) {
      const words = pieces.slice(at, at + count)
      if (words.length < count || !words.every(isWord)) continue
      const longer = words.reduce(lengthened, term)
      if (!field.isValue(longer)) continue
      at += count
      return longer
    }
    return term
  }

  function either(one: readonly Part[], or: Span, other: readonly Part[]): readonly Part[] {
    const [left, right] = [asPart(one), asPart(other)]
    if (left === null || right === null) {
      faults.push(fault(or, 'query.fault.either'))
      return [...one, ...other]
    }
    const span = { start: left.start, end: right.end }
    const [before, last] = isAny(left) ? [left.parts.slice(0, -1), left.parts.at(-1) as Part] : [[], left]
    const isOne = !isGroup(last) && !isGroup(right) && areAlternatives(last, right, grammar)
    const parts = [...before, ...(isOne ? [alternatives(last, right)] : [last, ...(isAny(right) ? right.parts : [right])])]
    const [only, another] = parts
    return only !== undefined && another === undefined ? [only] : [{ op: 'any', parts, ...span }]
  }
}

const isAny = (part: Part): part is Group => isGroup(part) && part.op === 'any'

/** Several parts as one; null for none. */
function asPart(parts: readonly Part[]): Part | null {
  const [first, second] = parts
  if (first === undefined) return null
  return second === undefined ? first : { op: 'all', parts, start: first.start, end: parts.at(-1)?.end ?? first.end }
}

/** Longer values must be quoted. */
const MOST_WORDS = 3

const isWord = (piece: Token): piece is Term => !('mark' in piece) && piece.name === null && !piece.isNegated

function lengthened(term: Term, { end, value: { raw, items } }: Term): Term {
  const [first, ...others] = items
  const last = term.value.items.at(-1)
  if (first === undefined || last === undefined) return term
  const joint = { text: `${last.text} ${first.text}`, start: last.start, end: first.end }
  const value = { raw: `${term.value.raw} ${raw}`, items: [...term.value.items.slice(0, -1), joint, ...others] }
  return { ...term, end, value: { ...term.value, ...value, end } }
}

const isPositive = ({ isNegated, op }: Term): boolean => !isNegated && (op === '' || op === '=')

function areAlternatives(left: Term, right: Term, grammar: Grammar): boolean {
  const field = fieldOf(left, grammar)
  return field?.hasAlternatives === true && field === fieldOf(right, grammar) && isPositive(left) && isPositive(right)
}

const alternatives = (left: Term, right: Term): Term => ({
  ...left,
  end: right.end,
  value: { ...left.value, items: [...left.value.items, ...right.value.items], end: right.value.end },
})

/** Whether a term is words that can be part of a longer text, as in a name, and not items of a list of numbers. */
const isPlain = (term: Term, grammar: Grammar): boolean =>
  term.name === null && !term.isNegated && fieldOf(term, grammar)?.hasAlternatives !== true && term.value.items.length === 1

/** Two consecutive terms without a name as one: words of a name, or numbers of a list; null for others. */
function spliced(left: Term, right: Term, grammar: Grammar): Term | null {
  if (isPlain(left, grammar) && isPlain(right, grammar)) {
    const span = { start: left.start, end: right.end }
    const text = `${textOf(left.value)} ${textOf(right.value)}`
    return { ...left, ...span, value: { raw: text, items: [{ text, ...span }], ...span } }
  }
  const areNumbers = left.name === null && right.name === null && areAlternatives(left, right, grammar)
  return areNumbers ? alternatives(left, right) : null
}
