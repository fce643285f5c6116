import type { Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import { addExpiries, addOrders, addSettlements, addTransitions } from '../orders/orderStore.ts'
import type { OrderHistory } from './payinHistory.ts'
import type { PayoutHistory } from './payoutHistory.ts'

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
      callbackLogs.map(({ callback }) => callback),
    ),
  )
  await tx.run(
    insertInto(
      'callback_attempt',
      callbackLogs.flatMap(({ attempts }) => attempts),
    ),
  )
}

/** Inserts payouts. Unfinished ones are scheduled, so that the worker continues them. */
export async function addPayoutHistories(tx: Transaction, histories: readonly PayoutHistory[]): Promise<void> {
  await addOrderHistories(tx, histories)
  await tx.run(
    insertInto(
      'payout_due',
      histories.flatMap(({ order: { merchantNo, kind, id }, due }) =>
        due === null ? [] : { merchantNo, kind, orderId: id, dueTime: due },
      ),
    ),
  )
}
