import type { LiveKind } from '#contract/rows/changes.ts'
import type { Queries } from '../db/database.ts'
import { sql, when } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { type ChangeKind, KEPT_CHANGES } from './changes.ts'

/** The newest change number of a merchant. */
export interface Mark {
  merchantNo: string
  seq: string
}

/** A mark on the wire: `M10000001:42,M10000002:7`. A merchant that is missing had no changes. */
export const formatMark = (marks: readonly Mark[]): string =>
  marks.map(({ merchantNo, seq }) => `${merchantNo}:${seq}`).join(',')

export const parseMark = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(',').map((part) => part.split(':') as [string, string]))

/** The marks of the merchants in the scope. */
export const readMarks = (db: Queries, merchantNos: readonly string[] | 'all'): Promise<Mark[]> =>
  db.all(sql`
    select merchant_no as "merchantNo", seq
      from change_mark
     ${when(merchantNos !== 'all', sql`where merchant_no = any (${merchantNos}::text[])`)}
     order by merchant_no`)

/** The newest change number of a merchant by kind. */
export interface KindMark extends Record<LiveKind, string> {
  merchantNo: string
}

/** The marks of the merchants in the scope, by kind. */
export const readKindMarks = (db: Queries, merchantNos: readonly string[] | 'all'): Promise<KindMark[]> =>
  db.all(sql`
    select merchant_no as "merchantNo", payin, payout, record, notice
      from change_mark
     ${when(merchantNos !== 'all', sql`where merchant_no = any (${merchantNos}::text[])`)}`)

export interface Change {
  id: Id
  /** Whether the row was created since the older mark. */
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
): Promise<{ found: Change[]; more: boolean }> {
  const from = (mark: ReadonlyMap<string, string>, merchantNo: string) => mark.get(merchantNo) ?? '0'
  const moved = marks.filter(({ merchantNo, seq }) => seq !== from(since, merchantNo))
  if (moved.length === 0) return { found: [], more: false }
  const found = await db.all<Change>(sql`
    select c.id, bool_or(c.made) as made, bool_and(c.seq <= range.reported) as "isReported"
      from unnest(${moved.map(({ merchantNo }) => merchantNo)}::text[],
                  ${moved.map(({ merchantNo }) => from(since, merchantNo))}::bigint[],
                  ${moved.map(({ merchantNo }) => from(reported, merchantNo))}::bigint[],
                  ${moved.map(({ seq }) => seq)}::bigint[]) range (no, since, reported, upto)
     cross join lateral (
             select id, made, seq
               from change
              where merchant_no = range.no and seq > range.since and seq <= range.upto and kind = ${kind}
           ) c
     group by c.id
     order by c.id desc
     limit ${MAX_COUNTED + 1}`)
  const forgotten = moved.some(({ merchantNo, seq }) => Number(seq) - Number(from(since, merchantNo)) > KEPT_CHANGES)
  return { found: found.slice(0, MAX_COUNTED), more: forgotten || found.length > MAX_COUNTED }
}
