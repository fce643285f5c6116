import type { AccountKind, Permission } from './authority.ts'

/** Those with orders of their own, and who may look at all of them. */
export const ORDER_CALLERS: AccountKind[] = ['normal', 'subMerchant', 'umerchant', 'staff']

/** Any one of the two lets its holder see to callbacks. */
export const NOTIFY_PERMISSIONS: Permission[] = ['payin_notify', 'payout_notify']
