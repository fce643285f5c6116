import type { MovementStatus, MovementType, PayinOrderStatus, PayoutOrderStatus } from './options.ts'

/** The allowed status transitions; every other one throws ORDER_STATE_CONFLICT. */

type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

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

export const MOVEMENT_TRANSITIONS: Readonly<Record<MovementType, MovementTransitions>> = {
  // Money that arrives late is still credited.
  RECHARGE_ONLINE: { CREATED: ['SUCCESS', 'FAILED', 'EXPIRED'], EXPIRED: ['SUCCESS'] },
  RECHARGE_OFFLINE: {
    CREATED: ['PENDING_CHECK', 'SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED'],
    PENDING_CHECK: ['SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED'],
    EXPIRED: ['SUCCESS'],
  },
  // On hold while CREATED: the merchant can still cancel.
  WITHDRAW: { CREATED: ['PROCESSING', 'CANCELLED'], PROCESSING: ['SUCCESS', 'FAILED'] },
  TRANSFER_OUT: TRANSFER,
  TRANSFER_IN: {},
}
