import { toText } from '#contract/money.ts'
import type { AuditEvent } from '../audit/audit.ts'
import type { Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { type Id, seedIds } from '../ids.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import type { NoticeKey } from '../texts/en.ts'
import { addDays, DAY, HOUR, startOfDay, wibDay, wibMinute } from '../wib.ts'
import type { Chance } from './chance.ts'

interface Notice {
  merchantNo: string
  type: 'notification' | 'message' | 'todo'
  key: NoticeKey
  params: Record<string, string>
  at: number
}

const when = (condition: unknown, notice: Notice): Notice[] => (condition ? [notice] : [])

/** Inserts notices that fit the data at `now`. */
export async function addNotices(
  tx: Transaction,
  merchants: readonly MerchantRow[],
  { now, givenUp }: { now: number; givenUp: ReadonlyMap<string, OrderRecord> },
): Promise<void> {
  const night = startOfDay(addDays(wibDay(now), 2))
  const released = await settledSince(tx, now - DAY)
  const notices = merchants.flatMap(({ merchantNo, otpEnabled, currency }): Notice[] => {
    const failed = givenUp.get(merchantNo)
    const settled = released.get(merchantNo)
    const maintenance = { from: wibMinute(night + HOUR), until: wibMinute(night + 3 * HOUR) }
    return [
      { merchantNo, type: 'message', key: 'welcome', params: {}, at: now - 40 * DAY },
      { merchantNo, type: 'notification', key: 'maintenance', params: maintenance, at: now - 20 * HOUR },
      ...when(!otpEnabled, { merchantNo, type: 'todo', key: 'passcodeAdvice', params: {}, at: now - 9 * DAY }),
      ...when(failed, {
        merchantNo,
        type: 'notification',
        key: 'callbackFailed',
        params: { number: failed?.id ?? '' },
        at: failed?.lastNotifyTime?.getTime() ?? now,
      }),
      ...when(settled, {
        merchantNo,
        type: 'notification',
        key: 'settlementDone',
        params: { amount: toText(settled ?? 0n, currency), currency },
        at: now - HOUR,
      }),
    ]
  })
  await tx.run(
    insertInto(
      'notice',
      inTime(notices).map(({ key, params, at, ...notice }) => ({
        ...notice,
        at: new Date(at),
        textKey: key,
        params,
      })),
    ),
  )
}

async function settledSince(tx: Transaction, since: number): Promise<Map<string, bigint>> {
  const rows = await tx.all<{ no: string; amount: string }>(sql`
    select merchant_no as no, sum(amount)::text as amount
      from ledger
     where type = 'PAYIN_SETTLE' and create_time > ${new Date(since)}
     group by merchant_no`)
  return new Map(rows.map(({ no, amount }) => [no, BigInt(amount)]))
}

/** Inserts audit events. */
export async function addAuditEvents(tx: Transaction, events: readonly Omit<AuditEvent, 'id'>[]): Promise<void> {
  const rows = inTime(events).map(({ id, at, actor, address, action, merchantNo, target, detail }) => ({
    merchantNo: merchantNo ?? actor.merchantNo,
    id,
    at: new Date(at),
    actorNo: actor.merchantNo,
    actor: actor.username,
    address,
    action,
    target: target ?? null,
    detail: detail ?? null,
  }))
  await tx.run(insertInto('audit', rows))
}

const SIGN_IN_DAYS = 14

/** Sign-ins on most of the last days, always from the same address. */
export function signIns(merchants: readonly MerchantRow[], now: number, chance: Chance): Omit<AuditEvent, 'id'>[] {
  return merchants.flatMap(({ merchantNo, username }, index) =>
    Array.from({ length: SIGN_IN_DAYS }, (_, days) => {
      const at = Math.floor(startOfDay(wibDay(now - days * DAY)) + chance.between(7.5, 17) * HOUR)
      return { at, actor: { merchantNo, username }, address: `103.28.12.${7 + index}`, action: 'login' as const }
    }).filter(({ at }) => at < now && chance.hits(0.8)),
  )
}

/** Sorts oldest first and assigns each item an id of its time. */
function inTime<Item extends { at: number }>(items: readonly Item[]): (Item & { id: Id })[] {
  let at = 0
  const ids = seedIds({ now: () => at })
  return items
    .toSorted((a, b) => a.at - b.at)
    .map((item) => {
      at = item.at
      return { ...item, id: ids.next() }
    })
}
