import { type Columns, insertInto } from '../db/bulk.ts'
import type { Transaction } from '../db/database.ts'
import { addExpiries, addOrders, addSettlements, addTransitions } from '../orders/orderStore.ts'
import type { AttemptRow, CallbackRow } from './callbackLog.ts'
import type { OrderHistory } from './payinHistory.ts'
import type { PayoutHistory } from './payoutHistory.ts'

const ATTEMPT: Columns<AttemptRow> = {
  merchantNo: 'text',
  orderId: 'bigint',
  number: 'int',
  eventId: 'text',
  trigger: 'text',
  actor: 'text',
  address: 'text',
  at: 'timestamptz',
  outcome: 'text',
  httpStatus: 'int',
  latencyMs: 'int',
  error: 'text',
  request: 'jsonb',
  response: 'text',
  nextTime: 'timestamptz',
}

const CALLBACK: Columns<CallbackRow> = {
  merchantNo: 'text',
  kind: 'text',
  orderId: 'bigint',
  eventId: 'text',
  status: 'text',
  attempts: 'int',
  state: 'text',
  nextTime: 'timestamptz',
  createTime: 'timestamptz',
}

/** Inserts orders with their transitions, settlements, expiries and callbacks, without ledger entries. */
export async function addOrderHistories(tx: Transaction, histories: readonly OrderHistory[]): Promise<void> {
  const callbackLogs = histories.flatMap(({ callbackLog }) => callbackLog ?? [])
  const added = await addOrders(
    tx,
    histories.map(({ order }) => order),
  )
  if (added !== histories.length) throw new Error('Two orders of the demo have the same number.')
  await addTransitions(
    tx,
    histories.flatMap(({ moves }) => moves),
  )
  await addSettlements(
    tx,
    histories.flatMap(({ settlement }) => settlement ?? []),
  )
  await addExpiries(
    tx,
    histories.flatMap(({ order }) => (order.status === 'PENDING' ? order : [])),
  )
  await tx.run(
    insertInto(
      'callback',
      CALLBACK,
      callbackLogs.map(({ callback }) => callback),
    ),
  )
  await tx.run(
    insertInto(
      'callback_attempt',
      ATTEMPT,
      callbackLogs.flatMap(({ attempts }) => attempts),
    ),
  )
}

interface PayoutDue {
  merchantNo: string
  kind: string
  orderId: string
  dueTime: Date
}

/** Inserts payouts. Unfinished ones are scheduled, so that the worker continues them. */
export async function addPayoutHistories(tx: Transaction, histories: readonly PayoutHistory[]): Promise<void> {
  await addOrderHistories(tx, histories)
  await tx.run(
    insertInto<PayoutDue>(
      'payout_due',
      { merchantNo: 'text', kind: 'text', orderId: 'bigint', dueTime: 'timestamptz' },
      histories.flatMap(({ order: { merchantNo, kind, id }, due }) =>
        due === null ? [] : { merchantNo, kind, orderId: id, dueTime: due },
      ),
    ),
  )
}
