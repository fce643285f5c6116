import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { OrderTrail } from '#contract/rows/orders.ts'

/** A time that the row itself states. */
export interface StatedTime {
  readonly field: 'createTime' | 'lastNotifyTime'
  readonly time: string
}

/** History of an order. */
export type Trail = Omit<OrderTrail, 'order'> & {
  /** Only of a history that is drawn from the row. */
  readonly times?: readonly StatedTime[]
}

/** History on gateways that have none. */
export const EMPTY_TRAIL: Trail = { notifyAddress: null, moves: [], postings: [], attempts: [], actions: [], notes: [] }

/** The history that a row tells of itself: its status changes if it has them, else when it was made and completed. */
export function trailOfRow({ createTime, completeTime, lastNotifyTime, status, history }: ListedRow): Trail {
  const moves = history ?? []
  const isTold = moves.length > 0
  const isCompleted = !isTold && completeTime != null && status !== undefined
  return {
    ...EMPTY_TRAIL,
    moves: isCompleted ? [{ time: completeTime, status, text: null }] : moves,
    times: [
      ...(isTold || createTime == null ? [] : [{ field: 'createTime' as const, time: createTime }]),
      ...(lastNotifyTime == null ? [] : [{ field: 'lastNotifyTime' as const, time: lastNotifyTime }]),
    ],
  }
}
