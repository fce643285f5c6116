import type { Queries, Transaction } from '../db/database.ts'
import { sendRows } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { MOVEMENT_COLUMNS, type MovementRecord, type MovementRow, movementRecord } from './movementRow.ts'

export type MovementKey = Pick<MovementRecord, 'merchantNo' | 'id'>

export const addMovementDues = (tx: Transaction, dues: readonly { merchantNo: string; recordId: Id; dueTime: Date }[]): void =>
  sendRows(tx, 'record_due', dues)

/** The movement with exactly that number (case-sensitive) among those the merchant created. */
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

/** Reads a movement and locks its row until the transaction ends. Throws ORDER_NOT_FOUND. */
export async function lockMovement(tx: Transaction, { merchantNo, id }: MovementKey): Promise<MovementRecord> {
  const row = await tx.one<MovementRow>(sql`
    select ${MOVEMENT_COLUMNS} from record r where r.merchant_no = ${merchantNo} and r.id = ${id} for update`)
  if (row === undefined) throw new Refusal('ORDER_NOT_FOUND')
  return movementRecord(row)
}

export const saveMovement = (tx: Transaction, movement: MovementRecord): void =>
  tx.send(sql`
    update record
       set status = ${movement.status}, pay_order_no = ${movement.payOrderNo}, first_check_time = ${movement.firstCheckTime},
           response_message = ${movement.responseMessage}, simulated = ${movement.simulated}, moves = ${movement.moves},
           update_time = ${movement.updateTime}, complete_time = ${movement.completeTime}
     where merchant_no = ${movement.merchantNo} and id = ${movement.id}`)

/** Registers the open offline recharge of a merchant; false when it already has one. */
export const addOpenRecharge = async (tx: Transaction, { merchantNo, id }: MovementKey): Promise<boolean> =>
  (await tx.run(sql`
    insert into open_recharge (merchant_no, record_id) values (${merchantNo}, ${id}) on conflict do nothing`)) === 1

export const removeOpenRecharge = (tx: Transaction, { merchantNo, id }: MovementKey): void =>
  tx.send(sql`delete from open_recharge where merchant_no = ${merchantNo} and record_id = ${id}`)
