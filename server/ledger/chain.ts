import type { BalanceSnapshot, CheckedEntries, LedgerBreak } from '#contract/rows/ledger.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { balanceTexts, type MinorBalances } from '../merchants/accountInfo.ts'
import type { Account } from '../merchants/merchants.ts'

/**
 * Ledger rows checked per call. They are read once in primary key order, so the cost does not depend on the position in the
 * ledger: 5,000 rows take 10 to 30 ms.
 */
export const CHECK_BATCH_SIZE = 5_000

interface Balances extends MinorBalances {
  seq: string
}

interface CheckWindow {
  upto: string
  isEnd: boolean
  account: Balances
  newest: (Balances & { id: string; platOrderNo: string }) | null
}

/**
 * Checks that each ledger row after sequence number `after` starts at the balances of the previous row, without gaps; and at
 * the end of the ledger, that the account has the balances of the newest row.
 */
export async function checkEntries(
  db: Queries,
  account: Account,
  after: string,
  step: number = CHECK_BATCH_SIZE,
): Promise<CheckedEntries> {
  const window = await readCheckWindow(db, account, after, step)
  if (window === undefined) return { upto: '0', last: '0', isEnd: true, breaks: [] }
  const { upto, isEnd, account: now, newest } = window
  const left = (row: Balances): BalanceSnapshot => ({ seq: row.seq, ...balanceTexts(row, account.currency) })
  const rows = await findBreaks(db, account, after, upto)
  const breaks = rows.map(({ id, seq, platOrderNo, previousSeq, ...balances }): LedgerBreak => {
    const previous = left({ ...balances, seq: previousSeq })
    return { id, seq, platOrderNo, previous, account: null }
  })
  if (newest !== null && isEnd && !balancesEqual(newest, now)) {
    const { id, seq, platOrderNo } = newest
    breaks.push({ id, seq, platOrderNo, previous: null, account: left(now) })
  }
  return { upto, last: now.seq, isEnd, breaks }
}

const balancesEqual = (one: Balances, other: Balances): boolean =>
  (['seq', 'available', 'payinFreeze', 'payoutFreeze'] as const).every((name) => one[name] === other[name])

/**
 * The end of this batch, the account and the newest row, read in one statement so that they are consistent. Amounts are text
 * inside JSON, because a JSON number would be parsed as a float.
 */
function readCheckWindow(
  db: Queries,
  { merchantNo, currency }: Account,
  after: string,
  step: number,
): Promise<CheckWindow | undefined> {
  const balances = (of: Sql, suffix: Sql) => sql`
    'seq', ${of}.seq::text, 'available', ${of}.available${suffix}::text,
    'payinFreeze', ${of}.payin_freeze${suffix}::text, 'payoutFreeze', ${of}.payout_freeze${suffix}::text`
  return db.one<CheckWindow>(sql`
    with part as materialized (
      select l.seq from ledger l
       where l.merchant_no = ${merchantNo} and l.currency = ${currency} and l.seq > ${after}
       order by l.seq
       limit ${step + 1}
    ), inside as (select seq from part order by seq limit ${step})
    select coalesce((select max(seq) from inside), ${after}::bigint) as upto,
           (select count(*) from part) <= ${step} as "isEnd",
           json_build_object(${balances(sql`a`, sql``)}) as account,
           case when n.id is not null then
             json_build_object('id', n.id::text, 'platOrderNo', n.order_id::text, ${balances(sql`n`, sql`_after`)}) end as newest
      from account a
      left join lateral (
             select * from ledger l
              where l.merchant_no = ${merchantNo} and l.currency = ${currency}
              order by l.seq desc
              limit 1) n on true
     where a.merchant_no = ${merchantNo} and a.currency = ${currency}`)
}

/** Rows that do not start at the balances of the previous row. The first row starts at zero. */
const findBreaks = (db: Queries, { merchantNo, currency }: Account, after: string, upto: string) =>
  db.all<Balances & Record<'id' | 'platOrderNo' | 'previousSeq', string>>(sql`
    select id, seq, order_id as "platOrderNo", previous as "previousSeq", available, payin_freeze as "payinFreeze",
           payout_freeze as "payoutFreeze"
      from (
        select l.id, l.seq, l.order_id, l.available_before, l.payin_freeze_before, l.payout_freeze_before,
               lag(l.seq, 1, 0::bigint) over w as previous, lag(l.available_after, 1, 0::bigint) over w as available,
               lag(l.payin_freeze_after, 1, 0::bigint) over w as payin_freeze,
               lag(l.payout_freeze_after, 1, 0::bigint) over w as payout_freeze
          from ledger l
         where l.merchant_no = ${merchantNo} and l.currency = ${currency} and l.seq >= ${after} and l.seq <= ${upto}
        window w as (order by l.seq)) linked
     where seq > ${after}
       and (seq, available_before, payin_freeze_before, payout_freeze_before)
           is distinct from (previous + 1, available, payin_freeze, payout_freeze)
     order by seq`)
