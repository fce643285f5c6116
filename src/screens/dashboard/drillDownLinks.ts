import { routeAt, routes } from '#commands/navigation/routes.ts'
import { listAddress, routeFor, rowAddress } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import { rowOfTarget } from '#commands/rows/targets.ts'
import { canEnter } from '#contract/authority.ts'
import type { Currency } from '#contract/money.ts'
import type { Activity } from '#contract/rows/audit.ts'
import { type Direction, PAID_STATUSES } from '../../lists/definitions/agentDrillDownLink.ts'
import { formatAddress } from '../../state/location.ts'
import type { Console } from '../../useConsole.tsx'
import type { OrderSet } from './summaryFields.ts'

const KINDS: Record<Currency, Record<Direction, RowKind>> = {
  IDR: { payin: 'payin', payout: 'payout' },
  VND: { payin: 'payin', payout: 'payout' },
  USDT: { payin: 'usdtPayin', payout: 'usdtPayout' },
}

const ACCOUNT_PATHS = ['/account/info', '/account/recharge', '/account/withdraw']

/** The addresses behind the figures; null without the permission for the list or screen. */
export function createDrillDownLinks({ permissions, features }: Console, currency: Currency) {
  const entries = routeFor('entry', permissions)
  const list = (kind: RowKind, filter: Record<string, string>): string | null =>
    routeFor(kind, permissions) === null ? null : listAddress(kind, permissions, filter)
  const screen = (path: string): string | null => {
    const id = routeAt(path)
    if (id === null || !canEnter(permissions, routes[id])) return null
    const { feature } = routes[id]
    return feature === undefined || features.has(feature) ? path : null
  }
  const callbacks = screen('/dev-center/callbacks')
  const accounts = screen('/plat/otp')
  const withQuery = (path: string | null, query: Record<string, string>): string | null =>
    path === null ? null : formatAddress(path, new URLSearchParams(query))
  return {
    /** The orders of a day. */
    orders(direction: Direction, day: string | null, orderSet: OrderSet): string | null {
      if (day === null) return null
      const status: Record<string, string> = orderSet === 'paid' ? { status: PAID_STATUSES[direction] } : {}
      return list(KINDS[currency][direction], { startDate: day, endDate: day, ...status })
    },
    /** The orders of a filter, in the currency of the dashboard or in another one. */
    ordersWhere: (direction: Direction, filter: Record<string, string>, ordersIn = currency) =>
      list(KINDS[ordersIn][direction], filter),
    recharges: (filter: Record<string, string>) => list('recharge', filter),
    /** The order or movement of an activity. */
    target({ kind, target }: Activity): string | null {
      const row = rowOfTarget(kind, target, permissions)
      return row === null ? null : rowAddress(row, permissions)
    },
    /** The ledger entries of the account. */
    entries: entries === null ? null : routes[entries].path,
    callbacks,
    /** The callback addresses of one merchant, for staff. */
    callbacksOf: (merchantNo: string) => withQuery(callbacks, { merchantNo }),
    recharge: screen('/account/recharge'),
    /** An account that staff acts on. */
    account: (who: string) => withQuery(accounts, { who }),
    daily: screen('/account/daily'),
    /** The permitted screens of account info, recharge and withdraw. */
    accountRoutes: ACCOUNT_PATHS.flatMap((path) => (screen(path) === null ? [] : (routeAt(path) ?? []))),
  }
}
