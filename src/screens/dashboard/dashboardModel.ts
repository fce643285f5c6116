import { useSelector } from '@xstate/react'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { RouteId } from '#commands/navigation/routes.ts'
import { calls } from '#contract/calls.ts'
import { type Currency, FRACTION_DIGITS } from '#contract/money.ts'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { Activity } from '#contract/rows/audit.ts'
import type { DaySummary, Dashboard as Told } from '#contract/rows/dashboards.ts'
import { createPanelMachine } from '#machines/dashboard/panelMachine.ts'
import type { CallOptions } from '../../api/client.ts'
import { createSignal, type Signal } from '../../state/signal.ts'
import type { Console } from '../../useConsole.tsx'
import { createDrillDownLinks, type DrillDownLinks } from './drillDownLinks.ts'

export type Panel<Figures> = ActorRefFrom<ReturnType<typeof createPanelMachine<Figures>>>

/** What the days are drawn by, in the order of the keys that turn them. */
export const METRICS = ['amount', 'count', 'rate'] as const
export type Metric = (typeof METRICS)[number]

/** How the days are looked at. */
export interface ChartView {
  readonly metric: Metric
  readonly isTable: boolean
}

/** An open dashboard: each card asks for itself, so that one that fails takes none with it. */
export interface DashboardModel {
  readonly console: Console
  readonly place: RouteId
  readonly links: DrillDownLinks
  readonly today: Panel<Told>
  readonly days: Panel<DaySummary[]>
  readonly activities: Panel<Activity[]>
  /** Staff have no account of their own. */
  readonly balance: Panel<AccountInfo> | null
  readonly view: Signal<ChartView>
  /** Decimals of its amounts. */
  readonly fractionDigits: number
  setView(changes: Partial<ChartView>): void
  refresh(): void
  close(): void
}

/** What its amounts are in, once the gateway has said so. */
export const useCurrency = ({ today }: DashboardModel): Currency | null =>
  useSelector(today, ({ context }) => context.figures?.currency ?? null)

export function createDashboardModel(console: Console, place: RouteId): DashboardModel {
  const { api, i18n, permissions, store } = console
  const currency: Currency = place === 'dashboardUsdt' ? 'USDT' : 'IDR'
  const createPanel = <Figures>(ask: (options: CallOptions) => Promise<Figures>) =>
    createActor(
      createPanelMachine<Figures>().provide({
        actors: {
          // Only what is asked first of all may lead away from the whole screen.
          fetchFigures: fromPromise(({ input, signal }) => ask({ signal, redirects: input.isFirst })),
        },
      }),
    )
  const withoutRedirects = ({ redirects: _, ...options }: CallOptions): CallOptions => options

  const today = createPanel<Told>((options) => api.call(calls.dashboard, {}, options))
  const days = createPanel<DaySummary[]>((options) => api.call(calls.dailyChart, {}, withoutRedirects(options)))
  const activities = createPanel<Activity[]>((options) => api.call(calls.activities, {}, withoutRedirects(options)))
  const balance = permissions.includes('plat')
    ? null
    : createPanel<AccountInfo>((options) => api.call(calls.accountInfo, {}, withoutRedirects(options)))
  const all = [today, days, activities, ...(balance === null ? [] : [balance])]
  for (const one of all) one.start()

  // What was done is told in the gateway's words, one language at a time.
  const unsubscribe = i18n.subscribe(() => activities.send({ type: 'panel.refresh' }))
  const storedView = store.own<ChartView>('chart')
  const view = createSignal<ChartView>(storedView.get() ?? { metric: 'amount', isTable: false })
  return {
    console,
    place,
    links: createDrillDownLinks(permissions, currency),
    today,
    days,
    activities,
    balance,
    view,
    fractionDigits: FRACTION_DIGITS[currency],
    setView(changes) {
      view.set({ ...view.get(), ...changes })
      storedView.set(view.get())
    },
    refresh() {
      for (const one of all) one.send({ type: 'panel.refresh' })
    },
    close() {
      unsubscribe()
      for (const one of all) one.stop()
    },
  }
}
