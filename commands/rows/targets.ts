import type { Permissions } from '#contract/authority.ts'
import type { TargetKind } from '#contract/rows/targets.ts'
import { routeFor } from './rowKinds.ts'
import type { RowIdentity, RowKind } from './rowRef.ts'

const ROWS: Record<TargetKind, RowKind> = {
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
  kind: TargetKind | null | undefined,
  number: string | null,
  permissions: Permissions,
): RowIdentity | null {
  if (kind == null || number === null || !Object.hasOwn(ROWS, kind)) return null
  const row = ROWS[kind]
  return routeFor(row, permissions) === null ? null : { kind: row, id: number, number }
}
