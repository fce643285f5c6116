import { OPTION_MEMBERS } from '#contract/options.ts'
import type { EntryFilter } from '#contract/shapes/ledger.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { asArray, parseDayRange } from '../orders/orderFilter.ts'
import { accountFigures } from './accountDayQueries.ts'

/** Rows of an account, from behind one number up to another, and how many of them are wanted. */
export interface Span {
  from: number
  upto: number
  n: number
}

type Account = Pick<MerchantRow, 'merchantNo' | 'currency'>
type DayFilter = Pick<EntryFilter, 'type' | 'notType' | 'startDate' | 'endDate'>

/** The types that are asked for; null for all. */
export function requestedTypes({ type, notType }: Pick<EntryFilter, 'type' | 'notType'>): readonly string[] | null {
  if (type === undefined && notType === undefined) return null
  const without = asArray(notType ?? [])
  return asArray(type ?? [...OPTION_MEMBERS.DetailType]).filter((one) => !without.includes(one))
}

export const countRows = (spans: readonly Span[]): number => spans.reduce((sum, { n }) => sum + n, 0)

/**
 * The rows of the days asked for: one span where every row is wanted, else one a day that has any, newest first. No row is
 * older than the one before it, so the figures of the days, counted back from the newest row, tell where each day lies.
 */
export async function daySpans(db: Queries, account: Account, filter: DayFilter): Promise<Span[]> {
  const { first, last } = parseDayRange(filter)
  const types = requestedTypes(filter)
  if (types === null && first === null && last === null) return allOf(db, account)
  const days = await figuresSince(db, account, first, types)
  let upto = Number(days[0]?.seq ?? 0)
  const spans: Span[] = []
  for (const { day, rows, n } of days) {
    if (last === null || day <= last) spans.push({ from: upto - rows, upto, n })
    upto -= rows
  }
  if (types !== null) return spans.filter((span) => span.n > 0)
  return spans.length === 0 ? [] : [{ from: spans.at(-1)!.from, upto: spans[0]!.upto, n: countRows(spans) }]
}

async function allOf(db: Queries, { merchantNo, currency }: Account): Promise<Span[]> {
  const row = await db.one<{ seq: string }>(sql`
    select seq from account where merchant_no = ${merchantNo} and currency = ${currency}`)
  const n = Number(row?.seq ?? 0)
  return [{ from: 0, upto: n, n }]
}

const EARLIEST = '0001-01-01'

/** Of each day that has any, newest first: how many rows there are, and how many of the types; and the newest row of all. */
const figuresSince = (db: Queries, account: Account, first: string | null, types: readonly string[] | null) =>
  db.all<{ day: string; rows: number; n: number; seq: string }>(sql`
    select f.day, sum(f.n)::float8 as rows, a.seq,
           coalesce(sum(f.n) filter (where ${types === null} or f.type = any (${types ?? []}::text[])), 0)::float8 as n
      from (${accountFigures(account)}) f
      join account a on a.merchant_no = ${account.merchantNo} and a.currency = ${account.currency}
     where f.day >= ${first ?? EARLIEST}::date
     group by f.day, a.seq
     order by f.day desc`)
