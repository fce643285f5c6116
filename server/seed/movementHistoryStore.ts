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

/** Writes records that were lived. */
export async function addMovementHistories(tx: Transaction, lives: readonly MovementHistory[]): Promise<void> {
  const records = lives.map(({ movement: record }) => record)
  await addMovements(tx, records)
  await addMovementTransitions(
    tx,
    lives.flatMap(({ moves }) => moves),
  )
  await addMovementDues(
    tx,
    lives.flatMap(({ movement: { merchantNo, id }, due }) => (due === null ? [] : { merchantNo, recordId: id, dueTime: due })),
  )
  await tx.run(
    insertInto<ReceiptRow>(
      'record_receipt',
      { merchantNo: 'text', recordId: 'bigint', type: 'text', content: 'bytea' },
      records
        .filter(({ receipt }) => receipt)
        .map((record) => ({ merchantNo: record.merchantNo, recordId: record.id, ...transferSlip(record) })),
    ),
  )
  for (const record of records) {
    if (record.type === 'RECHARGE_OFFLINE' && !isFinal(record)) await addOpenRecharge(tx, record)
  }
}
