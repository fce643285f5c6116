import type { DaySummary } from '#contract/rows/dashboards.ts'
import type { Direction } from '../../../lists/definitions/agentDrillDownLink.ts'
import { ORDER_FIELDS } from '../../../lists/summary/orderFields.ts'
import type { Metric } from '../dashboardModel.ts'

/** What a chart shows. */
export interface Drawing {
  readonly days: readonly DaySummary[]
  readonly metric: Metric
}

/** Heights to draw, one per day; null for a gap. For rates `all` is empty. */
type Series = Record<Direction, { all: readonly (number | null)[]; paid: readonly (number | null)[] }>

const part = (paid: number | null, all: number | null): number | null =>
  paid === null || all === null || all === 0 ? null : (paid / all) * 100

export const hasNoOrders = (days: readonly DaySummary[]): boolean =>
  days.every(({ totalPayinCount, totalPayoutCount }) => totalPayinCount === 0 && totalPayoutCount === 0)

/** Whether the gateway says none of the figures. */
export const hasNoFigures = (drawing: Drawing): boolean =>
  Object.values(seriesOf(drawing)).every(({ all, paid }) => [...all, ...paid].every((height) => height === null))

/** Steps of an axis of counts: whole numbers. */
const WHOLE_STEPS = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat()

/** The allowed steps of an axis; undefined for any, empty when there is nothing to measure. */
export function stepsOf({ days, metric }: Drawing): readonly number[] | undefined {
  if (metric === 'rate') return undefined
  if (hasNoOrders(days)) return []
  return metric === 'count' ? WHOLE_STEPS : undefined
}

export function seriesOf({ days, metric }: Drawing): Series {
  const of = (direction: Direction): Series[Direction] => {
    const { all, paid } = ORDER_FIELDS[direction]
    if (metric === 'rate') return { all: [], paid: days.map((day) => part(day[paid.count], day[all.count])) }
    // A float is precise enough for pixels; figures shown as text use the decimal string.
    const height = (figure: string | number | null) => (figure === null ? null : Number(figure))
    return { all: days.map((day) => height(day[all[metric]])), paid: days.map((day) => height(day[paid[metric]])) }
  }
  return { payin: of('payin'), payout: of('payout') }
}
