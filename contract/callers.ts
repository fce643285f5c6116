import type { AccountKind, Permission } from './authority.ts'

/** Account kinds with their own orders, and staff. */
export const ORDER_CALLERS: AccountKind[] = ['normal', 'subMerchant', 'umerchant', 'staff']

/** Either permission allows managing callbacks. */
export const NOTIFY_PERMISSIONS: Permission[] = ['payin_notify', 'payout_notify']
