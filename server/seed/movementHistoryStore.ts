import type { Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import { isFinal } from '../movements/movementSteps.ts'
import { addMovementDues, addMovements, addMovementTransitions, addOpenRecharge } from '../movements/movementStore.ts'
import type { MovementHistory } from './movementHistory.ts'
import { transferSlip } from './transferSlip.ts'

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
    insertInto(
      'record_receipt',
      movements
        .filter(({ receipt }) => receipt)
        .map((movement) => {
          const { type, content } = transferSlip(movement)
          return { merchantNo: movement.merchantNo, recordId: movement.id, type, content: `\\x${content.toString('hex')}` }
        }),
    ),
  )
  for (const movement of movements) {
    if (movement.type === 'RECHARGE_OFFLINE' && !isFinal(movement)) await addOpenRecharge(tx, movement)
  }
}
