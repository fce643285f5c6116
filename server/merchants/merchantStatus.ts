import { kindsOf, RECHARGES } from '#contract/kinds.ts'
import type { MerchantStatus } from '#contract/options.ts'
import { MERCHANT_MOVES, type Mover, STATUS_GROUPS } from '#contract/statuses.ts'
import { changeAuthority } from '../auth/authority.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { counterRows } from '../orders/figures.ts'
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
 * ORDER_STATE_CONFLICT for a change that is not allowed, or not to this mover, and for closing an account that holds money or
 * may still receive some.
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
  if (!movers.includes(mover)) {
    const isFrozen = from === 'FROZEN'
    throw new Refusal(
      'ORDER_STATE_CONFLICT',
      isFrozen ? { reason: 'frozenByStaff' } : { reason: 'merchantMove', detail: { from, to } },
    )
  }
  await changeAuthority(tx, merchantNo, sql`status = ${to}`)
  if (to === 'CLOSED') await assertEmpty(tx, merchantNo)
  if (to !== 'ACTIVE') await endSessions(tx, merchantNo)
}

/**
 * Runs after the status was written: payins and recharges that were confirmed before are committed and seen here, later ones see
 * the status. The balance is read last, because a payin that is paid in between has become part of it.
 */
async function assertEmpty(tx: Transaction, merchantNo: string): Promise<void> {
  if (await awaitsMoney(tx, merchantNo)) throw new Refusal('ORDER_STATE_CONFLICT', { reason: 'awaitsMoney' })
  if (await holdsMoney(tx, merchantNo)) throw new Refusal('ORDER_STATE_CONFLICT', { reason: 'holdsMoney' })
}

// Staff decide whether the money of a payin in EXCEPTION is credited.
const AWAITED_PAYINS = [...STATUS_GROUPS.PAYIN.open, 'EXCEPTION']

async function awaitsMoney(tx: Transaction, merchantNo: string): Promise<boolean> {
  const [payins, recharges] = await Promise.all([
    tx.one(sql`
      select 1
        from (${counterRows(sql`
               f.merchant_no = ${merchantNo} and f.kind = any (${kindsOf('PAYIN')}::text[])
               and f.status = any (${AWAITED_PAYINS}::text[])`)}) figure
      having sum(n) > 0`),
    tx.one(sql`
      select 1
        from record
       where merchant_no = ${merchantNo} and type = any (${RECHARGES}::text[])
         and status = any (${STATUS_GROUPS.MOVEMENT.open}::text[])
       limit 1`),
  ])
  return payins !== undefined || recharges !== undefined
}

const holdsMoney = async (tx: Transaction, merchantNo: string): Promise<boolean> =>
  (await tx.one(sql`
    select 1 from account where merchant_no = ${merchantNo} and available + payin_freeze + payout_freeze > 0`)) !== undefined
