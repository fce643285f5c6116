import { toText } from '#contract/money.ts'
import type { BalanceDay, MerchantTrend } from '#contract/rows/insights.ts'
import { type ClosedRange, daysOf } from '../dayRanges.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { accountFigures } from '../ledger/accountDays.ts'
import type { Account, OwnMerchant } from '../merchants/merchants.ts'
import { merchantFigures, type SummaryScope, summaryOf } from './summaries.ts'

/** The total balance of an account at the end of each day, oldest first. The last row of the ledger is that of today. */
export async function balanceDays(db: Queries, account: Account, range: ClosedRange): Promise<BalanceDay[]> {
  const rows = await db.all<{ day: string | null; total: string }>(sql`
    select case when day >= ${range.startDate}::date then day end as day, sum(total)::text as total
      from (${accountFigures(account)}) figure
     where day <= ${range.endDate}::date
     group by 1`)
  const change = (day: string | null) => BigInt(rows.find((row) => row.day === day)?.total ?? 0)
  let balance = change(null)
  return daysOf(range).map((date) => {
    balance += change(date)
    return { date, endingBalance: toText(balance, account.currency) }
  })
}

/** The figures of each merchant, in total and by day, oldest first. */
export async function merchantTrends(
  db: Queries,
  merchants: readonly OwnMerchant[],
  currency: SummaryScope['currency'],
  range: ClosedRange,
): Promise<MerchantTrend[]> {
  const scope = { merchantNos: merchants.map(({ merchantNo }) => merchantNo), currency }
  const figures = await merchantFigures(db, scope, range)
  return merchants.map(({ merchantNo, merchantName, status }) => {
    const own = figures.filter((figure) => figure.merchantNo === merchantNo)
    const days = daysOf(range).map((date) => ({
      date,
      ...summaryOf(
        own.filter(({ day }) => day === date),
        currency,
      ),
    }))
    return { merchantNo, merchantName, status, summary: summaryOf(own, currency), days }
  })
}
