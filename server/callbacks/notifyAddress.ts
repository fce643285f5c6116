import type { Direction } from '#contract/kinds.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { invalidField } from '../refusal.ts'

/**
 * Parses a callback address: undefined leaves the stored address unchanged, an empty string removes it (null). Throws
 * VALIDATION_FAILED unless it is an http or https address without credentials, because callback logs show the address.
 */
export function parseNotifyAddress(field: string, typed: string | undefined): string | null | undefined {
  const address = typed?.trim()
  if (address === undefined) return undefined
  if (address === '') return null
  const url = PATTERNS.url.test(address) ? URL.parse(address) : null
  if (url === null || url.username !== '') throw invalidField(field, 'rule.format')
  return address
}

const columnsOf = (direction: Direction): Record<'address' | 'disabled' | 'since', Sql> =>
  direction === 'PAYOUT'
    ? {
        address: sql`payout_notify_address`,
        disabled: sql`payout_notify_disabled`,
        since: sql`payout_notify_disabled_time`,
      }
    : { address: sql`payin_notify_address`, disabled: sql`notify_disabled`, since: sql`notify_disabled_time` }

/**
 * Disables the address after its server answered 410. The time of the first such answer is kept. False when the merchant has another
 * address by now, which the answer says nothing about.
 */
export async function disableCallbacks(
  db: Queries,
  { merchantNo, direction, address }: { merchantNo: string; direction: Direction; address: string },
  now: number,
): Promise<boolean> {
  const columns = columnsOf(direction)
  const disabled = await db.run(sql`
    update merchant
       set ${columns.disabled} = true,
           ${columns.since} = case when ${columns.disabled} then ${columns.since} else ${new Date(now)} end
     where merchant_no = ${merchantNo} and ${columns.address} = ${address}
  `)
  return disabled > 0
}

/** Enables an address again; false when it was not disabled. */
export async function enableCallbacks(db: Queries, merchantNo: string, direction: Direction): Promise<boolean> {
  const { disabled } = columnsOf(direction)
  const changed = await db.run(sql`
    update merchant set ${disabled} = false where merchant_no = ${merchantNo} and ${disabled}
  `)
  return changed > 0
}
