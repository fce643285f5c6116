import { useSelector } from '@xstate/react'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { RouteId } from '#commands/navigation/routes.ts'
import { calls } from '#contract/calls.ts'
import { type Currency, FRACTION_DIGITS } from '#contract/money.ts'
import { createPanelMachine } from '#machines/dashboard/panelMachine.ts'
import type { CallOptions } from '../../api/client.ts'
import { createStoredValue } from '../../state/atoms.ts'
import type { Console } from '../../useConsole.tsx'
import { createDrillDownLinks } from './drillDownLinks.ts'

export type Panel<Figures> = ActorRefFrom<ReturnType<typeof createPanelMachine<Figures>>>

/** The metrics of the chart, in the order in which the keys cycle through them. */
export const METRICS = ['amount', 'count', 'rate'] as const
export type Metric = (typeof METRICS)[number]

/** How the days are shown. */
export interface ChartView {
  readonly metric: Metric
  readonly isTable: boolean
}

export type DashboardModel = ReturnType<typeof createDashboardModel>

/** The currency of the amounts; null until the first response. */
export const useCurrency = ({ today }: DashboardModel): Currency | null =>
  useSelector(today, ({ context }) => context.figures?.currency ?? null)

/** The state of an open dashboard. Each card loads on its own, so that a failure affects no other card. */
export function createDashboardModel(console: Console, place: RouteId) {
  const { api, atoms, i18n, permissions, store } = console
  const currency: Currency = place === 'dashboardUsdt' ? 'USDT' : 'IDR'
  const createPanel = <Figures>(ask: (options: CallOptions) => Promise<Figures>) =>
    createActor(
      createPanelMachine<Figures>().provide({
        actors: {
          // Only the first request may redirect to another screen.
          fetchFigures: fromPromise(({ input, signal }) => ask({ signal, redirects: input.isFirst })),
        },
      }),
    )
  const withoutRedirects = ({ redirects: _, ...options }: CallOptions): CallOptions => options

  const today = createPanel((options) => api.call(calls.dashboard, {}, options))
  const days = createPanel((options) => api.call(calls.dailyChart, {}, withoutRedirects(options)))
  const activities = createPanel((options) => api.call(calls.activities, {}, withoutRedirects(options)))
  const balance = permissions.includes('plat')
    ? null
    : createPanel((options) => api.call(calls.accountInfo, {}, withoutRedirects(options)))
  const all = [today, days, activities, ...(balance === null ? [] : [balance])]
  for (const one of all) one.start()

  // The gateway words the activities in the current language.
  const unsubscribe = i18n.subscribe(() => activities.send({ type: 'panel.refresh' }))
  const view = createStoredValue<ChartView>(atoms, store.own('chart'), { metric: 'amount', isTable: false })
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
    /** Decimals of the amounts. */
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
