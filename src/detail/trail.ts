import type { OrderTrail } from '#contract/rows/orders.ts'

/** History of an order. */
export type Trail = Omit<OrderTrail, 'order'>

/** History on gateways that have none. */
export const EMPTY_TRAIL: Trail = { notifyAddress: null, moves: [], postings: [], attempts: [], actions: [] }
