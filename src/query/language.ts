import {
  type Conditions,
  type FilterTree,
  foldTree,
  formatFilterTree,
  isWithinLimits,
  parseFilterTree,
} from '#contract/filterTree.ts'
import { type Fault, fault, isFault } from './fault.ts'
import { type Field, nearestName, type Query } from './field.ts'
import { fieldOf, type Grammar, textOf } from './grammar.ts'
import { type Group, groupTokens, isGroup, type Part, termsIn } from './groups.ts'
import { type Term, tokenize } from './terms.ts'

export interface Parsed {
  /** The part that could be parsed. */
  readonly query: Query
  /** The faults in text order. Empty: the query is complete. */
  readonly faults: readonly Fault[]
  readonly terms: readonly Term[]
}

export function parse(text: string, grammar: Grammar): Parsed {
  const { pieces, faults } = tokenize(text, grammar.joinerOf)
  const { parts, faults: misplaced } = groupTokens(pieces, grammar)
  const found = [...faults, ...misplaced]
  const { query, trees } = readAll(parts, { filter: {}, sort: null }, grammar, found)
  const tree = allOf(trees)
  const isTooMuch = tree !== null && !isWithinLimits(tree)
  if (isTooMuch) found.push(fault({ start: 0, end: text.length }, 'query.fault.tooDeep'))
  const where: Conditions = tree === null || isTooMuch ? {} : { where: formatFilterTree(tree) }
  return {
    query: { ...query, filter: grammar.withDefaults({ ...query.filter, ...where }) },
    faults: found.sort((one, other) => one.start - other.start),
    terms: termsIn(parts),
  }
}

/** Prints a query in the grammar's language; defaults are omitted. */
export function print(query: Query, grammar: Grammar): string {
  const { where } = query.filter
  const tree = typeof where === 'string' ? parseFilterTree(where) : null
  const terms = grammar.fields.flatMap((field) => field.print(query))
  return [...terms, ...(tree === null ? [] : [printTree(tree, grammar)])].join(' ')
}

/** A text after a change of its query. The terms of the changes are replaced; all others stay as typed, also invalid ones. */
export function rewrite(text: string, query: Query, changes: Conditions, grammar: Grammar): string {
  const others = Object.fromEntries(Object.entries(query.filter).filter(([name]) => !(name in changes)))
  const after = { ...query, filter: { ...others, ...changes } }
  const versions = [query, { ...query, filter: others }, after]
  const changed = grammar.fields.filter((field) => new Set(versions.map((one) => field.print(one).join(' '))).size > 1)
  const { parts } = groupTokens(tokenize(text, grammar.joinerOf).pieces, grammar)
  const kept: string[] = []
  let at = 0
  for (const part of parts) {
    if (isGroup(part) || !fieldsOf(part, grammar).some((field) => changed.includes(field))) continue
    kept.push(text.slice(at, part.start))
    at = part.end
  }
  kept.push(text.slice(at))
  return [...kept, ...changed.flatMap((field) => field.print(after))]
    .map((piece) => piece.trim())
    .filter(Boolean)
    .join(' ')
}

/** The field of a term, and the one that prints its condition: the flag `is:open` is a condition of the status. */
function fieldsOf(term: Term, grammar: Grammar): readonly Field[] {
  const field = fieldOf(term, grammar)
  if (field === null) return []
  const read = field.read(term, { filter: {}, sort: null })
  return isFault(read) ? [field] : [field, ...grammar.fields.filter((one) => one.print({ ...read, isPart: true }).length > 0)]
}

/** Several groups as one that demands all; null for none. */
function allOf(all: readonly FilterTree[]): FilterTree | null {
  const [first, second] = all
  return second === undefined ? (first ?? null) : { all }
}

/** The tree of a group; null without a readable condition. Adds the faults of its terms. */
function readGroup({ op, parts }: Group, grammar: Grammar, faults: Fault[]): FilterTree | null {
  if (op === 'any') {
    const any = parts.flatMap((part) => readParts([part], grammar, faults) ?? [])
    return any.length === 0 ? null : { any }
  }
  const tree = readParts(parts, grammar, faults)
  return tree === null || op === 'all' ? tree : { not: tree }
}

/** Reads conditions one after the other into a query, and each group as a tree. */
function readAll(parts: readonly Part[], empty: Query, grammar: Grammar, faults: Fault[]) {
  let query = empty
  const trees: FilterTree[] = []
  for (const part of parts) {
    if (isGroup(part)) {
      const tree = readGroup(part, grammar, faults)
      if (tree !== null) trees.push(tree)
      continue
    }
    const read = readTerm(part, query, grammar)
    if (isFault(read)) faults.push(read)
    else if (query.isPart && (read.sort !== null || read.filter.days === 'all')) faults.push(fault(part, 'query.fault.outside'))
    else query = { ...query, ...read }
  }
  return { query, trees }
}

function readParts(parts: readonly Part[], grammar: Grammar, faults: Fault[]): FilterTree | null {
  const { query, trees } = readAll(parts, { filter: {}, sort: null, isPart: true }, grammar, faults)
  const own: FilterTree[] = Object.keys(query.filter).length === 0 ? [] : [{ is: query.filter }]
  return allOf([...own, ...trees])
}

/** A printed part of a tree, and what its conditions are joined by. */
interface Printed {
  readonly text: string
  readonly joined: 'and' | 'or' | null
}

/** Alternatives always stand in brackets, so that the text means the same beside other conditions. */
function printTree(tree: FilterTree, { fields, or }: Grammar): string {
  const all = (parts: readonly Printed[]) => parts.map(({ text, joined }) => (joined === 'or' ? `(${text})` : text)).join(' ')
  return all([
    foldTree<Printed>(tree, {
      is(filter) {
        const terms = fields.flatMap((field) => field.print({ filter, sort: null, isPart: true }))
        return { text: terms.join(' '), joined: terms.length === 1 ? null : 'and' }
      },
      any: (parts) => ({
        text: parts.map(({ text, joined }) => (joined === null ? text : `(${text})`)).join(` ${or} `),
        joined: 'or',
      }),
      all: (parts) => ({ text: all(parts), joined: 'and' }),
      not: ({ text }) => ({ text: `-(${text})`, joined: null }),
    }),
  ])
}

function readTerm(term: Term, query: Query, grammar: Grammar): Query | Fault {
  const field = fieldOf(term, grammar)
  if (field !== null) return field.read(term, query)
  if (term.name === null) return fault(term, 'query.fault.freeText', { value: textOf(term.value) })
  const { text: name } = term.name
  const meant = nearestName(grammar.fields, name)
  return meant === undefined
    ? fault(term.name, 'query.fault.noField', { name })
    : fault(term.name, 'query.fault.noFieldMeant', { name, meant: meant.name })
}
