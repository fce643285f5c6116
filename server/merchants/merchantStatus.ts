import type { MerchantStatus } from '#contract/options.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Refusal, type RefusalOptions } from '../refusal.ts'
import type { MerchantRow } from './merchants.ts'

/** The origin of a status change: the parent merchant or the platform's staff. */
export type Mover = 'parent' | 'staff'

type Moves = Partial<Record<MerchantStatus, readonly Mover[]>>

const EITHER: readonly Mover[] = ['parent', 'staff']
// A parent may freeze a sub-merchant, but only staff may unfreeze it.
const STAFF: readonly Mover[] = ['staff']

/** The allowed status changes, each with the movers that may make it. */
export const MERCHANT_MOVES: Record<MerchantStatus, Moves> = {
  PENDING: { ACTIVE: EITHER, CLOSED: EITHER },
  ACTIVE: { PAYOUT_SUSPENDED: EITHER, SUSPENDED: EITHER, FROZEN: EITHER, CLOSED: EITHER },
  PAYOUT_SUSPENDED: { ACTIVE: EITHER, SUSPENDED: EITHER, FROZEN: EITHER, CLOSED: EITHER },
  SUSPENDED: { ACTIVE: EITHER, PAYOUT_SUSPENDED: EITHER, FROZEN: EITHER, CLOSED: EITHER },
  FROZEN: { ACTIVE: STAFF, PAYOUT_SUSPENDED: STAFF, SUSPENDED: STAFF, CLOSED: STAFF },
  CLOSED: {},
}

/** The statuses that the mover may set from the given one. */
export const movesFrom = (status: MerchantStatus, mover: Mover): MerchantStatus[] =>
  (Object.keys(MERCHANT_MOVES[status]) as MerchantStatus[]).filter((to) => MERCHANT_MOVES[status][to]!.includes(mover))

const SIGN_IN_STATUSES: readonly MerchantStatus[] = ['ACTIVE', 'PAYOUT_SUSPENDED', 'FROZEN']
const RECEIVING_STATUSES: readonly MerchantStatus[] = ['ACTIVE', 'PAYOUT_SUSPENDED']

type HasStatus = Pick<MerchantRow, 'status'>

/** Whether the account may sign in. */
export const maySignIn = ({ status }: HasStatus): boolean => SIGN_IN_STATUSES.includes(status)

/** Whether the account may make changes. A frozen account is read-only. */
export const mayChange = ({ status }: HasStatus): boolean => status !== 'FROZEN'

/** Whether the merchant may receive money. */
export const mayReceive = ({ status }: HasStatus): boolean => RECEIVING_STATUSES.includes(status)

/** Whether the merchant may send money. */
export const maySend = ({ status }: HasStatus): boolean => status === 'ACTIVE'

/** The refusal of a call that the account's status does not allow. */
export const accountDisabled = ({ status }: HasStatus): Refusal => new Refusal('ACCOUNT_DISABLED', REASONS[status])

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
  await tx.run(sql`update merchant set status = ${to} where merchant_no = ${merchantNo}`)
  if (to !== 'ACTIVE') await endSessions(tx, merchantNo)
}

const holdsMoney = async (tx: Transaction, merchantNo: string): Promise<boolean> =>
  (await tx.one(sql`
    select from account where merchant_no = ${merchantNo} and available + payin_freeze + payout_freeze > 0`)) !== undefined
