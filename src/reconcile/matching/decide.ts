import { minorUnits } from '../amounts/decimalText.ts'
import type { Decision, EntryKey, EntryMark } from '../session.ts'
import { isUnread, type StatementLine, unreadReason } from '../statementLine.ts'
import type { DecisionResult } from '../worker/protocol.ts'
import { type Entry, entry, keyOf } from './entry.ts'
import type { EntryBook } from './entryBook.ts'
import { singleEntry, sumsOf } from './matchByNumber.ts'
import type { StatementMatch } from './matchStatement.ts'
import { leftOver } from './matchStatement.ts'
import { type FitOptions, fits, hasSameDirection } from './orderSide.ts'
import { returnEntries } from './returnEntries.ts'

/** What a decision changed, so that it can be undone. */
export interface Change {
  readonly removed: readonly Entry[]
  readonly added: readonly Entry[]
  readonly lines: readonly { readonly before: StatementLine; readonly after: StatementLine }[]
  readonly marks: readonly { readonly key: EntryKey; readonly before: EntryMark | null; readonly after: EntryMark | null }[]
}

export interface DecideContext {
  readonly book: EntryBook
  readonly match: Pick<StatementMatch, 'hits' | 'index'>
  readonly fit: FitOptions
  readonly scale: number
  /** Whether the orders are of money out. */
  readonly isOut: boolean
}

export type Refusal = Exclude<DecisionResult['refusal'], null>

const NO_CHANGE: Change = { removed: [], added: [], lines: [], marks: [] }

/** Works out what a decision changes; nothing is changed yet. A refusal says why it changes nothing. */
export function changeOf(decision: Decision, context: DecideContext): Change | Refusal {
  switch (decision.type) {
    case 'accept':
      return ofEach(decision.keys, (key) => acceptChange(key, context))
    case 'refuse':
      return ofEach(decision.keys, (key) => refuseChange(key, context))
    case 'link':
      return linkChange(decision.lines, decision.orders, context)
    case 'unlink':
      return unlinkChange(decision.key, context)
    case 'amount':
      return amountChange(decision.line, decision.amount, context)
    case 'mark':
      return markChange(decision.keys, decision.mark, context)
  }
}

function ofEach(keys: readonly EntryKey[], change: (key: EntryKey) => Change | null): Change | Refusal {
  const changes = keys.flatMap((key) => change(key) ?? [])
  return changes.length === 0 ? 'gone' : merged(changes)
}

/** One change of several that replace entries only. */
const merged = (changes: readonly Change[]): Change => ({
  ...NO_CHANGE,
  removed: changes.flatMap(({ removed }) => removed),
  added: changes.flatMap(({ added }) => added),
})

function acceptChange(key: EntryKey, { book }: DecideContext): Change | null {
  const found = book.find(key)
  if (found === null || found.bucket !== 'suggested') return null
  // Of several equal candidates the user must choose one by `link`.
  if (found.orders.length === 0 && found.named.length === 0) return null
  const { line, order } = book.sums(found)
  const isExact = line !== null && line === order
  const added = {
    ...found,
    bucket: isExact ? 'matched' : 'amountDiffers',
    reason: isExact ? 'accepted' : 'amount',
    candidates: [],
  } as const
  return { ...NO_CHANGE, removed: [found], added: [added] }
}

/** Offers the next free candidate, else the line stands alone and the orders are free again. */
function refuseChange(key: EntryKey, context: DecideContext): Change | null {
  const { book } = context
  const found = book.find(key)
  if (found === null || found.bucket !== 'suggested') return null
  const [line] = found.lines
  const next = found.orders.length === 0 ? undefined : found.candidates.find((order) => isFree(book.ofOrder(order)))
  const released = aloneOrders(
    found.orders.filter((order) => order !== next),
    book,
  )
  if (next === undefined) return { ...NO_CHANGE, removed: [found], added: [aloneLine(line!, context), ...released] }
  const before = book.ofOrder(next)
  const rest = found.candidates.slice(found.candidates.indexOf(next) + 1)
  const suggested = entry('suggested', 'similar', { lines: found.lines, orders: [next], candidates: rest })
  return { ...NO_CHANGE, removed: before === null ? [found] : [found, before], added: [suggested, ...released] }
}

/** An order that no line has. */
const isFree = (of: Entry | null): boolean => of === null || of.bucket === 'ordersOnly'

function aloneLine(line: number, { book, match, isOut }: DecideContext): Entry {
  const { numbers } = book.lines[line]!
  return leftOver(book.lines[line]!, match.index.unknown(numbers).length > 0, isOut)
}

const aloneOrders = (orders: readonly number[], book: EntryBook): Entry[] =>
  orders.flatMap((order) => (book.sides[order]!.isExpected ? entry('ordersOnly', 'noLine', { orders: [order] }) : []))

/** The entry of lines and orders that the user joined. */
function joinedEntry(lines: readonly number[], orders: readonly number[], { book, fit }: DecideContext): Entry {
  const parts = { lines, orders }
  const joined = lines.map((line) => book.lines[line]!)
  // Without its amount, nothing is known of a line: not even the user makes it green.
  const unread = joined.find(isUnread)
  if (unread !== undefined) return entry('notRead', unreadReason(unread)!, parts)
  if (orders.some((order) => !book.sides[order]!.hasMoved)) return entry('statusDiffers', 'status', parts)
  if (joined.some(({ amount }) => amount === null)) return entry('matched', 'numberOnly', parts)
  const amount = joined.reduce((sum, line) => sum + line.amount!, 0n)
  const { gross, net } = sumsOf(orders, book.sides)
  if (fits(amount, gross, net, fit)) return entry('matched', 'accepted', parts)
  // Users join lines with net sums whatever the setting says.
  if (amount === net) return entry('matched', 'accepted', { ...parts, orderSum: net })
  return entry('amountDiffers', 'amount', parts)
}

function linkChange(lines: readonly number[], ids: readonly string[], context: DecideContext): Change | Refusal {
  const { book } = context
  const orders = ids.map((id) => book.orderAt(id))
  if (lines.length === 0 || orders.length === 0 || orders.includes(null)) return 'gone'
  if (lines.some((line) => book.ofLine(line) === null)) return 'gone'
  const wanted = [...new Set(orders as number[])]
  const touched = new Set([...lines.map((line) => book.ofLine(line)!), ...wanted.flatMap((order) => book.ofOrder(order) ?? [])])
  const isTaken = [...touched].some(
    (one) => one.bucket === 'matched' && !(one.lines.length > 0 && one.lines.every((line) => lines.includes(line))),
  )
  if (isTaken) return 'taken'
  const rest = [...touched].flatMap((one) => [
    ...one.lines.filter((line) => !lines.includes(line)).map((line) => aloneLine(line, context)),
    ...aloneOrders(
      one.orders.filter((order) => !wanted.includes(order)),
      book,
    ),
  ])
  const sorted = [...new Set(lines)].sort((one, other) => one - other)
  return { ...NO_CHANGE, removed: [...touched], added: [joinedEntry(sorted, wanted, context), ...rest] }
}

function unlinkChange(key: EntryKey, context: DecideContext): Change | Refusal {
  const found = context.book.find(key)
  if (found === null || found.lines.length === 0) return 'gone'
  const added = [...found.lines.map((line) => aloneLine(line, context)), ...aloneOrders(found.orders, context.book)]
  return { ...NO_CHANGE, removed: [found], added }
}

/** Reads a line by the amount that the user typed, as if the file had said it. */
function amountChange(line: number, text: string, context: DecideContext): Change | Refusal {
  const { book, match, fit } = context
  const before = book.lines[line]
  const found = book.ofLine(line)
  if (before === undefined || found === null) return 'gone'
  const amount = typedUnits(text, before, context)
  if (amount === null) return 'unreadable'
  const after: StatementLine = { ...before, amount, problem: isUnread(before) ? null : before.problem }
  const hit = match.hits[line]
  const [order] = hit?.orders ?? []
  const change = (removed: readonly Entry[], added: readonly Entry[]): Change => ({
    ...NO_CHANGE,
    removed,
    added,
    lines: [{ before, after }],
  })
  const apart = (made: readonly Entry[]) => change([found], [...made, ...aloneOrders(found.orders, book)])
  const isOne = order !== undefined && hit!.orders.length === 1
  const isAgainst = isOne && !hasSameDirection(after, book.sides[order]!)
  if (!isOne || (isAgainst && hit!.by === 'account'))
    return apart([leftOver(after, match.index.unknown(after.numbers).length > 0, context.isOut)])
  if (isAgainst) return apart(returnEntries([after], order, book.sides, returnedBefore(order, found, context)))
  const holder = book.ofOrder(order)
  if (holder !== null && holder !== found && holder.bucket !== 'ordersOnly')
    return apart([entry('duplicate', 'sameOrder', { lines: [line], named: [order] })])
  const made = singleEntry({ sides: book.sides, fit }, after, order, hit!.by)
  return change(holder === null || holder === found ? [found] : [found, holder], [made])
}

/** Minor units of a typed amount. Without a sign, the money went the way that the line says, else that of the orders. */
function typedUnits(text: string, { direction }: StatementLine, { scale, isOut }: DecideContext): bigint | null {
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/.exec(text) ?? []
  const units = minorUnits(digits, scale)
  if (units === null) return null
  const isNegative = sign === '' ? (direction || (isOut ? -1 : 1)) < 0 : sign === '-'
  return isNegative ? -units : units
}

/** What the lines of other entries have returned of an order. */
const returnedBefore = (order: number, own: Entry, { book }: DecideContext): bigint =>
  [...book.all()]
    .filter((one) => one !== own && one.bucket !== 'duplicate' && one.named.includes(order))
    .flatMap(({ lines }) => lines.map((line) => book.lines[line]!))
    .reduce((sum, line) => (hasSameDirection(line, book.sides[order]!) ? sum : sum + line.amount!), 0n)

function markChange(keys: readonly EntryKey[], after: EntryMark | null, context: DecideContext): Change | Refusal {
  const { book } = context
  const known = keys.filter((key) => book.find(key) !== null)
  if (known.length === 0) return 'gone'
  const accepted = after?.as === 'RECONCILED' ? known.flatMap((key) => acceptChange(key, context) ?? []) : []
  return {
    ...merged(accepted),
    marks: known.map((key) => ({ key, before: book.marks.get(key) ?? null, after })),
  }
}

/** Makes a change, or takes it back. Returns the keys of the entries that differ now. */
export function applyChange({ removed, added, lines, marks }: Change, book: EntryBook, way: 'do' | 'undo'): EntryKey[] {
  const [from, to] = way === 'do' ? [removed, added] : [added, removed]
  const [changed] = lines
  book.replace(from, to, changed === undefined ? undefined : way === 'do' ? changed.after : changed.before)
  for (const { key, before, after } of marks) book.mark(key, way === 'do' ? after : before)
  return [...new Set([...from, ...to].map((one) => keyOf(one, book.sides)).concat(marks.map(({ key }) => key)))]
}
