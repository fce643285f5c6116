import { routeAt, routes } from '#commands/navigation/routes.ts'
import { listAddress, routeFor, rowAddress } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import { rowOfTarget } from '#commands/rows/targets.ts'
import { canEnter, type Permissions } from '#contract/authority.ts'
import type { Currency } from '#contract/money.ts'
import type { Activity } from '#contract/rows/audit.ts'
import { type Direction, PAID_STATUSES } from '../../lists/definitions/agentDrillDownLink.ts'
import type { OrderSet } from './summaryFields.ts'

const KINDS: Record<Currency, Record<Direction, RowKind>> = {
  IDR: { payin: 'payin', payout: 'payout' },
  VND: { payin: 'payin', payout: 'payout' },
  USDT: { payin: 'usdtPayin', payout: 'usdtPayout' },
}

const ACCOUNT_PATHS = ['/account/info', '/account/recharge', '/account/withdraw']

/** The addresses behind the figures; null without the permission for the list. */
export function createDrillDownLinks(permissions: Permissions, currency: Currency) {
  const entries = routeFor('entry', permissions)
  return {
    orders(direction: Direction, day: string, orderSet: OrderSet): string | null {
      const kind = KINDS[currency][direction]
      if (routeFor(kind, permissions) === null) return null
      const status: Record<string, string> = orderSet === 'paid' ? { status: PAID_STATUSES[direction] } : {}
      return listAddress(kind, permissions, { startDate: day, endDate: day, ...status })
    },
    /** The order or movement of an activity. */
    target({ kind, target }: Activity): string | null {
      const row = rowOfTarget(kind, target, permissions)
      return row === null ? null : rowAddress(row, permissions)
    },
    /** The ledger entries of the account. */
    entries: entries === null ? null : routes[entries].path,
    /** The permitted screens of account info, recharge and withdraw. */
    accountRoutes: ACCOUNT_PATHS.flatMap((path) => routeAt(path) ?? []).filter((id) => canEnter(permissions, routes[id])),
  }
}
