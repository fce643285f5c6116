import type { OrderKind } from '#contract/kinds.ts'
import type { Database, Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import { sql, when } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { processDue } from '../processDue.ts'

/** The kind of row that changed: an order of some kind, a movement (`RECORD`) or a notice. */
export type ChangeKind = OrderKind | 'RECORD' | 'NOTICE'

interface ChangeNote {
  merchantNo: string
  kind: ChangeKind
  id: Id
  made: boolean
}

type Subject = Omit<ChangeNote, 'made'>

const insertNote = ({ merchantNo, kind, id }: Subject, made: boolean) =>
  insertInto('change_note', [{ merchantNo, kind, id, made }])

/** Notes a created row, in the transaction that creates it. */
export const noteCreated = (tx: Transaction, subject: Subject): Promise<number> => tx.run(insertNote(subject, true))

/** Notes a changed row, in the transaction that changes it. */
export const noteChanged = (tx: Transaction, subject: Subject): Promise<number> => tx.run(insertNote(subject, false))

/** The number of changes kept per merchant. A reader with an older mark is told only that there were more. */
export const KEPT_CHANGES = 10_000

/**
 * Assigns numbers to the committed change notes and returns how many. Safe to run in several processes: the numbers of a
 * merchant are assigned by one process at a time.
 */
export async function numberChanges(db: Database, merchantNos: readonly string[] | 'all' = 'all'): Promise<number> {
  const noted = await db.all<{ merchantNo: string }>(sql`
    select distinct merchant_no as "merchantNo"
      from change_note
     ${when(merchantNos !== 'all', sql`where merchant_no = any (${merchantNos}::text[])`)}`)
  return processDue(db, noted, (tx, { merchantNo }) => numberMerchantChanges(tx, merchantNo))
}

async function numberMerchantChanges(tx: Transaction, merchantNo: string): Promise<number> {
  await tx.run(sql`insert into change_mark (merchant_no) values (${merchantNo}) on conflict do nothing`)
  const mark = await tx.one<{ seq: string }>(sql`
    select seq from change_mark where merchant_no = ${merchantNo} for update`)
  const newest = (...kinds: ChangeKind[]) => sql`(select max(seq) from put where kind = any (${kinds}::text[]))`
  const numbered = await tx.one<{ n: number }>(sql`
    with taken as (
      delete from change_note where merchant_no = ${merchantNo} returning kind, id, made
    ), put as (
      insert into change (merchant_no, seq, kind, id, made)
      select ${merchantNo}, ${mark!.seq}::bigint + row_number() over (order by id), kind, id, bool_or(made)
        from taken
       group by kind, id
      returning seq, kind
    ), upto as (
      update change_mark
         set seq = (select max(seq) from put),
             payin = coalesce(${newest('PAYIN', 'USDT_PAYIN')}, payin),
             payout = coalesce(${newest('PAYOUT', 'USDT_PAYOUT')}, payout),
             record = coalesce(${newest('RECORD')}, record),
             notice = coalesce(${newest('NOTICE')}, notice)
       where merchant_no = ${merchantNo} and exists (select from put)
    )
    select count(*)::int as n from put`)
  const n = numbered?.n ?? 0
  // Delete changes beyond the limit.
  const last = Number(mark!.seq) + n - KEPT_CHANGES
  if (last > 0) await tx.run(sql`delete from change where merchant_no = ${merchantNo} and seq <= ${last}`)
  return n
}
