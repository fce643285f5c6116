import type { Complete } from '#contract/rows/complete.ts'
import type { NoteEntry, Person } from '#contract/rows/notes.ts'
import { SIGN_IN_STATUSES } from '#contract/statuses.ts'
import { isAnyOf } from '../db/conditions.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { wibTime } from '../wib.ts'
import type { OrderKey } from './orderRow.ts'
import type { Side } from './viewer.ts'

type NewEntry = Pick<NoteEntry, 'id' | 'kind' | 'text' | 'assignedTo'> & { at: Date; author: string }

/** The notes and assignments of one side on an order, oldest first. */
export async function notesOf(db: Queries, { merchantNo, id }: Omit<OrderKey, 'kind'>, side: Side): Promise<NoteEntry[]> {
  const rows = await db.all<Omit<Complete<NoteEntry>, 'time'> & { at: Date }>(sql`
    select id, kind, at, author, text, assigned_to as "assignedTo"
      from order_note
     where merchant_no = ${merchantNo} and order_id = ${id} and side = ${side}
     order by id`)
  return rows.map(({ at, ...entry }) => ({ ...entry, time: wibTime(at) }))
}

/** Adds an entry, and what the lists show of it. The order must be locked. */
export async function addEntry(tx: Transaction, order: OrderKey, side: Side, entry: NewEntry): Promise<void> {
  const { merchantNo, kind, id: orderId } = order
  await tx.run(insertInto('order_note', [{ merchantNo, orderId, side, ...entry }]))
  await tx.run(sql`
    update orders set ${SHOWN[side][entry.kind](entry.assignedTo)}
     where merchant_no = ${merchantNo} and kind = ${kind} and id = ${orderId}`)
}

const SHOWN: Record<Side, Record<NoteEntry['kind'], (assignedTo: string | null) => Sql>> = {
  MERCHANT: { NOTE: () => sql`notes = notes + 1`, ASSIGNMENT: (assignedTo) => sql`assigned_to = ${assignedTo}` },
  STAFF: { NOTE: () => sql`staff_notes = staff_notes + 1`, ASSIGNMENT: (assignedTo) => sql`staff_assigned_to = ${assignedTo}` },
}

/** Locks the order and reads what its side has noted so far. */
export async function lockNotes(
  tx: Transaction,
  { merchantNo, kind, id }: OrderKey,
  side: Side,
): Promise<{ notes: number; assignedTo: string | null }> {
  const columns =
    side === 'STAFF' ? sql`staff_notes as notes, staff_assigned_to as "assignedTo"` : sql`notes, assigned_to as "assignedTo"`
  const row = await tx.one<{ notes: number; assignedTo: string | null }>(sql`
    select ${columns} from orders where merchant_no = ${merchantNo} and kind = ${kind} and id = ${id} for update`)
  return row!
}

const canSignIn = isAnyOf(sql`m.status`)(SIGN_IN_STATUSES)

/** The accounts of the caller's side, itself first: its sub-merchants and its parent, or staff. */
export const peopleOf = (db: Queries, { merchantNo, kind, parentNo }: MerchantRow): Promise<Person[]> =>
  db.all(sql`
    select m.username, m.name, case when m.parent_no is not null then m.merchant_no end as "merchantNo"
      from merchant m
     where ${canSignIn} and ${
       kind === 'staff'
         ? sql`m.kind = 'staff'`
         : sql`(m.merchant_no = ${merchantNo} or m.parent_no = ${merchantNo} or m.merchant_no = ${parentNo ?? merchantNo})`
     }
     order by m.merchant_no <> ${merchantNo}, m.username`)

/** Whether the account exists, can sign in and sees orders of the merchant on this side. */
export async function isAssignable(db: Queries, username: string, merchantNo: string, side: Side): Promise<boolean> {
  const sees =
    side === 'STAFF'
      ? sql`m.kind = 'staff'`
      : sql`m.kind <> 'staff' and exists (
          select 1 from merchant o
           where o.merchant_no = ${merchantNo} and (m.merchant_no = o.merchant_no or m.merchant_no = o.parent_no))`
  return (await db.one(sql`select 1 from merchant m where m.username = ${username} and ${canSignIn} and ${sees}`)) !== undefined
}
