import { toMinor, toText } from '#contract/money.ts'
import type { AccountEntry } from '#contract/moneyRows.ts'
import type { EntryFilter } from '#contract/moneyShapes.ts'
import type { Queries } from '../db/database.ts'
import { join, type Sql, sql } from '../db/sql.ts'
import { firstIdOf } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { addDays, startOfDay, wibTime } from '../wib.ts'
import { accountFigures } from './accountDays.ts'
import { isId, listOf, rangeOf } from './filter.ts'
import type { MerchantRecord } from './merchants.ts'
import type { OrderPage } from './orders.ts'

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
  const newestFirst = isNewestFirst(sort)
  const wanted = await entriesMatching(db, account, filter)
  const totalCount = totals ? await countEntries(db, account, filter, wanted, COUNT_CAP) : null
  // Rows have no gap in their numbers: of all of them, a page is a range.
  const skipped = isAll(filter) && totalCount !== null
  const start = skipped ? (newestFirst ? sql`and l.seq <= ${totalCount - offset}` : sql`and l.seq > ${offset}`) : sql``
  const rows = await db.all<EntryRow>(sql`
    ${entries(sql`${wanted} ${start}`)}
     order by l.seq ${newestFirst ? sql`desc` : sql`asc`}
     limit ${limit + 1} offset ${skipped ? 0 : offset}`)
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
  const newestFirst = isNewestFirst(sort)
  const wanted = await entriesMatching(db, account, filter)
  for (let beyond = sql``; ; ) {
    const rows = await db.all<EntryRow>(sql`
      ${entries(sql`${wanted} ${beyond}`)} order by l.seq ${newestFirst ? sql`desc` : sql`asc`} limit ${step}`)
    if (rows.length > 0) yield rows.map(accountEntry)
    if (rows.length < step) return
    const { seq } = rows.at(-1)!
    beyond = newestFirst ? sql`and l.seq < ${seq}` : sql`and l.seq > ${seq}`
  }
}

/** How many movements match; null when they are more than `cap` and must be counted one by one. */
export async function countEntries(
  db: Queries,
  account: Account,
  filter: EntryFilter,
  wanted?: Sql,
  cap?: number,
): Promise<number | null> {
  const { type, startDate, endDate } = filter
  const byFigures = NUMBERS.every((name) => filter[name] === undefined)
  if (byFigures) {
    const { first, last } = rangeOf(filter)
    const conditions = [
      sql`true`,
      ...(startDate === undefined ? [] : [sql`day >= ${first}::date`]),
      ...(endDate === undefined ? [] : [sql`day <= ${last}::date`]),
      ...(type === undefined ? [] : [sql`type = any (${listOf(type)}::text[])`]),
    ]
    const row = await db.one<{ n: number }>(sql`
      select coalesce(sum(n), 0)::float8 as n from (${accountFigures(account)}) figure where ${join(conditions, sql` and `)}`)
    return row!.n
  }
  const matching = wanted ?? (await entriesMatching(db, account, filter))
  const row = await db.one<{ n: number }>(
    cap === undefined
      ? sql`select count(*)::float8 as n from ledger l where ${matching}`
      : sql`select count(*)::float8 as n from (select from ledger l where ${matching} limit ${cap + 1}) counted`,
  )
  return cap !== undefined && row!.n > cap ? null : row!.n
}

const NUMBERS = ['orderNo', 'platOrderNo', 'merchantOrderNo', 'minAmount', 'maxAmount'] as const

const isAll = (filter: EntryFilter): boolean =>
  ([...NUMBERS, 'type', 'startDate', 'endDate'] as const).every((name) => filter[name] === undefined)

/** The filter as a condition on a row `l` of the account's ledger. */
async function entriesMatching(db: Queries, { merchantNo, currency }: Account, filter: EntryFilter): Promise<Sql> {
  const { type, orderNo, platOrderNo, merchantOrderNo, minAmount, maxAmount } = filter
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
  return join(
    [
      sql`l.merchant_no = ${merchantNo} and l.currency = ${currency}`,
      ...ids.map((some) => sql`l.order_id = any (${some}::bigint[])`),
      ...(type === undefined ? [] : [sql`l.type = any (${listOf(type)}::text[])`]),
      ...(minAmount === undefined ? [] : [sql`abs(l.amount) >= ${amount('minAmount', minAmount)}`]),
      ...(maxAmount === undefined ? [] : [sql`abs(l.amount) <= ${amount('maxAmount', maxAmount)}`]),
      ...(orderNo === undefined ? days(filter) : []),
    ],
    sql` and `,
  )
}

/** An id is made in the moment of its movement, give or take a burst; with a day on either side it finds them by its index. */
function days(filter: EntryFilter): Sql[] {
  const { first, last } = rangeOf(filter)
  return [
    ...(first === null
      ? []
      : [sql`l.id >= ${firstIdOf(addDays(first, -1))} and l.create_time >= ${new Date(startOfDay(first))}`]),
    ...(last === null
      ? []
      : [sql`l.id < ${firstIdOf(addDays(last, 2))} and l.create_time < ${new Date(startOfDay(addDays(last, 1)))}`]),
  ]
}

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

/** The rows with the fee that was charged beside them, which is a row of its own, and the words of their record. */
const entries = (wanted: Sql): Sql => sql`
  select l.id, l.seq, l.create_time as at, l.type, l.order_id as "orderId", l.merchant_order_no as "merchantOrderNo",
         l.currency, l.amount, coalesce(-f.amount, 0) as fee, l.available_before as "beforeAvailable",
         l.available_after as "afterAvailable", l.payin_freeze_before as "beforePayinFreeze",
         l.payin_freeze_after as "afterPayinFreeze", l.payout_freeze_before as "beforePayoutFreeze",
         l.payout_freeze_after as "afterPayoutFreeze", r.remark
    from ledger l
    left join ledger f
      on f.merchant_no = l.merchant_no and f.order_id = l.order_id and f.attempt = l.attempt
     and f.type = case l.type when 'PAYIN' then 'PAYIN_FEE' when 'PAYOUT' then 'PAYOUT_FEE'
                              when 'WITHDRAW' then 'WITHDRAW_FEE' when 'TRANSFER_OUT' then 'TRANSFER_FEE' end
    left join record r on r.merchant_no = l.merchant_no and r.id = l.order_id
   where ${wanted}`

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
