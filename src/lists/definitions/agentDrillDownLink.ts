import { listAddress, routeFor } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import type { Permissions } from '#contract/authority.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { DrillDownFilter } from '../list.ts'

export type Direction = 'payin' | 'payout'

/** The paid statuses, comma-separated as in an address. */
export const PAID_STATUSES: Record<Direction, string> = {
  payin: STATUS_GROUPS.PAYIN.paid.join(),
  payout: STATUS_GROUPS.PAYOUT.paid.join(),
}

const KINDS: Record<Direction, RowKind> = { payin: 'agentPayin', payout: 'agentPayout' }

/** Address of the orders or merchants that a figure of the agent summary counts; null for figures that count nothing listed. */
export function agentDrillDownLink(field: string, of: DrillDownFilter, permissions: Permissions): string | null {
  const merchant = of.merchantNo === undefined || of.merchantNo === '' ? {} : { merchantNo: of.merchantNo }
  if (field === 'merchantCount') return linkTo('agentMerchant', merchant, permissions)
  const [, direction] = /(payin|payout)/i.exec(field) ?? []
  if (direction === undefined || of.startDate === undefined || of.endDate === undefined) return null
  const side = direction.toLowerCase() as Direction
  const status: Record<string, string> = /success/i.test(field) ? { status: PAID_STATUSES[side] } : {}
  return linkTo(KINDS[side], { startDate: of.startDate, endDate: of.endDate, ...merchant, ...status }, permissions)
}

const linkTo = (kind: RowKind, filter: Record<string, string>, permissions: Permissions): string | null =>
  routeFor(kind, permissions) === null ? null : listAddress(kind, permissions, filter)
