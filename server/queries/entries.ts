import { toMinor, toText } from '#contract/money.ts'
import type { AccountEntry } from '#contract/moneyRows.ts'
import type { EntryFilter } from '#contract/moneyShapes.ts'
import type { Queries } from '../db/database.ts'
import { join, type Sql, sql, trusted } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'
import { wibTime } from '../wib.ts'
import { daysWith, type Span, sizeOf } from './entryDays.ts'
import { isId, listOf } from './filter.ts'
import type { MerchantRecord } from './merchants.ts'
import type { OrderPage } from './orders.ts'
import type { Part } from './pages.ts'

type Account = Pick<MerchantRecord, 'merchantNo' | 'currency'>

/** Beyond this many rows a list says that there are more, instead of counting them. */
const COUNT_CAP = 10_000

/** Newest first unless the sorting says otherwise; movements can be sorted by nothing but time. */
export function isNewestFirst(sort = 'createTime.desc'): boolean {
  if (!sort.startsWith('createTime.')) throw new Refusal('VALIDATION_FAILED', { fields: { sort: 'rule.unknown' } })
  return sort === 'createTime.desc'
}

/** The movements of the account, as a page of its statement. */
export async function listEntries(
  db: Queries,
  account: Account,
  filter: EntryFilter,
  { offset, limit, sort, totals = true }: OrderPage,
): Promise<{ rows: AccountEntry[]; totalCount: number | null }> {
  const order: Order = isNewestFirst(sort) ? 'desc' : 'asc'
  const part = { offset, count: limit + 1 }
  const days = hasNumbers(filter) ? null : await daysWith(db, account, filter)
  const totalCount = totals ? (days === null ? await countNumbered(db, account, filter, COUNT_CAP) : sizeOf(days)) : null
  const rows = await db.all<EntryRow>(
    days === null
      ? entries(sql`(select * from ledger l where ${await entriesMatching(db, account, filter)})`, order, part)
      : ofDays(account, filter, days, order, part),
  )
  return { rows: (totalCount === null ? rows : rows.slice(0, limit)).map(accountEntry), totalCount }
}

/** All movements that match, `step` at a time, in the order of the statement. None comes twice. */
export async function* walkEntries(
  db: Queries,
  account: Account,
  filter: EntryFilter,
  sort: string | undefined,
  step: number,
): AsyncGenerator<AccountEntry[]> {
  const order: Order = isNewestFirst(sort) ? 'desc' : 'asc'
  const wanted = await entriesMatching(db, account, filter)
  for (let beyond = sql``; ; ) {
    const rows = await db.all<EntryRow>(
      entries(sql`(select * from ledger l where ${wanted} ${beyond})`, order, { offset: 0, count: step }),
    )
    if (rows.length > 0) yield rows.map(accountEntry)
    if (rows.length < step) return
    const { seq } = rows.at(-1)!
    beyond = order === 'desc' ? sql`and l.seq < ${seq}` : sql`and l.seq > ${seq}`
  }
}

/** How many movements match. */
export async function countEntries(db: Queries, account: Account, filter: EntryFilter): Promise<number> {
  return hasNumbers(filter) ? (await countNumbered(db, account, filter))! : sizeOf(await daysWith(db, account, filter))
}

/** What the figures per day do not know is counted row by row; null when that is more than `cap`. */
async function countNumbered(db: Queries, account: Account, filter: EntryFilter, cap?: number): Promise<number | null> {
  const matching = await entriesMatching(db, account, filter)
  const capped = cap === undefined ? sql`` : sql`limit ${cap + 1}`
  const row = await db.one<{ n: number }>(sql`
    select count(*)::float8 as n from (select from ledger l where ${matching} ${capped}) counted`)
  return cap !== undefined && row!.n > cap ? null : row!.n
}

const NUMBERS = ['orderNo', 'platOrderNo', 'merchantOrderNo', 'minAmount', 'maxAmount'] as const

const hasNumbers = (filter: EntryFilter): boolean => NUMBERS.some((name) => filter[name] !== undefined)

/** The filter as a condition on a row `l` of the account's ledger. */
async function entriesMatching(db: Queries, account: Account, filter: EntryFilter): Promise<Sql> {
  const { merchantNo, currency } = account
  const { orderNo, platOrderNo, merchantOrderNo, minAmount, maxAmount } = filter
  const ids = [
    ...(orderNo === undefined ? [] : [await idsOf(db, merchantNo, orderNo, [orderNo])]),
    ...(merchantOrderNo === undefined ? [] : [await idsOf(db, merchantNo, merchantOrderNo, [])]),
    ...(platOrderNo === undefined ? [] : [[platOrderNo].filter(isId)]),
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
      ...(orderNo === undefined && isRange ? [await within(db, account, filter)] : []),
    ],
    sql` and `,
  )
}

const ofAccount = ({ merchantNo, currency }: Account): Sql => sql`l.merchant_no = ${merchantNo} and l.currency = ${currency}`

const ofTypes = ({ type }: EntryFilter): Sql => (type === undefined ? sql`true` : sql`l.type = any (${listOf(type)}::text[])`)

/** The days as a range of the numbers of rows. */
async function within(db: Queries, account: Account, { startDate, endDate }: EntryFilter): Promise<Sql> {
  const [span] = await daysWith(db, account, { ...(startDate && { startDate }), ...(endDate && { endDate }) })
  return sql`l.seq > ${span?.from ?? 0} and l.seq <= ${span?.upto ?? 0}`
}

/** A part of the rows of some days: those that lie before it are skipped by their figures, whatever their number. */
function ofDays(account: Account, filter: EntryFilter, days: readonly Span[], order: Order, { offset, count }: Part): Sql {
  const spans = order === 'desc' ? days : days.toReversed()
  const here: Span[] = []
  let [before, skip] = [0, 0]
  for (const span of spans) {
    if (before <= offset) skip = offset - before
    if (before + span.n > offset && before < offset + count) here.push(span)
    before += span.n
  }
  const [only] = here
  // Where every row is wanted, those to be skipped are a range as well.
  if (filter.type === undefined && only !== undefined) {
    here[0] = order === 'desc' ? { ...only, upto: only.upto - skip } : { ...only, from: only.from + skip }
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
                order by l.seq ${trusted(order)}
                limit ${skip + count}) one)`,
    order,
    { offset: skip, count },
  )
}

type Order = 'asc' | 'desc'

/** Orders and records that the merchant, or who sent it money, calls by that number; case is ignored. */
async function idsOf(db: Queries, merchantNo: string, number: string, others: readonly string[]): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select id from orders where merchant_no = ${merchantNo} and lower(merchant_order_no) = lower(${number})
     union
    select id from record where merchant_no = ${merchantNo} and lower(merchant_order_no) = lower(${number})`)
  return [...rows.map(({ id }) => id), ...others.filter(isId)]
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
const entries = (rows: Sql, order: Order, { offset, count }: Part): Sql => sql`
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
   order by l.seq ${trusted(order)}
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
