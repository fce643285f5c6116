import { norm } from '#commands/norm.ts'
import type { Conditions } from '#contract/filterTree.ts'
import { isAbove } from '../format/amount.ts'
import { parseAmount, type Scale } from '../format/parseAmount.ts'
import { type Fault, fault } from './fault.ts'
import { type Field, type Name, normalizeName, type Query, type Suggestion, withCondition } from './field.ts'
import type { Term } from './terms.ts'

export interface AmountSettings extends Name, Scale {
  /** The gateway's parameters for the minimum and the maximum. */
  readonly least: string
  readonly most: string
  shown(amount: string): string
  readonly hints: Readonly<Record<'least' | 'most' | 'over' | 'under' | 'same', string>>
}

/** The next or previous representable amount; null below zero. */
function beside(amount: string, by: 1n | -1n, places: number): string | null {
  const [whole = '', fraction = ''] = amount.split('.')
  const units = BigInt(whole + fraction.padEnd(places, '0')) + by
  if (units < 0n) return null
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
}

const BETWEEN = /\.{2,}|~|-|–|至/
const SIGNED = /^[-–]|[-–]$/

export function amountField(settings: AmountSettings): Field {
  const { least, most, places, units, shown, hints, ...name } = settings

  function read(term: Term, query: Query): Query | Fault {
    const { title } = name
    const [only] = term.value.items
    if (only === undefined) return fault(term, 'query.fault.noValue', { title })
    if (term.isNegated || term.op === '!=') return fault(term, 'query.fault.noOpposite', { title })
    const range = rangeOf(term)
    if (range === null) return fault(term.value, 'query.fault.amount', { value: term.value.raw })
    const [from, to] = range
    const isTold = (field: string, amount: string | null) => amount !== null && query.filter[field] !== undefined
    if (isTold(least, from) || isTold(most, to)) return fault(term, 'query.fault.twoRanges', { title })
    const asked = {
      ...(from === null ? {} : { [least]: from }),
      ...(to === null ? {} : { [most]: to }),
    }
    const found = withCondition(query, asked)
    const [low, high] = [found.filter[least], found.filter[most]]
    const isEmpty = typeof low === 'string' && typeof high === 'string' && isAbove(low, high)
    return isEmpty ? fault(term.value, 'query.fault.minAboveMax') : found
  }

  const rangeOf = ({ op, value: { items, raw } }: Term) => rangeIn(items.length === 1 ? (items[0]?.text ?? '') : raw, op)

  function rangeIn(text: string, op: Term['op']): [from: string | null, to: string | null] | null {
    // A negative amount is invalid, and not an open range.
    if (SIGNED.test(norm(text))) return null
    const [first = '', second, ...rest] = norm(text).split(BETWEEN)
    const [one, other] = [first, second ?? ''].map((part) => (part === '' ? null : parseAmount(part, { places, units })))
    if (rest.length > 0 || (first !== '' && one === null) || (second && other === null)) return null
    if (second !== undefined) return op === '' || op === '=' ? range(one, other) : null
    return one == null ? null : compared(one, op)
  }

  const range = (one: string | null | undefined, other: string | null | undefined): [string | null, string | null] | null =>
    one == null && other == null ? null : [one ?? null, other ?? null]

  function compared(amount: string, op: Term['op']): [string | null, string | null] | null {
    if (op === '>=') return [amount, null]
    if (op === '<=') return [null, amount]
    if (op === '>') return [beside(amount, 1n, places), null]
    if (op === '<') return range(null, beside(amount, -1n, places))
    return [amount, amount]
  }

  return {
    ...name,
    hasAlternatives: false,
    read,
    isValue: (term) => rangeOf(term) !== null,
    print({ filter }: { filter: Conditions }) {
      const [low, high] = [filter[least], filter[most]].map((one) => (typeof one === 'string' ? grouped(one) : null))
      if (low == null) return high == null ? [] : [`${name.name}:<=${high}`]
      if (high == null) return [`${name.name}:>=${low}`]
      return [`${name.name}:${low === high ? low : `${low}..${high}`}`]
    },
    suggest(typed, term): Suggestion[] {
      const raw = term?.value.raw ?? typed
      const amount = parseAmount(raw, { places, units })
      const hint = { '>=': hints.least, '>': hints.over, '<=': hints.most, '<': hints.under }[term?.op as string]
      if (amount !== null) return [{ text: raw, label: shown(amount), hint: hint ?? hints.same }]
      if (normalizeName(raw) !== '' || (term?.op ?? '') !== '') return []
      return [
        { text: '>=', label: '>=', hint: hints.least },
        { text: '<=', label: '<=', hint: hints.most },
      ]
    },
  }
}

/** With thousands separators; text that is not an amount is returned unchanged. */
const grouped = (amount: string): string =>
  /^([1-9]\d*|0)(\.\d+)?$/.test(amount) ? amount.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ',')) : amount
