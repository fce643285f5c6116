import type { Permissions } from '#contract/authority.ts'
import type { TargetKind } from '#contract/kinds.ts'
import { routeFor } from './kinds.ts'
import type { RowIdentity, RowKind } from './rowRef.ts'

/** The kind of the row that a reply of the gateway names. */
const TARGETS: Record<TargetKind, RowKind> = {
  PAYIN: 'payin',
  PAYOUT: 'payout',
  USDT_PAYIN: 'usdtPayin',
  USDT_PAYOUT: 'usdtPayout',
  RECHARGE_ONLINE: 'recharge',
  RECHARGE_OFFLINE: 'recharge',
  WITHDRAW: 'withdraw',
  TRANSFER_OUT: 'transfer',
  TRANSFER_IN: 'transfer',
}

/** The row named by kind and number in a reply of the gateway; null when there is none or the user may not see it. */
export function rowOfTarget(
  target: TargetKind | null | undefined,
  number: string | null,
  permissions: Permissions,
): RowIdentity | null {
  if (target == null || number === null || !Object.hasOwn(TARGETS, target)) return null
  const kind = TARGETS[target]
  return routeFor(kind, permissions) === null ? null : { kind, id: number, number }
}
