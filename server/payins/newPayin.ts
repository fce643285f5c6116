import type { Id } from '../ids.ts'
import { issue } from '../orders/channels.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { type Transition, transitionOf } from '../orders/transitions.ts'
import { type NewOrder, newOrder } from '../payments/newOrder.ts'
import { MINUTE } from '../wib.ts'

export interface NewPayin extends NewOrder {
  payerName?: string | undefined
  /** Minutes; 60 when absent. */
  expiryMinutes?: number | undefined
}

const AN_HOUR = 60

/** A new payin that its channel has issued, in status PENDING. */
export function newPayin(id: Id, at: number, input: NewPayin): { order: OrderRecord; moves: [Transition, Transition] } {
  const created = newOrder(id, at, 'PAYIN', input)
  const order: OrderRecord = {
    ...created,
    ...issue(input.channel, id),
    status: 'PENDING',
    moves: 2,
    accountName: input.merchant.name,
    payerName: input.payerName ?? null,
    expiryMinutes: input.expiryMinutes ?? AN_HOUR,
  }
  return { order, moves: [transitionOf(created), transitionOf(order)] }
}

/** When an unpaid order expires. */
export const expiryOf = ({ createTime, expiryMinutes }: OrderRecord): Date =>
  new Date(createTime.getTime() + (expiryMinutes ?? AN_HOUR) * MINUTE)
