import { copyRows } from '../db/copy.ts'
import type { Transaction } from '../db/database.ts'
import { sendRows } from '../db/rows.ts'
import { post } from '../ledger/ledger.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import { isFinal } from '../movements/movementSteps.ts'
import { addMovementDues, addOpenRecharge } from '../movements/movementStore.ts'
import { addExpiries } from '../payins/payins.ts'
import { addSettlements } from '../payins/settlements.ts'
import { MINUTE } from '../wib.ts'
import { transferSlip } from './transferSlip.ts'
import type { Batch, MovementHistory, OrderHistory } from './world.ts'

/** Sends all statements of the batch at once, so that the database works while the next events run. */
export async function writeBatch(tx: Transaction, { orders, movements, entries, auditRows }: Batch): Promise<void> {
  const ids = entries.values()
  const moves = [...orders, ...movements].flatMap((history) => history.moves)
  await Promise.all([
    copyRows(tx, 'audit', auditRows),
    copyRows(tx, 'order_move', moves),
    writeOrders(tx, orders),
    writeMovements(tx, movements),
    post(tx, { next: () => ids.next().value!.id }, entries),
  ])
}

async function writeOrders(tx: Transaction, histories: readonly OrderHistory[]): Promise<void> {
  const orders = histories.map(({ order }) => order)
  const settlements = histories.flatMap(({ settlement }) => settlement ?? [])
  addSettlements(tx, settlements)
  const pending = orders.filter(({ status }) => status === 'PENDING')
  addExpiries(tx, pending)
  const callbacks = histories.flatMap(({ callback }) => callback ?? [])
  const attempts = histories.flatMap((history) => history.attempts)
  // The worker continues unfinished payouts.
  const dues = histories.flatMap(({ order: { merchantNo, kind, id, status }, due }) =>
    due !== null && isWaiting(kind, status) ? { merchantNo, kind, orderId: id, dueTime: due } : [],
  )
  sendRows(tx, 'payout_due', dues)
  await Promise.all([
    copyRows(tx, 'orders', orders),
    copyRows(tx, 'callback', callbacks),
    copyRows(tx, 'callback_attempt', attempts),
  ])
}

const isWaiting = (kind: string, status: string) => kind.endsWith('PAYOUT') && (status === 'CREATED' || status === 'PROCESSING')

async function writeMovements(tx: Transaction, histories: readonly MovementHistory[]): Promise<void> {
  const movements = histories.map(({ movement }) => movement)
  const open = histories.filter(({ movement }) => !isFinal(movement))
  addMovementDues(
    tx,
    open.map(({ movement: { merchantNo, id, createTime, expiryMinutes }, due }) => ({
      merchantNo,
      recordId: id,
      dueTime: expiryMinutes === null ? due! : new Date(createTime.getTime() + expiryMinutes * MINUTE),
    })),
  )
  const receipts = movements.filter(({ receipt }) => receipt).map(receiptRow)
  sendRows(tx, 'record_receipt', receipts)
  const recharges = open.filter(({ movement }) => movement.type === 'RECHARGE_OFFLINE')
  await Promise.all([copyRows(tx, 'record', movements), ...recharges.map(({ movement }) => addOpenRecharge(tx, movement))])
}

const receiptRow = (movement: MovementRecord) => ({
  merchantNo: movement.merchantNo,
  recordId: movement.id,
  type: 'application/pdf',
  content: `\\x${Buffer.from(transferSlip(movement), 'latin1').toString('hex')}`,
})
