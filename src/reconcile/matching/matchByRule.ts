import { absolute } from '../amounts/absolute.ts'
import type { MatchRule } from '../matchRule.ts'
import { entry } from './entry.ts'
import { type MatchState, place, sumsOf } from './matchByNumber.ts'
import { dayNumber } from './orderSide.ts'

/** Places lines that a rule explains: all free paid orders of one day and channel. A sum that differs is only suggested. */
export function matchByRule(state: MatchState, rules: readonly MatchRule[]): void {
  if (rules.length === 0) return
  const { lines, sides, fit } = state
  const groups = ordersByDay(state)
  for (const line of lines) {
    if (state.entryOfLine[line.index] !== null || line.amount === null) continue
    const text = `${line.description} ${line.name}`.toLowerCase()
    const rule = rules.find(({ words }) => words !== '' && text.includes(words.toLowerCase()))
    const day = dayNumber(line.day)
    if (rule === undefined || day === null) continue
    const orders = (groups.get(day + rule.dayOffset) ?? []).filter(
      (order) =>
        !state.isTaken[order] &&
        (rule.channel === null || sides[order]!.order.channel === rule.channel) &&
        sides[order]!.gross! > 0n === line.amount! > 0n,
    )
    if (orders.length === 0) continue
    const sum = sumsOf(orders, sides)[rule.basis]
    const isRight = sum !== null && absolute(sum - line.amount) <= fit.tolerance
    place(
      state,
      entry(isRight ? 'matched' : 'suggested', isRight ? 'rule' : 'ruleDiffers', {
        lines: [line.index],
        orders,
        orderSum: sum,
      }),
    )
  }
}

/** Paid orders with an amount, by the number of their day. */
export function ordersByDay({ sides }: Pick<MatchState, 'sides'>): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const [at, { dayNumber: day, hasMoved, gross }] of sides.entries()) {
    if (day === null || !hasMoved || gross === null) continue
    const group = groups.get(day)
    if (group === undefined) groups.set(day, [at])
    else group.push(at)
  }
  return groups
}
