import { useSelector } from '@xstate/react'
import { type ActorRefFrom, createActor, fromPromise, type SnapshotFrom } from 'xstate'
import { type RouteId, routeAt, routes } from '#commands/navigation/routes.ts'
import { listAddress, routeFor, rowAddress } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import { rowOfTarget } from '#commands/rows/targets.ts'
import { canEnter, type Permissions } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { type Currency, FRACTION_DIGITS } from '#contract/money.ts'
import type { Activity } from '#contract/rows/audit.ts'
import { createPanelMachine } from '#machines/dashboard/panelMachine.ts'
import { isUnknownCall } from '../../api/errors.ts'
import { type Direction, PAID_STATUSES } from '../../lists/definitions/agentDrillDownLink.ts'
import { createStoredValue } from '../../state/atoms.ts'
import { isFlag, isOneOf, isShapeOf } from '../../state/storedShapes.ts'
import type { Console } from '../../useConsole.tsx'
import type { OrderSet } from './summaryFields.ts'

export type Panel<Figures> = ActorRefFrom<ReturnType<typeof createPanelMachine<Figures>>>

/** The metrics of the chart, in the order in which the keys cycle through them. */
export const METRICS = ['amount', 'count', 'rate'] as const
export type Metric = (typeof METRICS)[number]

/** How the days are shown. */
interface ChartView {
  readonly metric: Metric
  readonly isTable: boolean
}

const isChartView = isShapeOf<ChartView>({ metric: isOneOf(METRICS), isTable: isFlag })

export type DashboardModel = ReturnType<typeof createDashboardModel>

/** The currency of the amounts; null until the first response. */
export const useCurrency = ({ today }: DashboardModel): Currency | null =>
  useSelector(today, ({ context }) => context.figures?.currency ?? null)

/** Whether the gateway has no days to draw. */
export const hasNoDays = (snapshot: SnapshotFrom<DashboardModel['days']>): boolean => {
  const { figures, error } = snapshot.context
  return figures === null ? snapshot.matches('failed') && isUnknownCall(error) : figures.length === 0
}

/** The state of an open dashboard. Each card loads on its own, so that a failure affects no other card. */
export function createDashboardModel(console: Console, place: RouteId) {
  const { api, atoms, i18n, permissions, store } = console
  const currency: Currency = place === 'dashboardUsdt' ? 'USDT' : 'IDR'
  const createPanel = <Figures>(ask: (signal: AbortSignal, isFirst: boolean) => Promise<Figures>) =>
    createActor(
      createPanelMachine<Figures>().provide({
        actors: { fetchFigures: fromPromise(({ input, signal }) => ask(signal, input.isFirst)) },
      }),
    )

  const optional = true
  // Only the first request may redirect to another screen.
  const today = createPanel((signal, redirects) => api.call(calls.dashboard, {}, { signal, redirects }))
  const days = createPanel((signal) => api.call(calls.dailyChart, {}, { signal, optional }))
  const activities = createPanel((signal) => api.call(calls.activities, {}, { signal, optional }))
  const balance = permissions.includes('plat')
    ? null
    : createPanel((signal) => api.call(calls.accountInfo, {}, { signal, optional }))
  const all = [today, days, activities, ...(balance === null ? [] : [balance])]
  for (const one of all) one.start()

  // The gateway words the activities in the current language.
  const unsubscribe = i18n.subscribe(() => activities.send({ type: 'panel.refresh' }))
  const view = createStoredValue<ChartView>(atoms, store.own('chart', isChartView), { metric: 'amount', isTable: false })
  return {
    console,
    place,
    links: createDrillDownLinks(permissions, currency),
    today,
    days,
    activities,
    /** Null for staff, which has no account. */
    balance,
    view,
    fractionDigits: FRACTION_DIGITS[currency],
    setView: (changes: Partial<ChartView>) => view.set({ ...view.get(), ...changes }),
    refresh() {
      for (const one of all) one.send({ type: 'panel.refresh' })
    },
    close() {
      unsubscribe()
      for (const one of all) one.stop()
    },
  }
}

const KINDS: Record<Currency, Record<Direction, RowKind>> = {
  IDR: { payin: 'payin', payout: 'payout' },
  VND: { payin: 'payin', payout: 'payout' },
  USDT: { payin: 'usdtPayin', payout: 'usdtPayout' },
}

const ACCOUNT_PATHS = ['/account/info', '/account/recharge', '/account/withdraw']

/** The addresses behind the figures; null without the permission for the list. */
function createDrillDownLinks(permissions: Permissions, currency: Currency) {
  const entries = routeFor('entry', permissions)
  return {
    orders(direction: Direction, day: string | null, orderSet: OrderSet): string | null {
      const kind = KINDS[currency][direction]
      if (day === null || routeFor(kind, permissions) === null) return null
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
