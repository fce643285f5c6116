import type { LiveKind } from './changes.ts'

/** Lists with change tracking: call name -> event kind of their rows. */
export const LIVE_LISTS = {
  payinList: 'payin',
  usdtPayinList: 'payin',
  agentPayinList: 'payin',
  checkoutList: 'payin',
  payoutList: 'payout',
  usdtPayoutList: 'payout',
  agentPayoutList: 'payout',
  rechargeList: 'record',
  withdrawList: 'record',
  transferList: 'record',
} as const satisfies Record<string, LiveKind>

export type LiveList = keyof typeof LIVE_LISTS

export const LIVE_LIST_NAMES = Object.keys(LIVE_LISTS) as LiveList[]
