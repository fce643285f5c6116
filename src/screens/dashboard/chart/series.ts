import type { DaySummary } from '#contract/rows/dashboards.ts'
import type { Metric } from '../dashboardModel.ts'

/** Heights to draw, one per day; null for a gap. For rates `all` is empty. */
export interface Series {
  readonly payin: { all: readonly number[]; paid: readonly (number | null)[] }
  readonly payout: { all: readonly number[]; paid: readonly (number | null)[] }
}

/** A float is precise enough for pixels; figures shown as text use the decimal string. */
const height = (amount: string): number => Number(amount)

const part = (paid: number, all: number): number | null => (all === 0 ? null : (paid / all) * 100)

/** Whether no day has any orders. */
export const hasNoOrders = (days: readonly DaySummary[]): boolean =>
  days.every(({ totalPayinCount, totalPayoutCount }) => totalPayinCount + totalPayoutCount === 0)

/** Steps of an axis of counts: whole numbers. */
const WHOLE_STEPS = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat()

/** The allowed steps of an axis; undefined for any, empty when there is nothing to measure. */
export function stepsOf(days: readonly DaySummary[], metric: Metric): readonly number[] | undefined {
  if (metric === 'rate') return undefined
  if (hasNoOrders(days)) return []
  return metric === 'count' ? WHOLE_STEPS : undefined
}

export function seriesOf(days: readonly DaySummary[], metric: Metric): Series {
  const each = <Value>(of: (day: DaySummary) => Value): Value[] => days.map(of)
  if (metric === 'rate') {
    return {
      payin: { all: [], paid: each((day) => part(day.successPayinCount, day.totalPayinCount)) },
      payout: { all: [], paid: each((day) => part(day.successPayoutCount, day.totalPayoutCount)) },
    }
  }
  if (metric === 'count') {
    return {
      payin: { all: each((day) => day.totalPayinCount), paid: each((day) => day.successPayinCount) },
      payout: { all: each((day) => day.totalPayoutCount), paid: each((day) => day.successPayoutCount) },
    }
  }
  return {
    payin: { all: each((day) => height(day.totalPayinAmount)), paid: each((day) => height(day.successPayinAmount)) },
    payout: { all: each((day) => height(day.totalPayoutAmount)), paid: each((day) => height(day.successPayoutAmount)) },
  }
}
