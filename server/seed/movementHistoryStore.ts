import { insertInto } from '../db/bulk.ts'
import type { Transaction } from '../db/database.ts'
import type { Id } from '../ids.ts'
import { isFinal } from '../movements/movementSteps.ts'
import { addMovementDues, addMovements, addMovementTransitions, addOpenRecharge } from '../movements/movementStore.ts'
import type { ReceiptFile } from '../movements/receipts.ts'
import type { MovementHistory } from './movementHistory.ts'
import { transferSlip } from './transferSlip.ts'

interface ReceiptRow extends ReceiptFile {
  merchantNo: string
  recordId: Id
}

/** Inserts movements with their transitions, due times and receipts. */
export async function addMovementHistories(tx: Transaction, histories: readonly MovementHistory[]): Promise<void> {
  const movements = histories.map(({ movement }) => movement)
  await addMovements(tx, movements)
  await addMovementTransitions(
    tx,
    histories.flatMap(({ moves }) => moves),
  )
  await addMovementDues(
    tx,
    histories.flatMap(({ movement: { merchantNo, id }, due }) =>
      due === null ? [] : { merchantNo, recordId: id, dueTime: due },
    ),
  )
  await tx.run(
    insertInto<ReceiptRow>(
      'record_receipt',
      { merchantNo: 'text', recordId: 'bigint', type: 'text', content: 'bytea' },
      movements
        .filter(({ receipt }) => receipt)
        .map((movement) => ({ merchantNo: movement.merchantNo, recordId: movement.id, ...transferSlip(movement) })),
    ),
  )
  for (const movement of movements) {
    if (movement.type === 'RECHARGE_OFFLINE' && !isFinal(movement)) await addOpenRecharge(tx, movement)
  }
}
