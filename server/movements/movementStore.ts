import { type Columns, insertInto } from '../db/bulk.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { MOVEMENT, MOVEMENT_COLUMNS, type MovementRecord, type MovementRow, movementRecord } from './movementRow.ts'
import type { MovementTransition } from './movementSteps.ts'

/** What names a record. */
export type MovementKey = Pick<MovementRecord, 'merchantNo' | 'id'>

/** When something is to happen to a record by itself. */
export interface MovementDue {
  merchantNo: string
  recordId: Id
  dueTime: Date
}

const MOVE: Columns<MovementTransition> = {
  merchantNo: 'text',
  orderId: 'bigint',
  step: 'int',
  at: 'timestamptz',
  status: 'text',
  text: 'text',
}

/** Adds the records whose number their merchant has not used yet, and tells how many they were. */
export const addMovements = (tx: Transaction, records: readonly MovementRecord[]): Promise<number> =>
  tx.run(insertInto('record', MOVEMENT, records, sql`on conflict do nothing`))

export const addMovementTransitions = (tx: Transaction, moves: readonly MovementTransition[]) =>
  tx.run(insertInto('order_move', MOVE, moves))

export const addMovementDues = (tx: Transaction, dues: readonly MovementDue[]) =>
  tx.run(insertInto<MovementDue>('record_due', { merchantNo: 'text', recordId: 'bigint', dueTime: 'timestamptz' }, dues))

/** The merchant's own record of that number, exactly as it is written. */
export async function movementByNumber(
  db: Queries,
  { merchantNo, merchantOrderNo }: Pick<MovementRecord, 'merchantNo' | 'merchantOrderNo'>,
): Promise<MovementRecord | undefined> {
  const row = await db.one<MovementRow>(sql`
    select ${MOVEMENT_COLUMNS}
      from record r
     where r.merchant_no = ${merchantNo} and lower(r.merchant_order_no) = lower(${merchantOrderNo})
       and r.merchant_order_no = ${merchantOrderNo} and r.origin_no = ${merchantNo}`)
  return row && movementRecord(row)
}

/** The record, which nobody else changes until the transaction ends. */
export async function lockMovement(tx: Transaction, { merchantNo, id }: MovementKey): Promise<MovementRecord> {
  const row = await tx.one<MovementRow>(sql`
    select ${MOVEMENT_COLUMNS} from record r where r.merchant_no = ${merchantNo} and r.id = ${id} for update`)
  if (row === undefined) throw new Refusal('ORDER_NOT_FOUND')
  return movementRecord(row)
}

/** Writes what a move may change of a record. */
export const saveMovement = (tx: Transaction, record: MovementRecord) =>
  tx.run(sql`
    update record
       set status = ${record.status}, pay_order_no = ${record.payOrderNo}, first_check_time = ${record.firstCheckTime},
           response_message = ${record.responseMessage}, simulated = ${record.simulated}, moves = ${record.moves},
           update_time = ${record.updateTime}, complete_time = ${record.completeTime}
     where merchant_no = ${record.merchantNo} and id = ${record.id}`)

/** Whether the merchant had no offline recharge open; now this is the one. */
export const addOpenRecharge = async (tx: Transaction, { merchantNo, id }: MovementKey): Promise<boolean> =>
  (await tx.run(sql`
    insert into open_recharge (merchant_no, record_id) values (${merchantNo}, ${id}) on conflict do nothing`)) === 1

export const removeOpenRecharge = (tx: Transaction, { merchantNo, id }: MovementKey) =>
  tx.run(sql`delete from open_recharge where merchant_no = ${merchantNo} and record_id = ${id}`)
