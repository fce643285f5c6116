import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { routes } from '#commands/navigation/routes.ts'
import { useValue } from '../../state/value.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { Attention } from './Attention.tsx'
import { Activities, BalanceCard, TodayCard } from './cards.tsx'
import { ChartCard } from './chart/ChartCard.tsx'
import styles from './Dashboard.module.css'
import { createDashboardModel, type DashboardModel, hasNoDays, METRICS } from './dashboardModel.ts'
import { createFocusNavigation } from './focusNavigation.ts'
import { CallbacksCard, FunnelCard, HeatmapCard, MoversCard, PlatformCard } from './insights/Insights.tsx'

/** A dashboard of a gateway that announces other features than before is opened again. */
export function Dashboard() {
  const { features } = useConsole()
  return <ServedDashboard key={String(useValue(features).includes('insights'))} />
}

/** The dashboard of merchants and staff: what needs attention, today, the last days, and the latest activities. */
function ServedDashboard() {
  const console = useConsole()
  const [model, setModel] = useState<DashboardModel | null>(null)
  useEffect(() => {
    const { route: place } = console.scope()
    if (place === null) return
    const created = createDashboardModel(console, place)
    setModel(created)
    return created.close
  }, [console])
  return model === null ? null : <DashboardContent model={model} />
}

function DashboardContent({ model }: { model: DashboardModel }) {
  const t = useT()
  const root = useRef<HTMLElement>(null)
  const isLoading = useSelector(model.today, (snapshot) => snapshot.matches('loading'))
  const hasFigures = useSelector(model.today, ({ context }) => context.figures !== null)
  const { insights } = model
  const { isTable } = useValue(model.view)
  useDashboardScope(model, root)
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.id === 'main') root.current?.focus()
    // Focus the first figure when the figures arrive while the screen itself has the focus.
    if (hasFigures && document.activeElement === root.current)
      root.current?.querySelector<HTMLElement>('[data-part="today"] [data-focus-item]')?.focus()
  }, [hasFigures])
  return (
    <section
      ref={root}
      className={styles.screen}
      data-layer="page"
      tabIndex={-1}
      aria-label={t(routes[model.place].title)}
      aria-busy={isLoading}
    >
      <div className={styles.content}>
        {insights !== null && <Attention model={model} panel={insights.attention} />}
        <div className={styles.cards} data-part="today">
          <TodayCard model={model} direction="payin" />
          <TodayCard model={model} direction="payout" />
          {model.balance !== null && <BalanceCard model={model} panel={model.balance} />}
          {insights?.platform != null && (
            <div className={styles.side}>
              <PlatformCard model={model} panel={insights.platform} />
              <MoversCard model={model} panel={insights.platform} />
            </div>
          )}
        </div>
        <div className={styles.past} data-table={isTable || undefined}>
          <div className={styles.main}>
            <ChartCard model={model} />
            {insights !== null && <HeatmapCard model={model} panel={insights.payinFlow} />}
          </div>
          <div className={styles.side}>
            {insights !== null && <FunnelCard model={model} panel={insights.payinFlow} />}
            {insights !== null && <CallbacksCard model={model} panel={insights.callbackFlow} />}
            <Activities model={model} />
          </div>
        </div>
      </div>
    </section>
  )
}

/** Puts the dashboard in the active scopes, where commands find it. */
function useDashboardScope(model: DashboardModel, root: { current: HTMLElement | null }) {
  const hasChart = !useSelector(model.days, hasNoDays)
  useEffect(() => {
    if (root.current === null) return
    const { activeScopes, announcer, i18n } = model.console
    const navigation = createFocusNavigation(root.current)
    const chart = () => root.current?.querySelector('[data-part="chart"]') ?? null
    const leave = activeScopes.enter('dashboard', {
      refresh: model.refresh,
      move: navigation.move,
      hasChart,
      turnChart(by) {
        const { metric, isTable } = model.view.get()
        const next = METRICS[(METRICS.indexOf(metric) + by + METRICS.length) % METRICS.length] as (typeof METRICS)[number]
        model.setView({ metric: next, isTable: false })
        if (isTable) setTimeout(() => navigation.enter(chart()))
        announcer.polite(i18n.t(`dashboard.metric.${next}`))
      },
      toggleTable() {
        const isTable = !model.view.get().isTable
        // The map is a table in both views, and keeps the focus.
        const cell = document.activeElement?.closest('[data-focus-grid] [data-focus-item]')
        model.setView({ isTable })
        setTimeout(() => (cell == null ? navigation.enter(chart()) : cell.scrollIntoView({ block: 'nearest' })))
        announcer.polite(i18n.t(isTable ? 'dashboard.tableSaid' : 'dashboard.chartSaid'))
      },
    })
    return () => {
      leave()
      navigation.stop()
    }
  }, [model, root, hasChart])
}
