import { OPTION_MEMBERS } from '#contract/options.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { AccountEntry } from '#contract/rows/ledger.ts'
import type { EntryFilter } from '#contract/shapes/ledger.ts'
import { readRange } from '../dayRanges.ts'
import { allOf } from '../db/conditions.ts'
import type { Queries } from '../db/database.ts'
import { join, type Sql, sql, trusted, when } from '../db/sql.ts'
import { countUpToCap, type Page, parseSort } from '../http/lists.ts'
import { isId } from '../ids.ts'
import { amountTexts, BALANCE_CHANGE } from '../merchants/accountInfo.ts'
import type { Account } from '../merchants/merchants.ts'
import { amountConditions, asArray, oneIgnoringCase, tailConditions } from '../orders/orderFilter.ts'
import type { Part } from '../orders/orderPages.ts'
import type { OrderPage } from '../orders/orderQueries.ts'
import { sortedIds } from '../orders/sortedIds.ts'
import { daysBetween, wibTime } from '../wib.ts'
import { accountFigures } from './accountDays.ts'

type EntrySort = ReturnType<typeof parseEntrySort>

/** Newest first when absent. */
export const parseEntrySort = (text = 'createTime.desc') => parseSort(text, ['createTime', 'payAmount'])

export async function listEntries(
  db: Queries,
  account: Account,
  filter: EntryFilter,
  { offset, limit, sort, totals = true }: OrderPage,
): Promise<Page<AccountEntry>> {
  const parsedSort = parseEntrySort(sort)
  const part = { offset, count: limit + 1 }
  const days = hasRowFilter(filter) ? null : await daySpans(db, account, filter)
  const counted = async () => (days === null ? countUpToCap(db, await matchingRows(db, account, filter)) : countRows(days))
  const totalCount = totals ? await counted() : null
  const isPagedByDay = days !== null && parsedSort.column === 'createTime'
  const rows = await db.all<EntryRow>(
    isPagedByDay
      ? daysPage(account, filter, days, parsedSort, part)
      : entries(account, rowsPage(await entriesCondition(db, account, filter), parsedSort, part), parsedSort, {
          ...part,
          offset: 0,
        }),
  )
  return { rows: (totalCount === null ? rows : rows.slice(0, limit)).map(accountEntry), totalCount }
}

/** Streams all matching rows in the order of the statement, `step` at a time, without duplicates. */
export async function* scanEntries(
  db: Queries,
  account: Account,
  filter: EntryFilter,
  sortText: string | undefined,
  step: number,
): AsyncGenerator<AccountEntry[]> {
  const sort = parseEntrySort(sortText)
  const condition = await entriesCondition(db, account, filter)
  const read = async (extra: Sql) => {
    const part = { offset: 0, count: step }
    const rows = await db.all<EntryRow>(entries(account, rowsPage(sql`${condition} ${extra}`, sort, part), sort, part))
    return rows.map(accountEntry)
  }
  if (sort.column === 'payAmount') {
    const ids = sql`
      select l.seq as id, row_number() over (order by ${orderByOf(sort)}) as place from ledger l where ${condition}`
    for await (const seqs of sortedIds(db, ids, step)) yield await read(sql`and l.seq = any (${seqs})`)
    return
  }
  for (let cursor = sql``; ; ) {
    const rows = await read(cursor)
    if (rows.length > 0) yield rows
    if (rows.length < step) return
    const { seq } = rows.at(-1)!
    cursor = sort.descending ? sql`and l.seq < ${seq}` : sql`and l.seq > ${seq}`
  }
}

export async function countEntries(db: Queries, account: Account, filter: EntryFilter): Promise<number> {
  if (!hasRowFilter(filter)) return countRows(await daySpans(db, account, filter))
  const row = await db.one<{ n: number }>(sql`
    select count(*)::float8 as n from (${await matchingRows(db, account, filter)}) counted`)
  return row!.n
}

const matchingRows = async (db: Queries, account: Account, filter: EntryFilter): Promise<Sql> =>
  sql`select 1 from ledger l where ${await entriesCondition(db, account, filter)}`

const ROW_FILTERS = ['orderNo', 'orderTail', 'platOrderNo', 'merchantOrderNo', 'minAmount', 'maxAmount'] as const

const hasRowFilter = (filter: EntryFilter): boolean => ROW_FILTERS.some((name) => filter[name] !== undefined)

/** The filter as a condition on a row `l` of the account's ledger. */
async function entriesCondition(db: Queries, account: Account, filter: EntryFilter): Promise<Sql> {
  const { merchantNo, currency } = account
  const { orderNo, orderTail, platOrderNo, merchantOrderNo } = filter
  const ids = [
    ...(orderNo === undefined ? [] : [[...(await idsByNumber(db, merchantNo, orderNo)), ...asArray(orderNo).filter(isId)]]),
    ...(orderTail === undefined ? [] : [await idsByTail(db, merchantNo, asArray(orderTail))]),
    ...(merchantOrderNo === undefined ? [] : [await idsByNumber(db, merchantNo, merchantOrderNo)]),
    ...(platOrderNo === undefined ? [] : [asArray(platOrderNo).filter(isId)]),
  ]
  const isRange = filter.startDate !== undefined || filter.endDate !== undefined
  return allOf([
    accountCondition(account),
    ...ids.map((some) => sql`l.order_id = any (${some}::bigint[])`),
    typeCondition(filter),
    ...amountConditions(filter, sql`abs(l.amount)`, currency),
    // A search by number or tail ignores the range of days.
    ...(orderNo === undefined && orderTail === undefined && isRange ? [await dayCondition(db, account, filter)] : []),
  ])
}

const accountCondition = ({ merchantNo, currency }: Account): Sql =>
  sql`l.merchant_no = ${merchantNo} and l.currency = ${currency}`

function typeCondition(filter: EntryFilter): Sql {
  const types = requestedTypes(filter)
  return types === null ? sql`true` : sql`l.type = any (${types}::text[])`
}

/** The range of days as a range of sequence numbers. */
async function dayCondition(db: Queries, account: Account, { startDate, endDate }: EntryFilter): Promise<Sql> {
  const [span] = await daySpans(db, account, { ...(startDate && { startDate }), ...(endDate && { endDate }) })
  return sql`l.seq > ${span?.from ?? 0} and l.seq <= ${span?.upto ?? 0}`
}

/** A page of the rows of the given days. Days before the page are skipped by their counts, without reading rows. */
function daysPage(account: Account, filter: EntryFilter, days: readonly Span[], sort: EntrySort, { offset, count }: Part): Sql {
  const { descending } = sort
  const spans = descending ? days : days.toReversed()
  const here: Span[] = []
  let [before, skip] = [0, 0]
  for (const span of spans) {
    if (before <= offset) skip = offset - before
    if (before + span.matches > offset && before < offset + count) here.push(span)
    before += span.matches
  }
  const [only] = here
  // Without a type filter, rows to skip within the first day are a range of sequence numbers too.
  if (requestedTypes(filter) === null && only !== undefined) {
    here[0] = descending ? { ...only, upto: only.upto - skip } : { ...only, from: only.from + skip }
    skip = 0
  }
  return entries(
    account,
    sql`(
      select one.*
        from unnest(${here.map(({ from }) => from)}::bigint[], ${here.map(({ upto }) => upto)}::bigint[]) span ("from", upto)
       cross join lateral (
               select *
                 from ledger l
                where ${accountCondition(account)} and l.seq > span."from" and l.seq <= span.upto and ${typeCondition(filter)}
                order by ${orderByOf(sort)}
                limit ${skip + count}) one)`,
    sort,
    { offset: skip, count },
  )
}

/** A page of the matching rows, in order. */
const rowsPage = (condition: Sql, sort: EntrySort, { offset, count }: Part): Sql => sql`
  (select * from ledger l where ${condition} order by ${orderByOf(sort)} limit ${count} offset ${offset})`

const orderByOf = ({ column, descending }: EntrySort): Sql => {
  const direction = descending ? 'desc' : 'asc'
  return trusted(column === 'createTime' ? `l.seq ${direction}` : `l.amount ${direction}, l.seq ${direction}`)
}

/** Ids of orders and movements with one of these merchant order numbers, ignoring case. */
const idsByNumber = (db: Queries, merchantNo: string, numbers: string | string[]): Promise<string[]> =>
  idsOf(db, merchantNo, [sql`lower(s.merchant_order_no) = ${oneIgnoringCase(numbers)}`])

const idsByTail = (db: Queries, merchantNo: string, ends: readonly string[]): Promise<string[]> =>
  idsOf(db, merchantNo, ends.flatMap(tailConditions))

/** Each condition uses an index that exists on both `orders` and `record`. */
async function idsOf(db: Queries, merchantNo: string, conditions: readonly Sql[]): Promise<string[]> {
  const found = conditions.flatMap((condition) => [
    sql`select s.id from orders s where s.merchant_no = ${merchantNo} and ${condition}`,
    sql`select s.id from record s where s.merchant_no = ${merchantNo} and ${condition}`,
  ])
  const rows = await db.all<{ id: string }>(join(found, sql` union `))
  return rows.map(({ id }) => id)
}

type EntryRow = Omit<Complete<AccountEntry>, 'createTime' | 'merchantOrderNo' | 'remark'> &
  Pick<AccountEntry, 'merchantOrderNo' | 'remark'> & { createTime: Date }

/** Ledger rows `l` of the account with the fee of the same event, which is a separate row, and the remark of their movement. */
const entries = ({ merchantNo }: Account, rows: Sql, sort: EntrySort, { offset, count }: Part): Sql => sql`
  select l.id, l.seq, l.type, l.order_id as "platOrderNo", l.merchant_order_no as "merchantOrderNo", l.create_time as "createTime",
         l.amount as "payAmount", coalesce(-f.amount, 0) as "payFee", ${BALANCE_CHANGE}, r.remark
    from ${rows} l
    left join ledger f
      on f.merchant_no = ${merchantNo} and f.order_id = l.order_id and f.attempt = l.attempt
     and f.type = case l.type when 'PAYIN' then 'PAYIN_FEE' when 'PAYOUT' then 'PAYOUT_FEE'
                              when 'WITHDRAW' then 'WITHDRAW_FEE' when 'TRANSFER_OUT' then 'TRANSFER_FEE' end
    left join record r on r.merchant_no = ${merchantNo} and r.id = l.order_id
   order by ${orderByOf(sort)}
   limit ${count} offset ${offset}`

function accountEntry({ id, seq, type, platOrderNo, merchantOrderNo, currency, remark, createTime, ...amounts }: EntryRow) {
  const texts = amountTexts(amounts, currency)
  return { id, seq, type, platOrderNo, merchantOrderNo, currency, remark, createTime: wibTime(createTime), ...texts }
}

/** Ledger rows of an account after sequence number `from` up to `upto`, and how many of them match. */
interface Span {
  from: number
  upto: number
  matches: number
}

type DayFilter = Pick<EntryFilter, 'type' | 'notType' | 'startDate' | 'endDate'>

/** The types the filter includes; null for all. */
function requestedTypes({ type, notType }: Pick<EntryFilter, 'type' | 'notType'>): readonly string[] | null {
  if (type === undefined && notType === undefined) return null
  const excluded = asArray(notType ?? [])
  return asArray(type ?? [...OPTION_MEMBERS.DetailType]).filter((one) => !excluded.includes(one))
}

const countRows = (spans: readonly Span[]): number => spans.reduce((sum, { matches }) => sum + matches, 0)

/**
 * The spans of the requested days: a single span when all types match, else one per day with matches, newest first. Rows are
 * in order of time, so the row counts per day, subtracted from the newest sequence number, give the span of each day.
 */
async function daySpans(db: Queries, account: Account, filter: DayFilter): Promise<Span[]> {
  const { first, last } = readRange(filter)
  const types = requestedTypes(filter)
  if (types === null && first === null && last === null) return wholeLedger(db, account)
  const days = await dayCounts(db, account, first, types)
  let upto = Number(days[0]?.seq ?? 0)
  const spans: Span[] = []
  for (const { day, rows, matches } of days) {
    if (last === null || daysBetween(day, last) >= 0) spans.push({ from: upto - rows, upto, matches })
    upto -= rows
  }
  if (types !== null) return spans.filter((span) => span.matches > 0)
  return spans.length === 0 ? [] : [{ from: spans.at(-1)!.from, upto: spans[0]!.upto, matches: countRows(spans) }]
}

async function wholeLedger(db: Queries, { merchantNo, currency }: Account): Promise<Span[]> {
  const row = await db.one<{ seq: string }>(sql`
    select seq from account where merchant_no = ${merchantNo} and currency = ${currency}`)
  const newest = Number(row?.seq ?? 0)
  return [{ from: 0, upto: newest, matches: newest }]
}

/** Per day with rows, newest first: the number of rows, the number with the types, and the newest sequence number of the account. */
const dayCounts = (db: Queries, account: Account, first: string | null, types: readonly string[] | null) =>
  db.all<{ day: string; rows: number; matches: number; seq: string }>(sql`
    select f.day, sum(f.n)::float8 as rows, a.seq,
           coalesce(sum(f.n) filter (where ${types === null} or f.type = any (${types ?? []}::text[])), 0)::float8 as matches
      from (${accountFigures(account)}) f
      join account a on a.merchant_no = ${account.merchantNo} and a.currency = ${account.currency}
     ${when(first, sql`where f.day >= ${first}::date`)}
     group by f.day, a.seq
     order by f.day desc`)
