import { calls } from '#contract/calls.ts'
import type { LiveKind } from '#contract/rows/changes.ts'
import { LIVE_LIST_NAMES, LIVE_LISTS } from '#contract/rows/liveLists.ts'
import { mayCall } from '../http/caller.ts'
import type { MerchantRow } from '../merchants/merchants.ts'

/** The kinds of change events the account receives: notices, and the kinds of the lists it may read. */
export const visibleKinds = (merchant: MerchantRow): ReadonlySet<LiveKind> =>
  new Set(['notice', ...LIVE_LIST_NAMES.filter((list) => mayCall(merchant, calls[list])).map((list) => LIVE_LISTS[list])])
