import { toMinor, toText } from '#contract/money.ts'
import type { AccountEntry } from '#contract/rows/ledger.ts'
import type { EntryFilter } from '#contract/shapes/ledger.ts'
import type { Queries } from '../db/database.ts'
import { join, type Sql, sql, trusted } from '../db/sql.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { anyIgnoringCase, asArray, isId, tailConditions } from '../orders/orderFilter.ts'
import type { Part } from '../orders/orderPages.ts'
import type { OrderPage } from '../orders/orderQueries.ts'
import { KEY_BATCH_SIZE, type SortKey, sortedKeys } from '../orders/sortedKeys.ts'
import { Refusal } from '../refusal.ts'
import { wibTime } from '../wib.ts'
import { countRows, daySpans, requestedTypes, type Span } from './entryDays.ts'

type Account = Pick<MerchantRow, 'merchantNo' | 'currency'>

/** Beyond this many rows a list says that there are more, instead of counting them. */
const COUNT_CAP = 10_000

export interface EntrySort {
  column: 'createTime' | 'payAmount'
  descending: boolean
}

/** Reads `payAmount.asc`; newest first when absent. Movements can be sorted by nothing but time and amount. */
export function parseEntrySort(text = 'createTime.desc'): EntrySort {
  const [column, direction] = text.split('.')
  if (column !== 'createTime' && column !== 'payAmount')
    throw new Refusal('VALIDATION_FAILED', { fields: { sort: 'rule.unknown' } })
  return { column, descending: direction !== 'asc' }
}

/** The movements of the account, as a page of its statement. */
export async function listEntries(
  db: Queries,
  account: Account,
  filter: EntryFilter,
  { offset, limit, sort, totals = true }: OrderPage,
): Promise<{ rows: AccountEntry[]; totalCount: number | null }> {
  const sorted = parseEntrySort(sort)
  const part = { offset, count: limit + 1 }
  const days = hasNumbers(filter) ? null : await daySpans(db, account, filter)
  const totalCount = totals ? (days === null ? await countNumbered(db, account, filter, COUNT_CAP) : countRows(days)) : null
  const isByDay = days !== null && sorted.column === 'createTime'
  const rows = await db.all<EntryRow>(
    isByDay
      ? ofDays(account, filter, days, sorted, part)
      : entries(partOf(await entriesMatching(db, account, filter), sorted, part), sorted, { offset: 0, count: part.count }),
  )
  return { rows: (totalCount === null ? rows : rows.slice(0, limit)).map(accountEntry), totalCount }
}

/** All movements that match, `step` at a time, in the order of the statement. None comes twice. */
export async function* scanEntries(
  db: Queries,
  account: Account,
  filter: EntryFilter,
  sort: string | undefined,
  step: number,
): AsyncGenerator<AccountEntry[]> {
  const sorted = parseEntrySort(sort)
  const wanted = await entriesMatching(db, account, filter)
  const read = async (which: Sql) => {
    const part = { offset: 0, count: step }
    return (await db.all<EntryRow>(entries(partOf(sql`${wanted} ${which}`, sorted, part), sorted, part))).map(accountEntry)
  }
  yield* sorted.column === 'createTime' ? byTime(read, sorted, step) : byAmount(db, read, wanted, sorted, step)
}

type Read = (which: Sql) => Promise<AccountEntry[]>

async function* byTime(read: Read, { descending }: EntrySort, step: number): AsyncGenerator<AccountEntry[]> {
  for (let beyond = sql``; ; ) {
    const rows = await read(beyond)
    if (rows.length > 0) yield rows
    if (rows.length < step) return
    const { seq } = rows.at(-1)!
    beyond = descending ? sql`and l.seq < ${seq}` : sql`and l.seq > ${seq}`
  }
}

async function* byAmount(
  db: Queries,
  read: Read,
  wanted: Sql,
  { descending }: EntrySort,
  step: number,
): AsyncGenerator<AccountEntry[]> {
  const seqs = await sortedKeys(
    (after) =>
      db.all<SortKey>(sql`
        select l.seq as id, l.amount as value from ledger l
         where ${wanted} and l.seq > ${after ?? '0'} order by l.seq limit ${KEY_BATCH_SIZE}`),
    descending,
  )
  for (let at = 0; at < seqs.length; at += step) {
    const some = Array.from(seqs.subarray(at, at + step))
    yield await read(sql`and l.seq = any (${some}::bigint[])`)
  }
}

/** How many movements match. */
export async function countEntries(db: Queries, account: Account, filter: EntryFilter): Promise<number> {
  return hasNumbers(filter) ? (await countNumbered(db, account, filter))! : countRows(await daySpans(db, account, filter))
}

/** What the figures per day do not know is counted row by row; null when that is more than `cap`. */
async function countNumbered(db: Queries, account: Account, filter: EntryFilter, cap?: number): Promise<number | null> {
  const matching = await entriesMatching(db, account, filter)
  const capped = cap === undefined ? sql`` : sql`limit ${cap + 1}`
  const row = await db.one<{ n: number }>(sql`
    select count(*)::float8 as n from (select from ledger l where ${matching} ${capped}) counted`)
  return cap !== undefined && row!.n > cap ? null : row!.n
}

const NUMBERS = ['orderNo', 'orderTail', 'platOrderNo', 'merchantOrderNo', 'minAmount', 'maxAmount'] as const

const hasNumbers = (filter: EntryFilter): boolean => NUMBERS.some((name) => filter[name] !== undefined)

/** The filter as a condition on a row `l` of the account's ledger. */
async function entriesMatching(db: Queries, account: Account, filter: EntryFilter): Promise<Sql> {
  const { merchantNo, currency } = account
  const { orderNo, orderTail, platOrderNo, merchantOrderNo, minAmount, maxAmount } = filter
  const ids = [
    ...(orderNo === undefined ? [] : [[...(await idsCalled(db, merchantNo, orderNo)), ...asArray(orderNo).filter(isId)]]),
    ...(orderTail === undefined ? [] : [await idsEnding(db, merchantNo, asArray(orderTail))]),
    ...(merchantOrderNo === undefined ? [] : [await idsCalled(db, merchantNo, merchantOrderNo)]),
    ...(platOrderNo === undefined ? [] : [asArray(platOrderNo).filter(isId)]),
  ]
  const amount = (field: string, text: string) => {
    const minor = toMinor(text, currency)
    if (minor === null) throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'rule.format' } })
    return minor
  }
  const isRange = filter.startDate !== undefined || filter.endDate !== undefined
  return join(
    [
      ofAccount(account),
      ...ids.map((some) => sql`l.order_id = any (${some}::bigint[])`),
      ofTypes(filter),
      ...(minAmount === undefined ? [] : [sql`abs(l.amount) >= ${amount('minAmount', minAmount)}`]),
      ...(maxAmount === undefined ? [] : [sql`abs(l.amount) <= ${amount('maxAmount', maxAmount)}`]),
      // Who knows one of its numbers, or how it ends, need not know the day.
      ...(orderNo === undefined && orderTail === undefined && isRange ? [await within(db, account, filter)] : []),
    ],
    sql` and `,
  )
}

const ofAccount = ({ merchantNo, currency }: Account): Sql => sql`l.merchant_no = ${merchantNo} and l.currency = ${currency}`

function ofTypes(filter: EntryFilter): Sql {
  const types = requestedTypes(filter)
  return types === null ? sql`true` : sql`l.type = any (${types}::text[])`
}

/** The days as a range of the numbers of rows. */
async function within(db: Queries, account: Account, { startDate, endDate }: EntryFilter): Promise<Sql> {
  const [span] = await daySpans(db, account, { ...(startDate && { startDate }), ...(endDate && { endDate }) })
  return sql`l.seq > ${span?.from ?? 0} and l.seq <= ${span?.upto ?? 0}`
}

/** A part of the rows of some days: those that lie before it are skipped by their figures, whatever their number. */
function ofDays(account: Account, filter: EntryFilter, days: readonly Span[], sort: EntrySort, { offset, count }: Part): Sql {
  const { descending } = sort
  const spans = descending ? days : days.toReversed()
  const here: Span[] = []
  let [before, skip] = [0, 0]
  for (const span of spans) {
    if (before <= offset) skip = offset - before
    if (before + span.n > offset && before < offset + count) here.push(span)
    before += span.n
  }
  const [only] = here
  // Where every row is wanted, those to be skipped are a range as well.
  if (requestedTypes(filter) === null && only !== undefined) {
    here[0] = descending ? { ...only, upto: only.upto - skip } : { ...only, from: only.from + skip }
    skip = 0
  }
  return entries(
    sql`(
      select one.*
        from unnest(${here.map(({ from }) => from)}::bigint[], ${here.map(({ upto }) => upto)}::bigint[]) span ("from", upto)
       cross join lateral (
               select *
                 from ledger l
                where ${ofAccount(account)} and l.seq > span."from" and l.seq <= span.upto and ${ofTypes(filter)}
                order by ${orderOf(sort)}
                limit ${skip + count}) one)`,
    sort,
    { offset: skip, count },
  )
}

/** A part of the rows that match, in order. */
const partOf = (wanted: Sql, sort: EntrySort, { offset, count }: Part): Sql => sql`
  (select * from ledger l where ${wanted} order by ${orderOf(sort)} limit ${count} offset ${offset})`

const orderOf = ({ column, descending }: EntrySort): Sql => {
  const direction = descending ? 'desc' : 'asc'
  return trusted(column === 'createTime' ? `l.seq ${direction}` : `l.amount ${direction}, l.seq ${direction}`)
}

/** Orders and records that the merchant, or who sent it money, calls by such a number; case is ignored. */
const idsCalled = (db: Queries, merchantNo: string, numbers: string | string[]): Promise<string[]> =>
  idsOf(db, merchantNo, [sql`lower(s.merchant_order_no) = ${anyIgnoringCase(numbers)}`])

const idsEnding = (db: Queries, merchantNo: string, ends: readonly string[]): Promise<string[]> =>
  idsOf(db, merchantNo, ends.flatMap(tailConditions))

/** Each condition finds its rows by an index of its own, which orders and records both have. */
async function idsOf(db: Queries, merchantNo: string, conditions: readonly Sql[]): Promise<string[]> {
  const found = conditions.flatMap((which) => [
    sql`select s.id from orders s where s.merchant_no = ${merchantNo} and ${which}`,
    sql`select s.id from record s where s.merchant_no = ${merchantNo} and ${which}`,
  ])
  const rows = await db.all<{ id: string }>(join(found, sql` union `))
  return rows.map(({ id }) => id)
}

interface EntryRow {
  id: string
  seq: string
  at: Date
  type: string
  orderId: string
  merchantOrderNo: string | null
  currency: Account['currency']
  amount: string
  fee: string
  beforeAvailable: string
  afterAvailable: string
  beforePayinFreeze: string
  afterPayinFreeze: string
  beforePayoutFreeze: string
  afterPayoutFreeze: string
  remark: string | null
}

/** Rows `l` of the ledger with the fee that was charged beside them, which is a row of its own, and the words of their record. */
const entries = (rows: Sql, sort: EntrySort, { offset, count }: Part): Sql => sql`
  select l.id, l.seq, l.create_time as at, l.type, l.order_id as "orderId", l.merchant_order_no as "merchantOrderNo",
         l.currency, l.amount, coalesce(-f.amount, 0) as fee, l.available_before as "beforeAvailable",
         l.available_after as "afterAvailable", l.payin_freeze_before as "beforePayinFreeze",
         l.payin_freeze_after as "afterPayinFreeze", l.payout_freeze_before as "beforePayoutFreeze",
         l.payout_freeze_after as "afterPayoutFreeze", r.remark
    from ${rows} l
    left join ledger f
      on f.merchant_no = l.merchant_no and f.order_id = l.order_id and f.attempt = l.attempt
     and f.type = case l.type when 'PAYIN' then 'PAYIN_FEE' when 'PAYOUT' then 'PAYOUT_FEE'
                              when 'WITHDRAW' then 'WITHDRAW_FEE' when 'TRANSFER_OUT' then 'TRANSFER_FEE' end
    left join record r on r.merchant_no = l.merchant_no and r.id = l.order_id
   order by ${orderOf(sort)}
   limit ${count} offset ${offset}`

function accountEntry(row: EntryRow): AccountEntry {
  const text = (minor: string | bigint) => toText(BigInt(minor), row.currency)
  const total = (available: string, payin: string, payout: string) => text(BigInt(available) + BigInt(payin) + BigInt(payout))
  return {
    id: row.id,
    seq: row.seq,
    createTime: wibTime(row.at),
    type: row.type,
    platOrderNo: row.orderId,
    merchantOrderNo: row.merchantOrderNo,
    currency: row.currency,
    payAmount: text(row.amount),
    payFee: text(row.fee),
    beforeAvailable: text(row.beforeAvailable),
    afterAvailable: text(row.afterAvailable),
    beforeTotal: total(row.beforeAvailable, row.beforePayinFreeze, row.beforePayoutFreeze),
    afterTotal: total(row.afterAvailable, row.afterPayinFreeze, row.afterPayoutFreeze),
    beforePayinFreeze: text(row.beforePayinFreeze),
    afterPayinFreeze: text(row.afterPayinFreeze),
    beforePayoutFreeze: text(row.beforePayoutFreeze),
    afterPayoutFreeze: text(row.afterPayoutFreeze),
    remark: row.remark,
  }
}
