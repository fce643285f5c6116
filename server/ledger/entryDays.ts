import { OPTION_MEMBERS } from '#contract/options.ts'
import type { EntryFilter } from '#contract/shapes/ledger.ts'
import { readRange } from '../dayRanges.ts'
import type { Queries } from '../db/database.ts'
import { sql, when } from '../db/sql.ts'
import type { Account } from '../merchants/merchants.ts'
import { asArray } from '../orders/orderFilter.ts'
import { daysBetween } from '../wib.ts'
import { accountFigures } from './accountDays.ts'

/** Ledger rows of an account after sequence number `from` up to `upto`; `n` of them match. */
export interface Span {
  from: number
  upto: number
  n: number
}

type DayFilter = Pick<EntryFilter, 'type' | 'notType' | 'startDate' | 'endDate'>

/** The types the filter includes; null for all. */
export function requestedTypes({ type, notType }: Pick<EntryFilter, 'type' | 'notType'>): readonly string[] | null {
  if (type === undefined && notType === undefined) return null
  const excluded = asArray(notType ?? [])
  return asArray(type ?? [...OPTION_MEMBERS.DetailType]).filter((one) => !excluded.includes(one))
}

export const countRows = (spans: readonly Span[]): number => spans.reduce((sum, { n }) => sum + n, 0)

/**
 * The spans of the requested days: a single span when all types match, else one per day with matches, newest first. Rows are
 * in order of time, so the row counts per day, subtracted from the newest sequence number, give the span of each day.
 */
export async function daySpans(db: Queries, account: Account, filter: DayFilter): Promise<Span[]> {
  const { first, last } = readRange(filter)
  const types = requestedTypes(filter)
  if (types === null && first === null && last === null) return wholeLedger(db, account)
  const days = await dayCounts(db, account, first, types)
  let upto = Number(days[0]?.seq ?? 0)
  const spans: Span[] = []
  for (const { day, rows, n } of days) {
    if (last === null || daysBetween(day, last) >= 0) spans.push({ from: upto - rows, upto, n })
    upto -= rows
  }
  if (types !== null) return spans.filter((span) => span.n > 0)
  return spans.length === 0 ? [] : [{ from: spans.at(-1)!.from, upto: spans[0]!.upto, n: countRows(spans) }]
}

async function wholeLedger(db: Queries, { merchantNo, currency }: Account): Promise<Span[]> {
  const row = await db.one<{ seq: string }>(sql`
    select seq from account where merchant_no = ${merchantNo} and currency = ${currency}`)
  const n = Number(row?.seq ?? 0)
  return [{ from: 0, upto: n, n }]
}

/** Per day with rows, newest first: the number of rows, the number with the types, and the newest sequence number of the account. */
const dayCounts = (db: Queries, account: Account, first: string | null, types: readonly string[] | null) =>
  db.all<{ day: string; rows: number; n: number; seq: string }>(sql`
    select f.day, sum(f.n)::float8 as rows, a.seq,
           coalesce(sum(f.n) filter (where ${types === null} or f.type = any (${types ?? []}::text[])), 0)::float8 as n
      from (${accountFigures(account)}) f
      join account a on a.merchant_no = ${account.merchantNo} and a.currency = ${account.currency}
     ${when(first, sql`where f.day >= ${first}::date`)}
     group by f.day, a.seq
     order by f.day desc`)
