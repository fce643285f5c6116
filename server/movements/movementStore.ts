import { type Columns, insertInto } from '../db/bulk.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { type AccountRecord, accountRecord, RECORD, RECORD_COLUMNS, type RecordRow } from './movementRow.ts'
import type { RecordMove } from './movementSteps.ts'

/** What names a record. */
export type RecordKey = Pick<AccountRecord, 'merchantNo' | 'id'>

/** When something is to happen to a record by itself. */
export interface RecordDue {
  merchantNo: string
  recordId: Id
  dueTime: Date
}

const MOVE: Columns<RecordMove> = {
  merchantNo: 'text',
  orderId: 'bigint',
  step: 'int',
  at: 'timestamptz',
  status: 'text',
  text: 'text',
}

/** Adds the records whose number their merchant has not used yet, and tells how many they were. */
export const addRecords = (tx: Transaction, records: readonly AccountRecord[]): Promise<number> =>
  tx.run(insertInto('record', RECORD, records, sql`on conflict do nothing`))

export const addRecordMoves = (tx: Transaction, moves: readonly RecordMove[]) => tx.run(insertInto('order_move', MOVE, moves))

export const addRecordDues = (tx: Transaction, dues: readonly RecordDue[]) =>
  tx.run(insertInto<RecordDue>('record_due', { merchantNo: 'text', recordId: 'bigint', dueTime: 'timestamptz' }, dues))

/** The merchant's own record of that number, exactly as it is written. */
export async function recordOfNumber(
  db: Queries,
  { merchantNo, merchantOrderNo }: Pick<AccountRecord, 'merchantNo' | 'merchantOrderNo'>,
): Promise<AccountRecord | undefined> {
  const row = await db.one<RecordRow>(sql`
    select ${RECORD_COLUMNS}
      from record r
     where r.merchant_no = ${merchantNo} and lower(r.merchant_order_no) = lower(${merchantOrderNo})
       and r.merchant_order_no = ${merchantOrderNo} and r.origin_no = ${merchantNo}`)
  return row && accountRecord(row)
}

/** The record, which nobody else changes until the transaction ends. */
export async function lockRecord(tx: Transaction, { merchantNo, id }: RecordKey): Promise<AccountRecord> {
  const row = await tx.one<RecordRow>(sql`
    select ${RECORD_COLUMNS} from record r where r.merchant_no = ${merchantNo} and r.id = ${id} for update`)
  if (row === undefined) throw new Refusal('ORDER_NOT_FOUND')
  return accountRecord(row)
}

/** Writes what a move may change of a record. */
export const saveRecord = (tx: Transaction, record: AccountRecord) =>
  tx.run(sql`
    update record
       set status = ${record.status}, pay_order_no = ${record.payOrderNo}, first_check_time = ${record.firstCheckTime},
           response_message = ${record.responseMessage}, simulated = ${record.simulated}, moves = ${record.moves},
           update_time = ${record.updateTime}, complete_time = ${record.completeTime}
     where merchant_no = ${record.merchantNo} and id = ${record.id}`)

/** Whether the merchant had no offline recharge open; now this is the one. */
export const openRecharge = async (tx: Transaction, { merchantNo, id }: RecordKey): Promise<boolean> =>
  (await tx.run(sql`
    insert into open_recharge (merchant_no, record_id) values (${merchantNo}, ${id}) on conflict do nothing`)) === 1

export const closeRecharge = (tx: Transaction, { merchantNo, id }: RecordKey) =>
  tx.run(sql`delete from open_recharge where merchant_no = ${merchantNo} and record_id = ${id}`)
