import { type Command, command } from '../command.ts'
import { ORDER_OWNERS } from '../orders/mutateRows.ts'
import type { DashboardScope } from '../scope.ts'

const onDashboard = <const Id extends string>(
  id: Id,
  run: (dashboard: DashboardScope) => void,
  rest: Pick<Command, 'listing' | 'repeatable' | 'keywords'> = {},
) =>
  command({
    ...rest,
    id,
    section: 'list',
    authority: ORDER_OWNERS,
    permission: ['dashboard', 'dashboard_usdt'],
    conditions: ['dashboard.open'],
    risk: 'none',
    run: ({ dashboard }) => (dashboard === null ? undefined : run(dashboard)),
  })

const move = <const Id extends string>(id: Id, to: Parameters<DashboardScope['move']>[0]) =>
  onDashboard(id, (dashboard) => dashboard.move(to), { listing: 'typed', repeatable: true })

/** Commands for the dashboard. */
export const dashboardCommands = [
  onDashboard('dashboard.refresh', (dashboard) => dashboard.refresh(), {
    keywords: 'command.list.refresh.words',
  }),
  onDashboard('chart.table', (dashboard) => dashboard.toggleTable()),
  onDashboard('chart.next', (dashboard) => dashboard.turnChart(1)),
  onDashboard('chart.prev', (dashboard) => dashboard.turnChart(-1)),
  move('figure.next', 'next'),
  move('figure.prev', 'prev'),
  move('figure.down', 'down'),
  move('figure.up', 'up'),
] as const
