import type { Database, Transaction } from '../db/database.ts'
import { parseRow, type Raw, selectList, sendRows } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { post } from '../ledger/ledger.ts'
import type { OrderKey } from '../orders/orderRow.ts'
import type { PaymentContext } from '../payments/payments.ts'
import { processDue } from '../processDue.ts'
import { SETTLEMENT, type Settlement, settlementEntries } from './payinSteps.ts'

export const addSettlements = (tx: Transaction, settlements: readonly Settlement[]): void =>
  sendRows(tx, 'settlement', settlements)

const SETTLEMENT_COLUMNS = selectList('s', SETTLEMENT)

/** Reads the frozen money of an order and locks it until the transaction ends; null when nothing is frozen. */
export async function lockSettlement(tx: Transaction, { merchantNo, id }: OrderKey): Promise<Settlement | null> {
  const row = await tx.one<Raw<Settlement>>(sql`
    select ${SETTLEMENT_COLUMNS} from settlement s where s.merchant_no = ${merchantNo} and s.order_id = ${id} for update`)
  return row === undefined ? null : parseRow(SETTLEMENT, row)
}

export const removeSettlement = (tx: Transaction, { merchantNo, orderId }: Settlement): void =>
  tx.send(sql`delete from settlement where merchant_no = ${merchantNo} and order_id = ${orderId}`)

const BATCH = 200

type SettlementContext = Pick<PaymentContext, 'ids' | 'clock'>

/** Releases frozen money that is due; returns the number of orders. Safe to run in several processes. */
export async function settleDue(db: Database, context: SettlementContext): Promise<number> {
  for (let released = 0; ; ) {
    const due = await db.all<{ merchantNo: string }>(sql`
      select distinct merchant_no as "merchantNo" from settlement where due_time <= ${new Date(context.clock.now())}`)
    const batch = await processDue(db, due, (tx, { merchantNo }) => settleBatch(tx, context, merchantNo))
    if (batch === 0) return released
    released += batch
  }
}

/** Releases one batch of a merchant. Rows locked by another process are skipped. */
async function settleBatch(tx: Transaction, { ids, clock }: SettlementContext, merchantNo: string): Promise<number> {
  const now = new Date(clock.now())
  const due = await tx.all<Raw<Settlement>>(sql`
    select ${SETTLEMENT_COLUMNS}
      from settlement s
     where s.merchant_no = ${merchantNo} and s.due_time <= ${now}
     order by s.due_time, s.order_id
     limit ${BATCH}
       for update skip locked`)
  if (due.length === 0) return 0
  await post(
    tx,
    ids,
    due.flatMap((settlement) => settlementEntries(parseRow(SETTLEMENT, settlement), now)),
  )
  await tx.run(sql`
    delete from settlement
     where merchant_no = ${merchantNo} and order_id = any (${due.map(({ orderId }) => orderId)}::bigint[])`)
  return due.length
}
