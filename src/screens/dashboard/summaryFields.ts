import { sum, toUnits } from '#contract/money.ts'
import type { Summary } from '#contract/rows/dashboards.ts'
import { formatCount, formatPercent } from '../../format/amount.ts'
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

export type SummaryField = ReturnType<typeof figuresOf>[number]

// As many as any currency has.
const CHANGE_PLACES = 6

/** A summary without fees, which are not shown. */
export type Figures = Omit<Summary, 'payinFee' | 'payoutFee'>

export const rateOf = (figures: Figures, direction: Direction): string => {
  const { part, whole } = ratioOf(figures, direction)
  return formatPercent(part, whole)
}

/** The success rate as a height; null when it is undefined. */
export function rateHeight(figures: Figures, direction: Direction): number | null {
  const { part, whole } = ratioOf(figures, direction)
  return part === null || whole === null || whole === 0 ? null : part / whole
}

const ratioOf = (figures: Figures, direction: Direction) => {
  const { paid, all } = ORDER_FIELDS[direction]
  return { part: figures[paid.count], whole: figures[all.count] }
}

/** A change against another day. */
export interface Change {
  /** Its size: `16.7 %`, or a number where a share of so few would say nothing. */
  readonly text: string
  readonly direction: -1 | 0 | 1
  /** Whether the change is good for the business; `plain` where it is neither. */
  readonly tone: 'good' | 'bad' | 'plain'
}

/** Shares and rates of fewer orders are chance. */
const MIN_COUNT = 10

/** The change of a figure; null when it would mean nothing or either value is unknown. */
export function changeOf(now: Figures, before: Figures, { field, orders }: SummaryField, direction: Direction): Change | null {
  const [is, was] = [now[field], before[field]]
  const base = before[ORDER_FIELDS[direction][orders].count]
  if (is === null || was === null || base === null) return null
  const [units, unitsBefore] = [unitsOf(is), unitsOf(was)]
  const toward = signOf(units - unitsBefore)
  // More payins are more business; more payouts are neither good nor bad.
  const tone = direction === 'payin' ? toneOf(toward) : 'plain'
  if (base < MIN_COUNT) {
    return typeof is === 'number' ? { text: formatCount(Math.abs(is - Number(was))), direction: toward, tone } : null
  }
  const share = shareChange(String(is), String(was))
  return share === null ? null : { ...share, tone: share.direction === 0 ? 'plain' : tone }
}

/** The relative change of an amount; null when there was none before. */
export function shareChange(now: string | null, before: string | null): Change | null {
  if (now === null || before === null) return null
  const [units, unitsBefore] = [unitsOf(now), unitsOf(before)]
  if (unitsBefore === 0n) return null
  const tenths = Math.round(Number(((units - unitsBefore) * 100_000n) / unitsBefore) / 100)
  return { text: `${oneDecimal(tenths)} %`, direction: signOf(tenths), tone: toneOf(signOf(tenths)) }
}

const unitsOf = (figure: string | number): bigint => toUnits(sum([String(figure)], CHANGE_PLACES), CHANGE_PLACES)!

/** The change of the success rate in percentage points; null when either rate is undefined or of too few orders. */
export function pointsOf(now: Figures, before: Figures, direction: Direction): Change | null {
  const [is, was] = [ratioOf(now, direction), ratioOf(before, direction)]
  const tenths = ({ part, whole }: typeof is) =>
    part === null || whole === null || whole < MIN_COUNT ? null : Math.round((part / whole) * 1000)
  const [tenthsNow, tenthsBefore] = [tenths(is), tenths(was)]
  if (tenthsNow === null || tenthsBefore === null) return null
  const toward = signOf(tenthsNow - tenthsBefore)
  return { text: oneDecimal(tenthsNow - tenthsBefore), direction: toward, tone: toneOf(toward) }
}

const signOf = (value: number | bigint): Change['direction'] => (value > 0 ? 1 : value < 0 ? -1 : 0)
const toneOf = (direction: Change['direction']): Change['tone'] => (direction > 0 ? 'good' : direction < 0 ? 'bad' : 'plain')

/** The size of a number of tenths: `12.3`. */
const oneDecimal = (tenths: number): string => (Math.abs(tenths) / 10).toFixed(1)
