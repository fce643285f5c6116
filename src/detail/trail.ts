import type { OrderTrail } from '#contract/rows/orders.ts'

/** What happened to an order, as far as its gateway tells. */
export type Trail = Omit<OrderTrail, 'order'>

/** Of what nobody tells anything. */
export const EMPTY_TRAIL: Trail = { notifyAddress: null, moves: [], postings: [], attempts: [], actions: [] }
