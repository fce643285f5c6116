import type { MovementStatus } from '#contract/options.ts'
import type { Clock } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { sendRows } from '../db/rows.ts'
import { Refusal } from '../refusal.ts'
import type { OrderRecord, OrderStatus } from './orderRow.ts'

type Subject = Pick<OrderRecord, 'merchantNo' | 'id' | 'moves' | 'updateTime' | 'responseMessage' | 'simulated'> & {
  status: OrderStatus | MovementStatus
}

export type Transition = ReturnType<typeof transitionOf>

/** A status and its time, stored in `order_move`. */
export const transitionOf = ({ merchantNo, id, moves, updateTime, status, responseMessage }: Subject) => ({
  merchantNo,
  orderId: id,
  step: moves,
  at: updateTime,
  status,
  text: responseMessage,
})

export const addTransitions = (tx: Transaction, transitions: readonly Transition[]): void =>
  sendRows(tx, 'order_move', transitions)

export interface Update {
  at: Date
  /** The message of the channel, the bank or staff. */
  text?: string | undefined
  simulated?: boolean | undefined
}

export const withStatus = <Row extends Subject>(
  before: Row,
  status: Row['status'],
  { at, text, simulated = false }: Update,
): Row => ({
  ...before,
  status,
  moves: before.moves + 1,
  updateTime: at,
  responseMessage: text ?? null,
  simulated: before.simulated || simulated,
})

// A transition is never older than the previous one, even with clock skew.
export const transitionTime = ({ updateTime }: Subject, { clock }: { clock: Clock }): Date =>
  new Date(Math.max(clock.now(), updateTime.getTime()))

export const transitionConflict = ({ status }: Subject, to: Transition['status']): Refusal =>
  new Refusal('ORDER_STATE_CONFLICT', { detail: { from: status, to } })
