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

const DEBT: Columns<CallbackRow> = {
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

/** Writes orders as they stand at the end, with all that led there but the money. */
export async function addOrderHistories(tx: Transaction, lives: readonly OrderHistory[]): Promise<void> {
  const correspondences = lives.flatMap(({ callbackLog: correspondence }) => correspondence ?? [])
  const added = await addOrders(
    tx,
    lives.map(({ order }) => order),
  )
  if (added !== lives.length) throw new Error('Two orders of the demo have one number.')
  await addTransitions(
    tx,
    lives.flatMap(({ moves }) => moves),
  )
  await addSettlements(
    tx,
    lives.flatMap(({ settlement }) => settlement ?? []),
  )
  await addExpiries(
    tx,
    lives.flatMap(({ order }) => (order.status === 'PENDING' ? order : [])),
  )
  await tx.run(
    insertInto(
      'callback',
      DEBT,
      correspondences.map(({ callback: debt }) => debt),
    ),
  )
  await tx.run(
    insertInto(
      'callback_attempt',
      ATTEMPT,
      correspondences.flatMap(({ attempts }) => attempts),
    ),
  )
}

interface Due {
  merchantNo: string
  kind: string
  orderId: string
  dueTime: Date
}

/** The same of payouts; those that are on their way go on when the gateway runs. */
export async function addPayoutHistories(tx: Transaction, lives: readonly PayoutHistory[]): Promise<void> {
  await addOrderHistories(tx, lives)
  await tx.run(
    insertInto<Due>(
      'payout_due',
      { merchantNo: 'text', kind: 'text', orderId: 'bigint', dueTime: 'timestamptz' },
      lives.flatMap(({ order: { merchantNo, kind, id }, due }) =>
        due === null ? [] : { merchantNo, kind, orderId: id, dueTime: due },
      ),
    ),
  )
}
