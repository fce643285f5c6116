import { useSelector } from '@xstate/react'
import { type ActorRefFrom, createActor, fromPromise, type SnapshotFrom } from 'xstate'
import type { RouteId } from '#commands/navigation/routes.ts'
import type { Call, EmptyInput } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { type Currency, fractionDigitsOf } from '#contract/money.ts'
import { createPanelMachine, type PanelInput } from '#machines/dashboard/panelMachine.ts'
import { isUnknownCall } from '../../api/errors.ts'
import { createStoredValue } from '../../state/atoms.ts'
import { isFlag, isOneOf, isShapeOf } from '../../state/storedShapes.ts'
import type { Console } from '../../useConsole.tsx'
import { onDayEnd } from './dayEnd.ts'
import { createDrillDownLinks } from './drillDownLinks.ts'

export type Panel<Figures> = ActorRefFrom<ReturnType<typeof createPanelMachine<Figures>>>

/** The metrics of the chart, in the order in which the keys cycle through them. */
export const METRICS = ['amount', 'count', 'rate'] as const
export type Metric = (typeof METRICS)[number]

/** The days of the chart, as the documented call sends them. */
const CHART_DAYS = 7

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
  const { api, atoms, features, i18n, permissions, store } = console
  const currency: Currency = place === 'dashboardUsdt' ? 'USDT' : 'IDR'
  const createPanel = <Figures>(ask: (signal: AbortSignal, input: PanelInput) => Promise<Figures>) =>
    createActor(
      createPanelMachine<Figures>().provide({
        actors: { fetchFigures: fromPromise(({ input, signal }) => ask(signal, input)) },
      }),
    )

  const optional = true
  const isStaff = permissions.includes('plat')
  const today = createPanel((signal, { isFirst, isQuiet }) =>
    isQuiet
      ? api.call(calls.dashboardNow, {}, { signal, quiet: true })
      : // Only the first request may redirect to another screen.
        api.call(calls.dashboard, {}, { signal, redirects: isFirst }),
  )
  const days = createPanel((signal, { isQuiet }) =>
    isQuiet
      ? api.call(calls.trend, {}, { signal, quiet: true }).then((trend) => trend.slice(-CHART_DAYS))
      : api.call(calls.dailyChart, {}, { signal, optional }),
  )
  const activities = createPanel((signal) => api.call(calls.activities, {}, { signal, optional }))
  const balance = isStaff ? null : createPanel((signal) => api.call(calls.accountInfo, {}, { signal, optional }))
  const insights = features.has('insights') ? createInsights() : null
  const live = insights === null ? [] : [today, days, ...Object.values(insights)].filter((panel) => panel !== null)
  const all = [...new Set([today, days, activities, ...(balance === null ? [] : [balance]), ...live])]
  for (const one of all) one.start()

  /** What the gateway tells beyond the documented calls. */
  function createInsights() {
    const panel = <Figures>(call: Call<EmptyInput, Figures>) =>
      createPanel((signal, { isQuiet }) => api.call(call, {}, { signal, quiet: isQuiet }))
    return {
      attention: panel(calls.attention),
      payinFlow: panel(calls.payinFlow),
      callbackFlow: panel(calls.callbackFlow),
      trend: panel(calls.trend),
      balanceDays: isStaff ? null : panel(calls.balanceDays),
      /** Null for merchants. */
      platform: isStaff ? panel(calls.platformHealth) : null,
    }
  }

  // The gateway words the activities in the current language.
  const unsubscribe = i18n.subscribe(() => activities.send({ type: 'panel.refresh' }))
  const unfollow = console.live.subscribe((kind) => {
    if (kind !== 'notice') for (const one of live) one.send({ type: 'panel.changed' })
  })
  // Without a change, the figures of today would stay those of the day that has ended. Only live ones can be read quietly.
  const stopDays = onDayEnd({ now: () => api.serverNow() }, () => {
    for (const one of live) one.send({ type: 'panel.changed' })
    if (live.length === 0) for (const one of [today, days]) one.send({ type: 'panel.refresh' })
  })
  const view = createStoredValue<ChartView>(atoms, store.own('chart', isChartView), { metric: 'amount', isTable: false })
  return {
    console,
    place,
    links: createDrillDownLinks(console, currency),
    today,
    days,
    activities,
    /** Null for staff, which has no account. */
    balance,
    /** Null without the feature. */
    insights,
    view,
    fractionDigits: fractionDigitsOf(currency),
    setView: (changes: Partial<ChartView>) => view.set({ ...view.get(), ...changes }),
    refresh() {
      for (const one of all) one.send({ type: 'panel.refresh' })
    },
    close() {
      unsubscribe()
      unfollow()
      stopDays()
      for (const one of all) one.stop()
    },
  }
}
