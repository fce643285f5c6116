import { listAddress, routeFor } from '#commands/rows/rowKinds.ts'
import type { RowKind } from '#commands/scope.ts'
import type { Permissions } from '#contract/authority.ts'
import { type Direction, PAID_STATUSES } from './paidStatuses.ts'

/** The days and the merchant that a figure is of. */
export interface DrillDownFilter {
  readonly startDate?: string
  readonly endDate?: string
  readonly merchantNo?: string
}

const KINDS: Record<Direction, RowKind> = { payin: 'agentPayin', payout: 'agentPayout' }

/** The list of what a figure of the agent's summary counts, by the figure's field; null where it counts nothing that is listed. */
export function agentDrillDownLink(field: string, of: DrillDownFilter, permissions: Permissions): string | null {
  const merchant = of.merchantNo === undefined || of.merchantNo === '' ? {} : { merchantNo: of.merchantNo }
  if (field === 'merchantCount') return door('agentMerchant', merchant, permissions)
  const [, direction] = /(payin|payout)/i.exec(field) ?? []
  if (direction === undefined || of.startDate === undefined || of.endDate === undefined) return null
  const way = direction.toLowerCase() as Direction
  const status: Record<string, string> = /success/i.test(field) ? { status: PAID_STATUSES[way] } : {}
  return door(KINDS[way], { startDate: of.startDate, endDate: of.endDate, ...merchant, ...status }, permissions)
}

const door = (kind: RowKind, filter: Record<string, string>, permissions: Permissions): string | null =>
  routeFor(kind, permissions) === null ? null : listAddress(kind, permissions, filter)
