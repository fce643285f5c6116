import { minorUnits } from '../amounts/decimalText.ts'
import type { ComparedOrder } from '../comparedOrder.ts'
import type { MatchRule } from '../matchRule.ts'
import type { ReconcileSettings } from '../session.ts'
import { type StatementLine, unreadReason } from '../statementLine.ts'
import { type Entry, entry } from './entry.ts'
import { matchByAccount } from './matchByAccount.ts'
import { type MatchState, matchByNumber, place } from './matchByNumber.ts'
import { matchByRule } from './matchByRule.ts'
import { createNumberIndex, type NumberHits, type NumberIndex, type OrderNumbers } from './numberIndex.ts'
import { type OrderSide, orderSide } from './orderSide.ts'
import { suggest } from './suggest.ts'

export interface MatchInput {
  readonly lines: readonly StatementLine[]
  readonly orders: readonly ComparedOrder[]
  /** Their numbers. */
  readonly numbers: OrderNumbers
  readonly settings: ReconcileSettings
  readonly rules: readonly MatchRule[]
  /** Decimals of a minor unit. */
  readonly scale: number
}

export interface StatementMatch {
  readonly sides: readonly OrderSide[]
  readonly hits: readonly (NumberHits | null)[]
  readonly index: NumberIndex
  /** Every line and every expected order is in exactly one. */
  readonly entries: readonly Entry[]
  /** Numbers that look like those of orders and belong to none. */
  readonly lookups: readonly string[]
}

/** Passes of `matchSteps`. */
const STEPS = 4

/**
 * Matches all lines with all orders: by number, by account, by rule, then by similarity as suggestions. Yields the share that is done, so
 * that the match can be cancelled between its steps.
 */
export function* matchSteps({ lines, orders, numbers, settings, rules, scale }: MatchInput): Generator<number, StatementMatch> {
  const sides = orders.map((order) => orderSide(order, scale, settings.days))
  const index = createNumberIndex(sides, { numbers, isAnyNumber: settings.days === 'none' })
  yield 1 / STEPS
  const hits = lines.map(({ numbers }) => (numbers.length === 0 ? null : index.find(numbers)))
  yield 2 / STEPS
  const state: MatchState = {
    lines,
    sides,
    fit: { basis: settings.basis, tolerance: minorUnits(settings.amountTolerance, scale) ?? 0n },
    entryOfLine: lines.map(() => null),
    isTaken: sides.map(() => false),
  }
  matchByNumber(state, hits)
  matchByAccount(state, hits)
  placeUnread(state, hits)
  matchByRule(state, rules)
  yield 3 / STEPS
  const unknown = lines.map((line) => (isUnnamed(hits[line.index]) ? index.unknown(line.numbers) : NO_NUMBERS))
  const suggesting = suggest(
    state,
    (line) => isUnnamed(hits[line.index]) && unknown[line.index]!.length === 0,
    settings.dayTolerance,
  )
  for (const share of suggesting) yield (3 + share) / STEPS
  yield 1
  const isOut = settings.kind.endsWith('PAYOUT')
  const entries: Entry[] = []
  for (const line of lines) {
    const made = state.entryOfLine[line.index] ?? leftOver(line, unknown[line.index]!.length > 0, isOut)
    if (made.lines[0] === line.index) entries.push(made)
  }
  for (const [at, { isExpected }] of sides.entries())
    if (isExpected && !state.isTaken[at]) entries.push(entry('ordersOnly', 'noLine', { orders: [at] }))
  return { sides, hits, index, entries, lookups: [...new Set(unknown.flat())] }
}

const NO_NUMBERS: readonly string[] = []

const isUnnamed = (hit: NumberHits | null | undefined): boolean => hit == null || hit.orders.length === 0

/** Lines without a readable amount. The one free order that such a line names stands beside it. */
function placeUnread(state: MatchState, hits: readonly (NumberHits | null)[]): void {
  for (const line of state.lines) {
    const reason = unreadReason(line)
    if (reason === null) continue
    const named = hits[line.index]?.orders ?? []
    const [only] = named
    const isFree = named.length === 1 && !state.isTaken[only!]
    place(state, entry('notRead', reason, { lines: [line.index], ...(isFree ? { orders: named } : { named }) }))
  }
}

/** The entry of a line without a partner. */
export function leftOver(line: StatementLine, hasUnknownNumber: boolean, isOut: boolean): Entry {
  const lines = [line.index]
  const unread = unreadReason(line)
  if (unread !== null) return entry('notRead', unread, { lines })
  if (line.problem === 'digitsLost' || line.problem === 'digitsUncertain') return entry('notRead', 'digitsLost', { lines })
  if (hasUnknownNumber) return entry('statementOnly', 'unknownNumber', { lines })
  const isAgainst = line.amount !== null && (isOut ? line.amount > 0n : line.amount < 0n)
  return entry('statementOnly', isAgainst ? 'otherDirection' : 'noPartner', { lines })
}
