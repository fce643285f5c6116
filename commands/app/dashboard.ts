import type { CommonKey } from '#locales/messages.ts'
import { type Command, command } from '../command.ts'
import { ORDER_OWNERS } from '../orders/mutateRows.ts'
import type { DashboardScope } from '../scope.ts'

const onDashboard = <const Id extends string>(
  id: Id,
  title: CommonKey,
  run: (dashboard: DashboardScope) => void,
  rest: Pick<Command, 'listing' | 'repeatable' | 'keywords'> = {},
) =>
  command({
    ...rest,
    id,
    title,
    section: 'list',
    authority: ORDER_OWNERS,
    permission: ['dashboard', 'dashboard_usdt'],
    conditions: ['dashboard.open'],
    risk: 'none',
    run: ({ dashboard }) => (dashboard === null ? undefined : run(dashboard)),
  })

const move = <const Id extends string>(id: Id, title: CommonKey, to: Parameters<DashboardScope['move']>[0]) =>
  onDashboard(id, title, (dashboard) => dashboard.move(to), { listing: 'typed', repeatable: true })

/** Commands for the dashboard. */
export const dashboardCommands = [
  onDashboard('dashboard.refresh', 'command.dashboard.refresh', (dashboard) => dashboard.refresh(), {
    keywords: 'command.list.refresh.words',
  }),
  onDashboard('chart.table', 'command.chart.table', (dashboard) => dashboard.toggleTable()),
  onDashboard('chart.next', 'command.chart.next', (dashboard) => dashboard.turnChart(1)),
  onDashboard('chart.prev', 'command.chart.prev', (dashboard) => dashboard.turnChart(-1)),
  move('figure.next', 'command.figure.next', 'next'),
  move('figure.prev', 'command.figure.prev', 'prev'),
  move('figure.down', 'command.figure.down', 'down'),
  move('figure.up', 'command.figure.up', 'up'),
] as const
