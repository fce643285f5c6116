import type { MerchantStatus } from '#contract/options.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Refusal, type RefusalOptions } from '../refusal.ts'
import type { MerchantRow } from './merchants.ts'

/** Who moves an account to another status: the merchant above it, or the provider. */
export type Mover = 'parent' | 'staff'

type Moves = Partial<Record<MerchantStatus, readonly Mover[]>>

const EITHER: readonly Mover[] = ['parent', 'staff']
// A parent may stop its branch at any time, but must not undo what the provider had a reason for.
const STAFF: readonly Mover[] = ['staff']

/** Where an account may go from each status, and who takes it there; every other move is refused. */
export const MERCHANT_MOVES: Record<MerchantStatus, Moves> = {
  PENDING: { ACTIVE: EITHER, CLOSED: EITHER },
  ACTIVE: { PAYOUT_SUSPENDED: EITHER, SUSPENDED: EITHER, FROZEN: EITHER, CLOSED: EITHER },
  PAYOUT_SUSPENDED: { ACTIVE: EITHER, SUSPENDED: EITHER, FROZEN: EITHER, CLOSED: EITHER },
  SUSPENDED: { ACTIVE: EITHER, PAYOUT_SUSPENDED: EITHER, FROZEN: EITHER, CLOSED: EITHER },
  FROZEN: { ACTIVE: STAFF, PAYOUT_SUSPENDED: STAFF, SUSPENDED: STAFF, CLOSED: STAFF },
  CLOSED: {},
}

/** Where the mover may take an account that stands so. */
export const movesFrom = (status: MerchantStatus, mover: Mover): MerchantStatus[] =>
  (Object.keys(MERCHANT_MOVES[status]) as MerchantStatus[]).filter((to) => MERCHANT_MOVES[status][to]!.includes(mover))

const WELCOME: readonly MerchantStatus[] = ['ACTIVE', 'PAYOUT_SUSPENDED', 'FROZEN']
const RECEIVING: readonly MerchantStatus[] = ['ACTIVE', 'PAYOUT_SUSPENDED']

type Standing = Pick<MerchantRow, 'status'>

/** Whether the account may be used at all. */
export const maySignIn = ({ status }: Standing): boolean => WELCOME.includes(status)

/** Whether the account may do more than look. */
export const mayChange = ({ status }: Standing): boolean => status !== 'FROZEN'

/** Whether money may come to the merchant. */
export const mayReceive = ({ status }: Standing): boolean => RECEIVING.includes(status)

/** Whether the merchant may send money away. */
export const maySend = ({ status }: Standing): boolean => status === 'ACTIVE'

/** The refusal of an account that may not do what it asks for, with the reason. */
export const accountDisabled = ({ status }: Standing): Refusal => new Refusal('ACCOUNT_DISABLED', REASONS[status])

const REASONS: Partial<Record<MerchantStatus, RefusalOptions>> = {
  FROZEN: { reason: 'frozen' },
  PAYOUT_SUSPENDED: { reason: 'payoutsSuspended' },
}

/**
 * Moves a locked account to the status, and ends its sessions unless it is in full use there. Refuses with
 * ORDER_STATE_CONFLICT what the table of moves does not have, what another has to do, and closing what still owns money.
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
  if (to === 'CLOSED' && (await ownsMoney(tx, merchantNo))) throw new Refusal('ORDER_STATE_CONFLICT', { reason: 'holdsMoney' })
  await tx.run(sql`update merchant set status = ${to} where merchant_no = ${merchantNo}`)
  if (to !== 'ACTIVE') await endSessions(tx, merchantNo)
}

const ownsMoney = async (tx: Transaction, merchantNo: string): Promise<boolean> =>
  (await tx.one(sql`
    select from account where merchant_no = ${merchantNo} and available + payin_freeze + payout_freeze > 0`)) !== undefined
