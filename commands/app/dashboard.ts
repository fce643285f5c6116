import { commandsFor } from '../command.ts'
import { ORDER_OWNERS } from '../orders/mutateRows.ts'
import type { DashboardScope } from '../scope.ts'

const onDashboard = commandsFor('dashboard', {
  section: 'list',
  authority: ORDER_OWNERS,
  permission: ['dashboard', 'dashboard_usdt'],
  conditions: ['dashboard.open'],
})

const ON_CHART = { conditions: ['chart.open'] } as const

const move = <const Id extends string>(id: Id, to: Parameters<DashboardScope['move']>[0]) =>
  onDashboard(id, (dashboard) => dashboard.move(to), { listing: 'typed', repeatable: true })

export const dashboardCommands = [
  onDashboard('dashboard.refresh', (dashboard) => dashboard.refresh(), { keywords: 'command.list.refresh.words' }),
  onDashboard('chart.table', (dashboard) => dashboard.toggleTable(), ON_CHART),
  onDashboard('chart.next', (dashboard) => dashboard.turnChart(1), ON_CHART),
  onDashboard('chart.prev', (dashboard) => dashboard.turnChart(-1), ON_CHART),
  move('figure.next', 'next'),
  move('figure.prev', 'prev'),
  move('figure.down', 'down'),
  move('figure.up', 'up'),
] as const
