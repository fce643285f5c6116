import { absolute } from '../amounts/absolute.ts'
import { decimalText } from '../amounts/decimalText.ts'
import { isPaid } from '../comparedOrder.ts'
import { MOST_DAYS_BEFORE } from '../matchRule.ts'
import type { SumAnswers, SumQuestion, SumRow } from '../sums/sumAnswer.ts'
import type { LineProposal, LineProposals } from '../worker/protocol.ts'
import type { EntryBook } from './entryBook.ts'
import { sumsOf } from './matchByNumber.ts'
import { ordersByDay } from './matchByRule.ts'
import { dayNumber } from './orderSide.ts'

/** A group this near to the line is shown with its difference: per mille. */
const NEAR = 30n
const MOST_NEAR = 3
/** Numbers that are shown of a set. */
const MOST_NUMBERS = 4

interface ProposeHost {
  readonly scale: number
  solve(question: SumQuestion): Promise<SumAnswers>
}

/** Sets of free orders that pay a line: all of a day or channel, gross or net, then any set that adds up. */
export async function propose(index: number, book: EntryBook, { scale, solve }: ProposeHost): Promise<LineProposals> {
  const line = book.lines[index]!
  const none = {
    count: 0,
    isCountExact: true,
    includesUnpaid: false,
    searched: { rows: 0, size: 0, nearbySize: 0, isComplete: false },
  }
  const amount = line.amount
  if (amount === null || amount === 0n) return { proposals: [], search: none }
  const day = dayNumber(line.day)
  const own = book.ofLine(index)
  const isFree = (order: number) => {
    const holder = book.ofOrder(order)
    return (
      (holder === null || holder.bucket === 'ordersOnly' || holder === own) && book.sides[order]!.gross! > 0n === amount > 0n
    )
  }
  const days = ordersByDay(book)
  const isNear = (other: number) => day === null || (other <= day && other >= day - MOST_DAYS_BEFORE)
  const free = [...days]
    .filter(([other]) => isNear(other))
    .flatMap(([other, orders]) => [{ other, orders: orders.filter(isFree) }])
  const groups = free.flatMap(({ other, orders }) => groupsOf(other, orders))
  const found = groups
    .map(proposalOf)
    .filter(({ difference, sum }) => difference === 0n || absolute(difference) * 1_000n <= absolute(sum) * NEAR)
  const exact = found.filter(({ difference }) => difference === 0n)
  const near = found
    .filter(({ difference }) => difference !== 0n)
    .sort((one, other) => (absolute(one.difference) < absolute(other.difference) ? -1 : 1))
    .slice(0, MOST_NEAR)
  const candidates = free.flatMap(({ orders }) => orders)
  const search = await solve({
    amount: decimalText(amount, scale),
    rows: candidates.map(sumRow),
    fractionDigits: scale,
    basis: 'either',
  })
  const sets = search.answers.map(({ rows, basis }) =>
    proposalOf({ orders: rows.map((at) => candidates[at]!), basis, channel: null, offset: null }),
  )
  const { answers: _, ...rest } = search
  const known = new Set(exact.map(({ orders }) => orders.join()))
  const all = [...exact, ...sets.filter(({ orders }) => !known.has(orders.join())), ...near]
  return { proposals: all.map(shown), search: rest }

  interface Group {
    readonly orders: readonly number[]
    readonly basis: 'gross' | 'net'
    readonly channel: string | null
    /** Days from the line; null for a set that no rule finds again. */
    readonly offset: number | null
  }

  function groupsOf(other: number, orders: readonly number[]): Group[] {
    if (orders.length < 2) return []
    const channels = Map.groupBy(orders, (order) => book.sides[order]!.order.channel)
    const parts = channels.size < 2 ? [] : [...channels].filter(([channel, some]) => channel !== null && some.length > 1)
    const offset = day === null ? null : other - day
    const whole = { channel: channels.size === 1 ? [...channels.keys()][0]! : null, orders }
    return [whole, ...parts.map(([channel, some]) => ({ channel, orders: some }))].flatMap((group) =>
      (['gross', 'net'] as const).map((basis) => ({ ...group, basis, offset })),
    )
  }

  function proposalOf(group: Group) {
    const sum = sumsOf(group.orders, book.sides)[group.basis] ?? 0n
    return { ...group, sum, difference: amount! - sum }
  }

  function shown({ orders, basis, channel, offset, sum, difference }: ReturnType<typeof proposalOf>): LineProposal {
    const words = /\p{L}[\p{L} ]*\p{L}/u.exec(line.description || line.name)?.[0] ?? ''
    return {
      orders: orders.map((order) => book.sides[order]!.order.id),
      numbers: orders.slice(0, MOST_NUMBERS).flatMap((order) => {
        const { merchantOrderNo, platOrderNo } = book.sides[order]!.order
        return merchantOrderNo ?? platOrderNo ?? []
      }),
      basis,
      sum: decimalText(sum, scale),
      difference: decimalText(difference, scale),
      rule: offset === null || words === '' ? null : { words, channel, dayOffset: offset, basis },
    }
  }

  function sumRow(order: number): SumRow {
    const { gross, net, day: own, order: row } = book.sides[order]!
    const text = (units: bigint | null) => (units === null ? null : decimalText(units, scale))
    const time = row.time === null ? Number.NaN : Date.parse(row.time)
    return { gross: text(gross) ?? '', net: text(net), day: own, time: Number.isNaN(time) ? null : time, isPaid: isPaid(row) }
  }
}
