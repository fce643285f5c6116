import { type Conditions, type Fault, type Field, fault, isFault, matchesName, type Query, type Span } from './field.ts'
import { isSeparator, type Separator, type Term, type Token, tokenize } from './terms.ts'

/** The filter language of one list in one language, as a value: text, chips and address are views of what it reads and writes. */
export interface Grammar {
  readonly fields: readonly Field[]
  /** The field that text without a name means; null where it means none. */
  freeTextField(text: string): Field | null
  /** Whether a word stands between alternatives. */
  isOr(word: string): boolean
  /** What a list is asked for where nothing is said: the query with that, as the list knows it. */
  withDefaults(filter: Conditions): Conditions
}

export interface Parsed {
  /** As much of it as could be read. */
  readonly query: Query
  /** What could not, in the order of the text. None: the query is what was meant. */
  readonly faults: readonly Fault[]
  readonly terms: readonly Term[]
}

/** Reads a text. */
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

/** Writes a query in the words of the grammar; what is usual is left out. */
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
 * The terms of a text, all of which must hold: brackets are gone, alternatives of one field are one term, and so are words and
 * numbers that follow one another. A gateway knows no other either-or.
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

  /** A term with the words behind it that are still of its value: `amount:1,5 juta`. */
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

/** A value of more words is written in quotes. */
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

/** Whether a term is words that may be a part of a longer text: of a name, not of a list of numbers. */
const isPlain = (term: Term, grammar: Grammar): boolean =>
  term.name === null && !term.isNegated && fieldOf(term, grammar)?.hasAlternatives !== true && term.value.items.length === 1

const spliced = (left: Term, right: Term): Term => {
  const span = { start: left.start, end: right.end }
  const text = `${textOf(left.value)} ${textOf(right.value)}`
  return { ...left, ...span, value: { raw: text, items: [{ text, ...span }], ...span } }
}
