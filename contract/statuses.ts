import type { Direction } from './kinds.ts'
import type { MerchantStatus, MovementStatus, MovementType, PayinOrderStatus, PayoutOrderStatus } from './options.ts'

/** Which status allows what. The gateway refuses by these tables, and the console offers by them. */

/** Statuses that filters and figures treat alike. */
export const STATUS_GROUPS = {
  PAYIN: {
    open: ['CREATED', 'PENDING', 'CONFIRMING'],
    // A refunded payin counts as paid.
    paid: ['SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'],
    unpaid: ['FAILED', 'EXPIRED', 'CLOSED'],
    refunded: ['PARTIAL_REFUND', 'REFUNDED'],
  },
  PAYOUT: {
    open: ['CREATED', 'PROCESSING', 'UNKNOWN'],
    paid: ['SUCCESS'],
    unpaid: ['FAILED', 'CANCELLED', 'REVERSED'],
  },
  MOVEMENT: {
    open: ['CREATED', 'PENDING_CHECK', 'PROCESSING'],
    paid: ['SUCCESS'],
    unpaid: ['FAILED', 'EXPIRED', 'CANCELLED'],
  },
} as const satisfies Record<string, Record<string, readonly (PayinOrderStatus | PayoutOrderStatus | MovementStatus)[]>>

const { PAYIN, PAYOUT } = STATUS_GROUPS

/** Direction or movement type -> action -> the statuses that allow it. */
const ACTIONS = {
  PAYIN: {
    // The merchant gets a callback for every final status.
    notify: [...PAYIN.paid, ...PAYIN.unpaid],
    pay: ['PENDING'],
    check: ['PENDING', 'CONFIRMING'],
    close: ['PENDING'],
    // Another amount than that of the order was paid.
    accept: ['EXCEPTION'],
    reject: ['EXCEPTION'],
    // Statuses in which every outcome is possible. The gateway also accepts some outcomes in others.
    simulate: ['PENDING'],
  },
  PAYOUT: {
    notify: [...PAYOUT.paid, ...PAYOUT.unpaid],
    check: PAYOUT.open,
    cancel: ['CREATED'],
    // A payout in UNKNOWN may have been paid; it is checked instead.
    retry: ['FAILED'],
    receipt: PAYOUT.paid,
    simulate: PAYOUT.open,
  },
  RECHARGE_ONLINE: { pay: ['CREATED'] },
  RECHARGE_OFFLINE: { check: ['CREATED', 'PENDING_CHECK'], cancel: ['CREATED', 'PENDING_CHECK'] },
  WITHDRAW: { cancel: ['CREATED'] },
  TRANSFER_OUT: { cancel: ['CREATED'] },
  TRANSFER_IN: {},
} as const satisfies Record<Direction | MovementType, Record<string, readonly string[]>>

type Subject = keyof typeof ACTIONS
type KeyOf<Actions> = Actions extends unknown ? keyof Actions & string : never
export type StatusAction = KeyOf<(typeof ACTIONS)[Subject]>

/** Whether an order of this direction, or a movement of this type, allows the action in this status. */
export function allows(subject: string | null | undefined, action: StatusAction, status: string | null | undefined): boolean {
  const actions: Partial<Record<StatusAction, readonly string[]>> = ACTIONS[subject as Subject] ?? {}
  return status != null && actions[action]?.includes(status) === true
}

const groupsOf = (subject: string | null | undefined) =>
  STATUS_GROUPS[subject === 'PAYIN' || subject === 'PAYOUT' ? subject : 'MOVEMENT']

// Statuses of no group: neither open nor final.
const UNGROUPED: readonly string[] = ['EXCEPTION']

/** Whether the tables of this file know the status. Of another, only the gateway knows what it allows. */
export const isKnownStatus = (subject: string | null | undefined, status: string | null | undefined): boolean =>
  status != null &&
  (UNGROUPED.includes(status) || Object.values(groupsOf(subject)).some((some: readonly string[]) => some.includes(status)))

/** Whether the console offers the action: where the tables allow it, and where they do not know the status. */
export const mayAllow = (
  subject: string | null | undefined,
  action: StatusAction,
  status: string | null | undefined,
): boolean => allows(subject, action, status) || !isKnownStatus(subject, status)

const RESTORABLE: readonly MerchantStatus[] = ['ACTIVE', 'PAYOUT_SUSPENDED', 'SUSPENDED']

/** Whether a parent can return its sub-merchant to this status after a change. */
export const isRestorable = (status: string | null | undefined): status is MerchantStatus =>
  RESTORABLE.some((one) => one === status)

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
  // A late payment may arrive after closing. Staff reopen the account frozen, to give the money back.
  CLOSED: { FROZEN: STAFF },
}

/** The statuses that the mover may set from the given one. */
export const movesFrom = (status: MerchantStatus, mover: Mover): MerchantStatus[] =>
  (Object.keys(MERCHANT_MOVES[status]) as MerchantStatus[]).filter((to) => MERCHANT_MOVES[status][to]!.includes(mover))

export const SIGN_IN_STATUSES: readonly MerchantStatus[] = ['ACTIVE', 'PAYOUT_SUSPENDED', 'FROZEN']
const RECEIVING_STATUSES: readonly MerchantStatus[] = ['ACTIVE', 'PAYOUT_SUSPENDED']

type HasStatus = { status: MerchantStatus }

export const maySignIn = ({ status }: HasStatus): boolean => SIGN_IN_STATUSES.includes(status)

/** Whether the account may make changes. A frozen account is read-only. */
export const mayChange = ({ status }: HasStatus): boolean => status !== 'FROZEN'

export const mayReceive = ({ status }: HasStatus): boolean => RECEIVING_STATUSES.includes(status)

export const maySend = ({ status }: HasStatus): boolean => status === 'ACTIVE'
