import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { routes } from '#commands/navigation/routes.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { Activities } from './Activities.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { type Board, METRICS, openBoard } from './board.ts'
import { ChartCard } from './ChartCard.tsx'
import styles from './Dashboard.module.css'
import { TodayCard } from './TodayCard.tsx'
import { createWalk } from './walk.ts'

/** How it goes today, went in the last days, and what happened: for merchants of every kind, and for staff. */
export function Dashboard() {
  const console = useConsole()
  const [board, setBoard] = useState<Board | null>(null)
  useEffect(() => {
    const { route: place } = console.scope()
    if (place === null) return
    const opened = openBoard(console, place)
    setBoard(opened)
    return opened.close
  }, [console])
  return board === null ? null : <OpenBoard board={board} />
}

function OpenBoard({ board }: { board: Board }) {
  const t = useT()
  const root = useRef<HTMLElement>(null)
  const isLate = useSelector(board.today, (snapshot) => snapshot.matches('loading'))
  const isHere = useSelector(board.today, ({ context }) => context.figures !== null)
  useStage(board, root)
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.id === 'main') root.current?.focus()
    // Who waits for the figures begins with the first of them.
    if (isHere && document.activeElement === root.current) root.current?.querySelector<HTMLElement>('[data-stop]')?.focus()
  }, [isHere])
  return (
    <section
      ref={root}
      className={styles.screen}
      data-layer="page"
      tabIndex={-1}
      aria-label={t(routes[board.place].title)}
      aria-busy={isLate}
    >
      <div className={styles.board}>
        <div className={styles.cards}>
          <TodayCard board={board} direction="payin" />
          <TodayCard board={board} direction="payout" />
          {board.balance !== null && <BalanceCard board={board} panel={board.balance} />}
        </div>
        <div className={styles.past}>
          <ChartCard board={board} />
          <Activities board={board} />
        </div>
      </div>
    </section>
  )
}

/** Puts the dashboard in the active scopes, where commands find it. */
function useStage(board: Board, root: { current: HTMLElement | null }) {
  useEffect(() => {
    if (root.current === null) return
    const { activeScopes, announcer, i18n } = board.console
    const walk = createWalk(root.current)
    const chart = () => root.current?.querySelector('[data-part="chart"]') ?? null
    const leave = activeScopes.enterDashboard({
      refresh: board.refresh,
      move: walk.move,
      turnChart(by) {
        const { metric, isTable } = board.view.get()
        const next = METRICS[(METRICS.indexOf(metric) + by + METRICS.length) % METRICS.length] as (typeof METRICS)[number]
        board.look({ metric: next, isTable: false })
        if (isTable) setTimeout(() => walk.enter(chart()))
        announcer.polite(i18n.t(`dashboard.metric.${next}`))
      },
      toggleTable() {
        const isTable = !board.view.get().isTable
        board.look({ isTable })
        setTimeout(() => walk.enter(chart()))
        announcer.polite(i18n.t(isTable ? 'dashboard.tableSaid' : 'dashboard.chartSaid'))
      },
    })
    return () => {
      leave()
      walk.stop()
    }
  }, [board, root])
}
