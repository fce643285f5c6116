import type { OrderKind } from '#contract/kinds.ts'
import type { LiveKind } from '#contract/rows/changes.ts'
import { ofMerchants } from '../db/conditions.ts'
import type { Database, Queries, Transaction } from '../db/database.ts'
import { sendRows } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import type { Side } from '../orders/viewer.ts'
import { processDue } from '../processDue.ts'

/** The kind of row that changed: an order of some kind, a movement (`RECORD`) or a notice. */
export type ChangeKind = OrderKind | 'RECORD' | 'NOTICE'

interface Subject {
  merchantNo: string
  kind: ChangeKind
  id: Id
}

const note = (tx: Transaction, subjects: readonly Subject[], made: boolean, side: Side | null = null): void =>
  sendRows(
    tx,
    'change_note',
    subjects.map(({ merchantNo, kind, id }) => ({ merchantNo, kind, id, made, side })),
  )

/** With a side, only its accounts are told. */
export const noteCreated = (tx: Transaction, subject: Subject, side?: Side): void => note(tx, [subject], true, side)
export const noteChanged = (tx: Transaction, subject: Subject, side?: Side): void => note(tx, [subject], false, side)
export const noteAllChanged = (tx: Transaction, subjects: readonly Subject[]): void => note(tx, subjects, false)

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
     where ${ofMerchants(sql`merchant_no`, merchantNos)}`)
  return processDue(db, noted, (tx, { merchantNo }) => numberMerchantChanges(tx, merchantNo))
}

async function numberMerchantChanges(tx: Transaction, merchantNo: string): Promise<number> {
  await tx.run(sql`insert into change_mark (merchant_no) values (${merchantNo}) on conflict do nothing`)
  const mark = await tx.one<{ seq: string }>(sql`
    select seq from change_mark where merchant_no = ${merchantNo} for update`)
  const newest = (...kinds: ChangeKind[]) => sql`(select max(seq) from put where kind = any (${kinds}::text[]))`
  const numbered = await tx.one<{ n: number }>(sql`
    with taken as (
      delete from change_note where merchant_no = ${merchantNo} returning kind, id, made, side
    ), put as (
      insert into change (merchant_no, seq, kind, id, made, side)
      select ${merchantNo}, ${mark!.seq}::bigint + row_number() over (order by id), kind, id, bool_or(made), side
        from taken
       group by kind, id, side
      returning seq, kind
    ), upto as (
      update change_mark
         set seq = (select max(seq) from put),
             payin = coalesce(${newest('PAYIN', 'USDT_PAYIN')}, payin),
             payout = coalesce(${newest('PAYOUT', 'USDT_PAYOUT')}, payout),
             record = coalesce(${newest('RECORD')}, record),
             notice = coalesce(${newest('NOTICE')}, notice)
       where merchant_no = ${merchantNo} and exists (select 1 from put)
    )
    select count(*)::int as n from put`)
  const n = numbered?.n ?? 0
  // Delete changes beyond the limit.
  const last = Number(mark!.seq) + n - KEPT_CHANGES
  if (last > 0) await tx.run(sql`delete from change where merchant_no = ${merchantNo} and seq <= ${last}`)
  return n
}

/** The newest change numbers of a merchant: of all changes, and by kind. */
export interface Mark extends Record<LiveKind, string> {
  merchantNo: string
  seq: string
}

/** A mark on the wire: `M10000001:42,M10000002:7`. A merchant that is missing had no changes. */
export const formatMark = (marks: readonly Mark[]): string =>
  marks.map(({ merchantNo, seq }) => `${merchantNo}:${seq}`).join(',')

export const parseMark = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(',').map((part) => part.split(':') as [string, string]))

export const readMarks = (db: Queries, merchantNos: readonly string[] | 'all'): Promise<Mark[]> =>
  db.all(sql`
    select merchant_no as "merchantNo", seq, payin, payout, record, notice
      from change_mark
     where ${ofMerchants(sql`merchant_no`, merchantNos)}
     order by merchant_no`)

interface Change {
  id: Id
  made: boolean
  /** Whether the row has not changed since the reported mark. */
  isReported: boolean
}

/** The maximum number of changes checked against the filter. With more changes the counts are lower bounds. */
const MAX_COUNTED = 5_000

/**
 * The changes of a kind between the mark `since` and the current `marks`, newest first: one range of the primary key per
 * merchant. `more` is true when there are too many to count, or when older changes were already deleted.
 */
export async function changesSince(
  db: Queries,
  kind: ChangeKind,
  marks: readonly Mark[],
  since: ReadonlyMap<string, string>,
  reported: ReadonlyMap<string, string>,
  side: Side | null,
): Promise<{ found: Change[]; more: boolean }> {
  const from = (mark: ReadonlyMap<string, string>, merchantNo: string) => mark.get(merchantNo) ?? '0'
  const moved = marks.filter(({ merchantNo, seq }) => seq !== from(since, merchantNo))
  if (moved.length === 0) return { found: [], more: false }
  const merchantNos = moved.map(({ merchantNo }) => merchantNo)
  const found = await db.all<Change>(sql`
    select c.id, bool_or(c.made) as made, bool_and(c.seq <= range.reported) as "isReported"
      from unnest(${merchantNos}::text[],
                  ${moved.map(({ merchantNo }) => from(since, merchantNo))}::bigint[],
                  ${moved.map(({ merchantNo }) => from(reported, merchantNo))}::bigint[],
                  ${moved.map(({ seq }) => seq)}::bigint[]) range (no, since, reported, upto)
     cross join lateral (
             select id, made, seq
               from change
              where ${ofMerchants(sql`merchant_no`, merchantNos)} and merchant_no = range.no and seq > range.since and seq <= range.upto and kind = ${kind}
                 and (side is null or side = ${side})
           ) c
     group by c.id
     order by c.id desc
     limit ${MAX_COUNTED + 1}`)
  const forgotten = moved.some(({ merchantNo, seq }) => Number(seq) - Number(from(since, merchantNo)) > KEPT_CHANGES)
  return { found: found.slice(0, MAX_COUNTED), more: forgotten || found.length > MAX_COUNTED }
}
