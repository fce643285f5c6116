import type { AccountKind } from './authority.ts'
import type { AnyCall } from './call.ts'

/** Settings of a call for these kinds of account with this permission, or any of several. */
const by =
  (...callers: readonly AccountKind[]) =>
  <const Settings extends object = object>(permission: AnyCall['permission'], settings?: Settings) => ({
    callers,
    permission,
    ...(settings as Settings),
  })

/** Accounts with their own orders, and staff. */
export const byOrderOwner = by('normal', 'subMerchant', 'umerchant', 'staff')
export const byIdrAccount = by('normal', 'subMerchant', 'staff')
export const byUsdtAccount = by('umerchant', 'staff')
export const byAccountOwner = by('normal', 'subMerchant', 'umerchant')
export const byOwnAccount = by('normal', 'subMerchant')
/** Accounts with keys and passcodes of their own. */
export const bySigner = by('normal', 'umerchant')
export const bySignerOrStaff = by('normal', 'umerchant', 'staff')
export const byMerchant = by('normal')
export const byMerchantOrStaff = by('normal', 'staff')
export const byAgent = by('delegate')
export const byStaff = by('staff')

/** Accounts that manage callbacks and reviews: either permission is enough. */
export const byNotifier = byOrderOwner(['payin_notify', 'payout_notify'])

/** A call that takes effect at most once per idempotency key. */
export const ONCE = { idempotent: true } as const

/** A call that moves money, as JSON. */
export const MONEY_CALL = { ...ONCE, body: 'json' } as const
