import type { Direction } from './kinds.ts'
import type { MerchantStatus, MovementStatus, MovementType, PayinOrderStatus, PayoutOrderStatus } from './options.ts'

/** Which status allows what. The gateway refuses by these tables, and the console offers by them. */

type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

/** The allowed status transitions of a payin. */
export const PAYIN_TRANSITIONS: Transitions<PayinOrderStatus> = {
  CREATED: ['PENDING', 'FAILED'],
  PENDING: ['SUCCESS', 'CONFIRMING', 'EXPIRED', 'CLOSED', 'FAILED', 'EXCEPTION'],
  CONFIRMING: ['SUCCESS', 'EXCEPTION', 'FAILED'],
  SUCCESS: ['PARTIAL_REFUND', 'REFUNDED'],
  // Late payments are accepted.
  FAILED: ['SUCCESS'],
  EXPIRED: ['SUCCESS'],
  CLOSED: ['SUCCESS'],
  EXCEPTION: ['SUCCESS', 'FAILED'],
  PARTIAL_REFUND: ['PARTIAL_REFUND', 'REFUNDED'],
  REFUNDED: [],
}

/** The allowed status transitions of a payout. */
export const PAYOUT_TRANSITIONS: Transitions<PayoutOrderStatus> = {
  CREATED: ['PROCESSING', 'CANCELLED'],
  PROCESSING: ['SUCCESS', 'FAILED', 'UNKNOWN'],
  // The bank may have paid: the money stays frozen and no retry is allowed until the result is known.
  UNKNOWN: ['SUCCESS', 'FAILED'],
  SUCCESS: ['REVERSED'],
  // A retry freezes the money again.
  FAILED: ['PROCESSING'],
  CANCELLED: [],
  REVERSED: [],
}

type MovementTransitions = Partial<Transitions<MovementStatus>>

const TRANSFER: MovementTransitions = { CREATED: ['SUCCESS', 'FAILED', 'CANCELLED'] }

/** The allowed status transitions of a movement by type. */
export const MOVEMENT_TRANSITIONS: Readonly<Record<MovementType, MovementTransitions>> = {
  // Money that arrives late is still credited.
  RECHARGE_ONLINE: { CREATED: ['SUCCESS', 'FAILED', 'EXPIRED'], EXPIRED: ['SUCCESS'] },
  RECHARGE_OFFLINE: {
    CREATED: ['PENDING_CHECK', 'SUCCESS', 'FAILED', 'EXPIRED'],
    PENDING_CHECK: ['SUCCESS', 'FAILED', 'EXPIRED'],
    EXPIRED: ['SUCCESS'],
  },
  // On hold while CREATED: the merchant can still cancel.
  WITHDRAW: { CREATED: ['PROCESSING', 'CANCELLED'], PROCESSING: ['SUCCESS', 'FAILED'] },
  TRANSFER_OUT: TRANSFER,
  TRANSFER_IN: {},
}

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

/** The statuses with a transition to this one. */
const leadingTo = <Status extends string>(transitions: Partial<Transitions<Status>>, to: Status): Status[] =>
  (Object.keys(transitions) as Status[]).filter((from) => transitions[from]?.includes(to))

/** Direction or movement type -> action -> the statuses that allow it. */
const ACTIONS = {
  PAYIN: {
    // The merchant gets a callback for every final status.
    notify: [...PAYIN.paid, ...PAYIN.unpaid],
    pay: ['PENDING'],
    check: ['PENDING', 'CONFIRMING'],
    close: leadingTo(PAYIN_TRANSITIONS, 'CLOSED'),
    // Statuses in which every outcome is possible. The gateway also accepts some outcomes in others.
    simulate: ['PENDING'],
  },
  PAYOUT: {
    notify: [...PAYOUT.paid, ...PAYOUT.unpaid],
    check: PAYOUT.open,
    cancel: leadingTo(PAYOUT_TRANSITIONS, 'CANCELLED'),
    // A payout in UNKNOWN may have been paid; it is checked instead.
    retry: ['FAILED'],
    receipt: PAYOUT.paid,
    simulate: PAYOUT.open,
  },
  RECHARGE_ONLINE: { pay: ['CREATED'] },
  RECHARGE_OFFLINE: { check: ['CREATED', 'PENDING_CHECK'] },
  WITHDRAW: { cancel: leadingTo(MOVEMENT_TRANSITIONS.WITHDRAW, 'CANCELLED') },
  TRANSFER_OUT: { cancel: leadingTo(MOVEMENT_TRANSITIONS.TRANSFER_OUT, 'CANCELLED') },
  TRANSFER_IN: {},
} as const satisfies Record<Direction | MovementType, Record<string, readonly string[]>>

type Subject = keyof typeof ACTIONS
type KeyOf<Actions> = Actions extends unknown ? keyof Actions & string : never
export type StatusAction = KeyOf<(typeof ACTIONS)[Subject]>

/** Whether an order of this direction, or a movement of this type, allows the action in this status. */
export function allows(subject: string | undefined, action: StatusAction, status: string | undefined): boolean {
  const actions: Partial<Record<StatusAction, readonly string[]>> = ACTIONS[subject as Subject] ?? {}
  return status !== undefined && actions[action]?.includes(status) === true
}

const RESTORABLE: readonly MerchantStatus[] = ['ACTIVE', 'PAYOUT_SUSPENDED', 'SUSPENDED']

/** Whether a parent can return its sub-merchant to this status after a change. */
export const isRestorable = (status: string | undefined): status is MerchantStatus => RESTORABLE.some((one) => one === status)
