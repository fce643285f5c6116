import type { Summary } from '#contract/rows/dashboards.ts'
import { formatPercent } from '../../format/amount.ts'
import type { Direction } from '../../lists/definitions/agentDrillDownLink.ts'
import { ORDER_FIELDS } from '../../lists/summary/orderFields.ts'

/** The orders that a figure counts. */
export type OrderSet = 'all' | 'paid'

export const DIRECTIONS = ['payin', 'payout'] as const satisfies Direction[]

/** The figures of one direction in display order; the success rate follows them. */
export const figuresOf = (direction: Direction) =>
  (['all', 'paid'] as const).flatMap((orders) =>
    Object.values(ORDER_FIELDS[direction][orders]).map((field) => ({ field, orders })),
  )

/** A summary without fees, which are not shown. */
export type Figures = Omit<Summary, 'payinFee' | 'payoutFee'>

export const rateOf = (figures: Figures, direction: Direction): string => {
  const { part, whole } = ratioOf(figures, direction)
  return formatPercent(part, whole)
}

const ratioOf = (figures: Figures, direction: Direction) => {
  const { paid, all } = ORDER_FIELDS[direction]
  return { part: figures[paid.count], whole: figures[all.count] }
}

/** The relative change in percent; null when the previous value is zero. Both numbers have the same number of decimals. */
export function changeOf(now: string, before: string): string | null {
  const [is, was] = [now, before].map((text) => BigInt(text.replace('.', ''))) as [bigint, bigint]
  if (was === 0n) return null
  return `${signed(Math.round(Number(((is - was) * 100_000n) / was) / 100))} %`
}

/** The change of the success rate in percentage points; null when either rate is undefined. */
export function pointsOf(now: Figures, before: Figures, direction: Direction): string | null {
  const [is, was] = [ratioOf(now, direction), ratioOf(before, direction)]
  if (is.whole === 0 || was.whole === 0) return null
  const tenths = ({ part, whole }: typeof is) => Math.round((part / whole) * 1000)
  return signed(tenths(is) - tenths(was))
}

/** A number of tenths with its sign and one decimal: `+12.3`. */
const signed = (tenths: number): string => {
  const size = (Math.abs(tenths) / 10).toFixed(1)
  return tenths === 0 ? size : `${tenths > 0 ? '+' : '−'}${size}`
}
