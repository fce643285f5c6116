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

/** The row that a gateway names by kind and number; null where it names none, or none that this user may see. */
export function rowOfTarget(
  kind: TargetKind | null | undefined,
  number: string | null,
  permissions: Permissions,
): RowIdentity | null {
  if (kind == null || number === null || !Object.hasOwn(ROWS, kind)) return null
  const row = ROWS[kind]
  return routeFor(row, permissions) === null ? null : { kind: row, id: number, number }
}
