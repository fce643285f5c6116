import { sum, toUnits } from '#contract/money.ts'
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

// As many as any currency has.
const CHANGE_PLACES = 6

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

/** The relative change in percent; null when the previous value is zero or either is unknown. */
export function changeOf(now: string | number | null, before: string | number | null): string | null {
  if (now === null || before === null) return null
  const [is, was] = [now, before].map((figure) => toUnits(sum([String(figure)], CHANGE_PLACES), CHANGE_PLACES)) as [
    bigint,
    bigint,
  ]
  if (was === 0n) return null
  return `${signed(Math.round(Number(((is - was) * 100_000n) / was) / 100))} %`
}

/** The change of the success rate in percentage points; null when either rate is undefined. */
export function pointsOf(now: Figures, before: Figures, direction: Direction): string | null {
  const [is, was] = [ratioOf(now, direction), ratioOf(before, direction)]
  const tenths = ({ part, whole }: typeof is) =>
    part === null || whole === null || whole === 0 ? null : Math.round((part / whole) * 1000)
  const [tenthsNow, tenthsBefore] = [tenths(is), tenths(was)]
  return tenthsNow === null || tenthsBefore === null ? null : signed(tenthsNow - tenthsBefore)
}

/** A number of tenths with its sign and one decimal: `+12.3`. */
const signed = (tenths: number): string => {
  const size = (Math.abs(tenths) / 10).toFixed(1)
  return tenths === 0 ? size : `${tenths > 0 ? '+' : '−'}${size}`
}
