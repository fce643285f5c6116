import { type RouteId, routeAt, routes } from '#commands/navigation/routes.ts'
import { listAddress, routeFor, rowAddress } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import { rowOfTarget } from '#commands/rows/targets.ts'
import { canEnter, type Permissions } from '#contract/authority.ts'
import type { Currency } from '#contract/money.ts'
import type { Activity } from '#contract/rows/audit.ts'
import { type Direction, PAID_STATUSES } from '../../lists/definitions/agentDrillDownLink.ts'

export type { Direction }
/** The orders that a figure counts. */
export type OrderSet = 'all' | 'paid'

/** The addresses behind the figures; null without the permission for the list. */
export interface DrillDownLinks {
  orders(direction: Direction, day: string, orderSet: OrderSet): string | null
  /** The order or movement of an activity. */
  target(activity: Activity): string | null
  /** The ledger entries of the account. */
  readonly entries: string | null
  /** The permitted screens of account info, recharge and withdraw. */
  readonly accountRoutes: readonly RouteId[]
}

const KINDS: Record<Currency, Record<Direction, RowKind>> = {
  IDR: { payin: 'payin', payout: 'payout' },
  VND: { payin: 'payin', payout: 'payout' },
  USDT: { payin: 'usdtPayin', payout: 'usdtPayout' },
}

const ACCOUNT_PATHS = ['/account/info', '/account/recharge', '/account/withdraw']

export function createDrillDownLinks(permissions: Permissions, currency: Currency): DrillDownLinks {
  const entries = routeFor('entry', permissions)
  return {
    orders(direction, day, orderSet) {
      const kind = KINDS[currency][direction]
      if (routeFor(kind, permissions) === null) return null
      const status: Record<string, string> = orderSet === 'paid' ? { status: PAID_STATUSES[direction] } : {}
      return listAddress(kind, permissions, { startDate: day, endDate: day, ...status })
    },
    target({ kind, target }) {
      const row = rowOfTarget(kind, target, permissions)
      return row === null ? null : rowAddress(row, permissions)
    },
    entries: entries === null ? null : routes[entries].path,
    accountRoutes: ACCOUNT_PATHS.flatMap((path) => routeAt(path) ?? []).filter((id) => canEnter(permissions, routes[id])),
  }
}
