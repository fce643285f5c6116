import type { LiveKind } from '#contract/rows.ts'
import type { Queries } from '../db/database.ts'
import { sql, when } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { type ChangeKind, KEPT_CHANGES } from './changes.ts'

/** How far the numbers of a merchant have come. */
export interface Mark {
  merchantNo: string
  seq: string
}

/** A mark on the wire: `M10000001:42,M10000002:7`. Whose numbers do not stand in it had none. */
export const formatMark = (marks: readonly Mark[]): string =>
  marks.map(({ merchantNo, seq }) => `${merchantNo}:${seq}`).join(',')

export const parseMark = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(',').map((part) => part.split(':') as [string, string]))

/** Where the merchants of the scope stand. */
export const readMarks = (db: Queries, merchantNos: readonly string[] | 'all'): Promise<Mark[]> =>
  db.all(sql`
    select merchant_no as "merchantNo", seq
      from change_mark
     ${when(merchantNos !== 'all', sql`where merchant_no = any (${merchantNos}::text[])`)}
     order by merchant_no`)

/** The newest number of each kind of thing. */
export interface KindMark extends Record<LiveKind, string> {
  merchantNo: string
}

/** Where the merchants of the scope stand, by what it is about. */
export const readKindMarks = (db: Queries, merchantNos: readonly string[] | 'all'): Promise<KindMark[]> =>
  db.all(sql`
    select merchant_no as "merchantNo", payin, payout, record, notice
      from change_mark
     ${when(merchantNos !== 'all', sql`where merchant_no = any (${merchantNos}::text[])`)}`)

export interface Change {
  id: Id
  /** It was made since. */
  made: boolean
  /** Nothing happened to it since the mark that was told. */
  isTold: boolean
}

/** So many rows are held against the filter; where more have changed, there are at least those. */
const COUNTED = 5_000

/**
 * What happened to things of a kind between an older mark and the one that is given, newest first: of each merchant a
 * range of the key. `more` when that was too much to be counted, or to be kept until now.
 */
export async function changesSince(
  db: Queries,
  kind: ChangeKind,
  marks: readonly Mark[],
  since: ReadonlyMap<string, string>,
  told: ReadonlyMap<string, string>,
): Promise<{ found: Change[]; more: boolean }> {
  const from = (mark: ReadonlyMap<string, string>, merchantNo: string) => mark.get(merchantNo) ?? '0'
  const moved = marks.filter(({ merchantNo, seq }) => seq !== from(since, merchantNo))
  if (moved.length === 0) return { found: [], more: false }
  const found = await db.all<Change>(sql`
    select c.id, bool_or(c.made) as made, bool_and(c.seq <= whose.told) as "isTold"
      from unnest(${moved.map(({ merchantNo }) => merchantNo)}::text[],
                  ${moved.map(({ merchantNo }) => from(since, merchantNo))}::bigint[],
                  ${moved.map(({ merchantNo }) => from(told, merchantNo))}::bigint[],
                  ${moved.map(({ seq }) => seq)}::bigint[]) whose (no, since, told, upto)
     cross join lateral (
             select id, made, seq
               from change
              where merchant_no = whose.no and seq > whose.since and seq <= whose.upto and kind = ${kind}
           ) c
     group by c.id
     order by c.id desc
     limit ${COUNTED + 1}`)
  const forgotten = moved.some(({ merchantNo, seq }) => Number(seq) - Number(from(since, merchantNo)) > KEPT_CHANGES)
  return { found: found.slice(0, COUNTED), more: forgotten || found.length > COUNTED }
}
