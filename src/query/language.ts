import { type Fault, fault, isFault, type Span } from './fault.ts'
import { type Conditions, type Field, matchesName, type Query } from './field.ts'
import { isSeparator, type Separator, type Term, type Token, tokenize } from './terms.ts'

/** The filter language of one list in one locale. Text, chips and address are views of the queries it parses and prints. */
export interface Grammar {
  readonly fields: readonly Field[]
  /** The field of text without a name; null when there is none. */
  freeTextField(text: string): Field | null
  /** Whether a word separates alternatives. */
  isOr(word: string): boolean
  /** The conditions with the list's defaults. */
  withDefaults(filter: Conditions): Conditions
}

export interface Parsed {
  /** The part that could be parsed. */
  readonly query: Query
  /** The faults in text order. Empty: the query is complete. */
  readonly faults: readonly Fault[]
  readonly terms: readonly Term[]
}

export function parse(text: string, grammar: Grammar): Parsed {
  const { pieces, faults } = tokenize(text, grammar.isOr)
  const { terms, faults: misplaced } = joined(pieces, grammar)
  const found = [...faults, ...misplaced]
  let query: Query = { filter: {}, sort: null }
  for (const term of terms) {
    const read = readTerm(term, query, grammar)
    if (isFault(read)) found.push(read)
    else query = read
  }
  return {
    query: { ...query, filter: grammar.withDefaults(query.filter) },
    faults: found.sort((one, other) => one.start - other.start),
    terms,
  }
}

/** Prints a query in the grammar's language; defaults are omitted. */
export const print = (query: Query, { fields }: Grammar): string => fields.flatMap((field) => field.print(query)).join(' ')

export function fieldOf({ name, value }: Term, { fields, freeTextField: free }: Grammar): Field | null {
  if (name !== null) return fields.find((field) => matchesName(field, name.text)) ?? null
  const [first, ...others] = value.items.map(({ text }) => free(text))
  return first !== undefined && others.every((other) => other === first) ? first : free(textOf(value))
}

function readTerm(term: Term, query: Query, grammar: Grammar): Query | Fault {
  const field = fieldOf(term, grammar)
  if (field !== null) return field.read(term, query)
  if (term.name === null) return fault(term, 'query.fault.freeText', { value: textOf(term.value) })
  return fault(term.name, 'query.fault.noField', { name: term.name.text })
}

const textOf = ({ items }: Term['value']): string => items.map(({ text }) => text).join(' ')

/**
 * The terms of a text, combined with AND. Brackets are resolved, alternatives of one field become one term, and so do
 * consecutive words and numbers. The gateway supports no other OR.
 */
function joined(pieces: readonly Token[], grammar: Grammar): { terms: Term[]; faults: Fault[] } {
  const faults: Fault[] = []
  const terms: Term[] = []
  let at = 0
  while (at < pieces.length) {
    terms.push(...group())
    const stray = pieces[at++]
    if (stray !== undefined) faults.push(fault(stray, 'query.fault.strayBracket'))
  }
  return { terms, faults }

  function group(): Term[] {
    const found: Term[] = []
    while (at < pieces.length && !isSeparator(pieces[at], ')')) {
      let one = operand()
      while (isSeparator(pieces[at], 'or')) one = either(one, pieces[at++] as Separator, operand())
      const [first] = one
      const last = found.at(-1)
      if (one.length === 1 && first !== undefined && last !== undefined && isPlain(last, grammar) && isPlain(first, grammar)) {
        found.splice(-1, 1, spliced(last, first))
      } else if (one.length === 1 && first?.name === null && last?.name === null && areAlternatives(last, first, grammar)) {
        found.splice(-1, 1, alternatives(last, first))
      } else found.push(...one)
    }
    return found
  }

  function operand(): Term[] {
    const piece = pieces[at]
    if (piece === undefined || isSeparator(piece, ')')) return []
    at++
    if (!('mark' in piece)) return [whole(piece)]
    if (piece.mark === 'or') {
      faults.push(fault(piece, 'query.fault.either'))
      return []
    }
    const inside = group()
    if (at < pieces.length) at++
    else faults.push(fault(piece, 'query.fault.openBracket'))
    return inside
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

  function either(one: Term[], or: Span, other: Term[]): Term[] {
    const [left, right] = [one[0], other[0]]
    const isOne = one.length === 1 && other.length === 1 && left !== undefined && right !== undefined
    if (isOne && areAlternatives(left, right, grammar)) return [alternatives(left, right)]
    faults.push(fault(or, 'query.fault.either'))
    return [...one, ...other]
  }
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

const spliced = (left: Term, right: Term): Term => {
  const span = { start: left.start, end: right.end }
  const text = `${textOf(left.value)} ${textOf(right.value)}`
  return { ...left, ...span, value: { raw: text, items: [{ text, ...span }], ...span } }
}
