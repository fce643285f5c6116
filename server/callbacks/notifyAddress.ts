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

const columnsOf = (direction: Direction): { disabled: Sql; since: Sql } =>
  direction === 'PAYOUT'
    ? { disabled: sql`payout_notify_disabled`, since: sql`payout_notify_disabled_time` }
    : { disabled: sql`notify_disabled`, since: sql`notify_disabled_time` }

/** Disables the address after its server answered 410. The time of the first such answer is kept. */
export function disableCallbacks(db: Queries, merchantNo: string, direction: Direction, now: number): Promise<number> {
  const { disabled, since } = columnsOf(direction)
  return db.run(sql`
    update merchant set ${disabled} = true, ${since} = ${new Date(now)} where merchant_no = ${merchantNo} and not ${disabled}
  `)
}

/** Enables an address again; false when it was not disabled. */
export async function enableCallbacks(db: Queries, merchantNo: string, direction: Direction): Promise<boolean> {
  const { disabled } = columnsOf(direction)
  const changed = await db.run(sql`
    update merchant set ${disabled} = false where merchant_no = ${merchantNo} and ${disabled}
  `)
  return changed > 0
}
