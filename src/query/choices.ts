import { halfWidth } from '#commands/norm.ts'
import type { Conditions } from '#contract/filterTree.ts'
import { type Fault, fault, isFault } from './fault.ts'
import {
  beginsWith,
  type Field,
  isNameBegun,
  type Name,
  namedIn,
  nearest,
  nearestName,
  normalizeName,
  type Query,
  withCondition,
} from './field.ts'
import { type Item, quoted, type Term } from './terms.ts'

/** One of the values of a field. */
export interface Choice {
  readonly value: string
  readonly label: string
  /** Other spellings. */
  readonly also?: readonly string[]
  /** Spellings in other languages, and short ones: understood where they stand for themselves. */
  readonly others?: readonly string[]
}

/** A named group of values, such as all open statuses. */
export interface Flag extends Name {
  readonly values: readonly string[]
}

export interface ChoiceSettings extends Name {
  /** The gateway's parameter. */
  readonly field: string
  /** The gateway's parameter for excluded values; null when it has none. */
  readonly without: string | null
  /** Empty while the choices are unknown. */
  readonly choices: readonly Choice[]
  readonly flags: readonly Flag[]
  /** The keyword of flags. */
  readonly flagged: string
  /** Whether the value is more meaningful to the user than its label. */
  readonly showsValues: boolean
  /** Takes one value only. */
  readonly isSingle?: boolean
  /** Takes other values besides the choices, in lower case. */
  readonly isOpen?: boolean
}

/** A field with a fixed set of values. Several may be included or excluded. */
export function choiceField(settings: ChoiceSettings): Field {
  const { field, without, choices, flags, flagged, showsValues, isSingle = false, isOpen = false, ...name } = settings
  const labelOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value
  const wordOf = (value: string) => {
    const label = labelOf(value)
    const isPlain = !showsValues && meant(label, choices).length === 1 && meant(label, choices)[0]?.value === value
    return quoted(isPlain ? label : value)
  }

  function read(term: Term, query: Query): Query | Fault {
    const { title } = name
    const isWithout = term.isNegated !== (term.op === '!=')
    const into = isWithout ? without : field
    if (into === null) return fault(term, 'query.fault.noOpposite', { title })
    if (term.op !== '' && term.op !== '=' && term.op !== '!=') return fault(term, 'query.fault.noOrder', { title })
    const known = listIn(query.filter, into)
    if (term.value.items.length === 0) return fault(term, 'query.fault.noValue', { title })
    if (!isWithout && known.length > 0) return fault(term, 'query.fault.twice', { title })
    const [, other] = term.value.items
    if (isSingle && other !== undefined) return fault(other, 'query.fault.single', { title })
    const values = [...known]
    for (const item of term.value.items) {
      const value = choiceOf(item)
      if (typeof value !== 'string') return value
      values.push(value)
    }
    return withCondition(query, { [into]: [...new Set(values)] })
  }

  function choiceOf(item: Item): string | Fault {
    const { text } = item
    if (choices.length === 0) return halfWidth(text).toUpperCase()
    const found = meant(text, choices)
    if (isOpen && !found.some((choice) => isSpelled(choice, text))) return halfWidth(text).toLowerCase()
    const [first, second] = found
    if (first === undefined) return noChoice(item, name.title, nearest(choices, text, allSpellings)?.label)
    if (second === undefined) return first.value
    return fault(item, 'query.fault.ambiguous', { value: text, first: first.label, second: second.label })
  }

  const positive = (values: readonly string[]): string => {
    const flag = flags.find((one) => one.values.length > 1 && one.values.join() === values.join())
    return flag === undefined ? `${name.name}:${values.map(wordOf).join(',')}` : `${flagged}:${quoted(flag.name)}`
  }

  return {
    ...name,
    hasAlternatives: !isSingle,
    read,
    isValue: ({ value }) => value.items.every(({ text }) => choices.some((choice) => isSpelled(choice, text))),
    print({ filter }) {
      const [asked, left] = [listIn(filter, field), without === null ? [] : listIn(filter, without)]
      return [
        ...(asked.length === 0 ? [] : [positive(asked)]),
        ...(left.length === 0 ? [] : [`-${name.name}:${left.map(wordOf).join(',')}`]),
      ]
    },
    suggest(typed, term) {
      const written = new Set(term?.value.items.flatMap(({ text }) => (text === typed ? [] : meant(text, choices))))
      return offered(typed, choices)
        .filter((choice) => !written.has(choice))
        .map(({ value, label }) => ({
          text: wordOf(value),
          label,
          hint: normalizeName(value) === normalizeName(label) ? '' : value.toLowerCase().replaceAll('_', '-'),
        }))
    },
  }
}

/** The fault of a value that the field does not have, with one that may be meant. */
const noChoice = (item: Item, title: string, near: string | undefined): Fault =>
  near === undefined
    ? fault(item, 'query.fault.noChoice', { title, value: item.text })
    : fault(item, 'query.fault.noChoiceMeant', { title, value: item.text, meant: near })

const listIn = (filter: Conditions, field: string): readonly string[] => [filter[field] ?? []].flat()

const spellings = ({ value, label, also = [] }: Choice): string[] => [value, label, ...also]
const allSpellings = (choice: Choice): string[] => [...spellings(choice), ...(choice.others ?? [])]

const isAmong = (names: readonly string[], typed: string): boolean => {
  const wanted = normalizeName(typed)
  return names.some((one) => normalizeName(one) === wanted)
}
const isSpelled = (choice: Choice, typed: string): boolean => isAmong(allSpellings(choice), typed)

/**
 * The choices a word can mean: by exact value, else by exact name, in the user's language before others, else by prefix of a name or of
 * one of its words.
 */
function meant(typed: string, choices: readonly Choice[]): readonly Choice[] {
  const wanted = normalizeName(typed)
  const byKey = choices.filter(({ value }) => normalizeName(value) === wanted)
  if (byKey.length > 0 || wanted === '') return byKey
  const byName = choices.filter((choice) => isAmong(spellings(choice), typed))
  if (byName.length > 0) return byName
  const inOthers = choices.filter(({ others = [] }) => isAmong(others, typed))
  return inOthers.length > 0 ? inOthers : begunBy(typed, choices)
}

/** The choices that the typed beginning can stand for: by their own spellings, else by others, else with a mistake. */
function offered(typed: string, choices: readonly Choice[]): readonly Choice[] {
  const own = begunBy(typed, choices)
  if (own.length > 0) return own
  const inOthers = choices.filter(({ others = [] }) => others.some((one) => beginsWith(one, typed)))
  if (inOthers.length > 0) return inOthers
  const near = nearest(choices, typed, allSpellings)
  return near === undefined ? [] : [near]
}

const begunBy = (typed: string, choices: readonly Choice[]): readonly Choice[] =>
  choices.filter((choice) => spellings(choice).some((one) => beginsWith(one, typed)))

/** The field `is:` with the flags of several fields, or one of their values. The first field that has the value wins. */
export function flagField(name: Name, fields: readonly ChoiceSettings[]): Field {
  const flagged = fields.filter(({ flags }) => flags.length > 0).map((settings) => ({ ...settings, of: choiceField(settings) }))
  const flagsOf = flagged.flatMap(({ flags, of }) => flags.map((flag) => ({ flag, of })))
  const flags = flagsOf.map(({ flag }) => flag)
  const ofOne = (typed: string) => flagged.find(({ choices }) => choices.some((choice) => isSpelled(choice, typed)))?.of
  return {
    ...name,
    hasAlternatives: false,
    read(term, query) {
      const { title } = name
      const [item, other] = term.value.items
      if (item === undefined) return fault(term, 'query.fault.noValue', { title })
      if (other !== undefined) return fault(other, 'query.fault.single', { title })
      const flag = namedIn(flags, item.text)
      const found = flagsOf.find((one) => one.flag === flag)
      if (found === undefined) {
        const one = ofOne(item.text)
        return one === undefined ? noChoice(item, title, nearestName(flags, item.text)?.name) : one.read(term, query)
      }
      const items = found.flag.values.map((text) => ({ ...item, text }))
      const read = found.of.read({ ...term, value: { ...term.value, items } }, query)
      return isFault(read) ? { ...read, start: term.start, end: term.end } : read
    },
    print: () => [],
    suggest: (typed) =>
      flags
        .filter((flag) => isNameBegun(flag, typed))
        .map((flag) => ({ text: quoted(flag.name), label: flag.name, hint: flag.title })),
  }
}
