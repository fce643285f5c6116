import type { MerchantStatus } from '#contract/options.ts'
import { MERCHANT_MOVES, type Mover } from '#contract/statuses.ts'
import { changeAuthority } from '../auth/authority.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Refusal, type RefusalOptions } from '../refusal.ts'
import type { MerchantRow } from './merchants.ts'

/** The refusal of a call that the account's status does not allow. */
export const accountDisabled = ({ status }: Pick<MerchantRow, 'status'>): Refusal =>
  new Refusal('ACCOUNT_DISABLED', REASONS[status])

const REASONS: Partial<Record<MerchantStatus, RefusalOptions>> = {
  FROZEN: { reason: 'frozen' },
  PAYOUT_SUSPENDED: { reason: 'payoutsSuspended' },
}

/**
 * Changes the status of an account with a locked row, and ends its sessions unless it becomes ACTIVE. Throws
 * ORDER_STATE_CONFLICT for a change that is not allowed, or not to this mover, and for closing an account that holds money.
 */
export async function moveMerchant(
  tx: Transaction,
  { merchantNo, status: from }: Pick<MerchantRow, 'merchantNo' | 'status'>,
  to: MerchantStatus,
  mover: Mover,
): Promise<void> {
  if (to === from) return
  const movers = MERCHANT_MOVES[from][to]
  if (movers === undefined) throw new Refusal('ORDER_STATE_CONFLICT', { reason: 'merchantMove', detail: { from, to } })
  if (!movers.includes(mover)) throw new Refusal('ORDER_STATE_CONFLICT', { reason: 'frozenByStaff' })
  if (to === 'CLOSED' && (await holdsMoney(tx, merchantNo))) throw new Refusal('ORDER_STATE_CONFLICT', { reason: 'holdsMoney' })
  await changeAuthority(tx, merchantNo, sql`status = ${to}`)
  if (to !== 'ACTIVE') await endSessions(tx, merchantNo)
}

const holdsMoney = async (tx: Transaction, merchantNo: string): Promise<boolean> =>
  (await tx.one(sql`
    select 1 from account where merchant_no = ${merchantNo} and available + payin_freeze + payout_freeze > 0`)) !== undefined
