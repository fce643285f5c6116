import { toText } from '#contract/money.ts'
import type { Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { seedIds } from '../ids.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import type { NoticeKey } from '../texts/en.ts'
import { addDays, DAY, HOUR, startOfDay, wibDay, wibMinute } from '../wib.ts'

/** Inserts notices that fit the data at `now`. */
export async function addNotices(
  tx: Transaction,
  merchants: readonly MerchantRow[],
  { now, givenUp }: { now: number; givenUp: ReadonlyMap<string, OrderRecord> },
): Promise<void> {
  const night = startOfDay(addDays(wibDay(now), 2))
  const maintenance = { from: wibMinute(night + HOUR), until: wibMinute(night + 3 * HOUR) }
  const settled = await settledSince(tx, now - DAY)
  const notices = merchants.flatMap(({ merchantNo, otpEnabled, currency }) => {
    const notice = (at: number, type: string, textKey: NoticeKey, params: Record<string, string> = {}) => ({
      merchantNo,
      at: new Date(at),
      type,
      textKey,
      params,
    })
    const failed = givenUp.get(merchantNo)
    const amount = settled.get(merchantNo)
    return [
      notice(now - 40 * DAY, 'message', 'welcome'),
      notice(now - 20 * HOUR, 'notification', 'maintenance', maintenance),
      otpEnabled ? null : notice(now - 9 * DAY, 'todo', 'passcodeAdvice'),
      failed ? notice(failed.lastNotifyTime!.getTime(), 'notification', 'callbackFailed', { number: failed.id }) : null,
      amount ? notice(now - HOUR, 'notification', 'settlementDone', { amount: toText(amount, currency), currency }) : null,
    ].filter((one) => one !== null)
  })
  const clock = { now: 0 }
  const ids = seedIds({ now: () => clock.now })
  const rows = notices
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((notice) => {
      clock.now = notice.at.getTime()
      return { ...notice, id: ids.next() }
    })
  await tx.run(insertInto('notice', rows))
}

async function settledSince(tx: Transaction, since: number): Promise<Map<string, bigint>> {
  const rows = await tx.all<{ no: string; amount: string }>(sql`
    select merchant_no as no, sum(amount)::text as amount
      from ledger
     where type = 'PAYIN_SETTLE' and create_time > ${new Date(since)}
     group by merchant_no`)
  return new Map(rows.map(({ no, amount }) => [no, BigInt(amount)]))
}
