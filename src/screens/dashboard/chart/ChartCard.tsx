import { Tabs } from '@base-ui/react/tabs'
import { useSelector } from '@xstate/react'
import { ChartColumn, Table2 } from 'lucide-react'
import type { DaySummary } from '#contract/rows/dashboards.ts'
import { CommandIcon } from '../../../keyboard/CommandIcon.tsx'
import { useKeymap } from '../../../keyboard/CommandKeys.tsx'
import type { Direction } from '../../../lists/definitions/agentDrillDownLink.ts'
import { ORDER_FIELDS } from '../../../lists/summary/orderFields.ts'
import { useValue } from '../../../state/value.ts'
import { NoFigure } from '../../../ui/NoFigure.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { Card, NotAvailable } from '../Card.tsx'
import { type DashboardModel, hasNoDays, METRICS, type Metric, useCurrency } from '../dashboardModel.ts'
import { FocusItem, SummaryValue } from '../Figure.tsx'
import { DIRECTIONS, figuresOf, type OrderSet, rateOf } from '../summaryFields.ts'
import styles from './ChartCard.module.css'
import { DayChart } from './DayChart.tsx'

/** The last days, as one of three charts or as a table of all figures. */
export function ChartCard({ model }: { model: DashboardModel }) {
  const t = useT()
  const { isTable, metric } = useValue(model.view)
  const currency = useCurrency(model)
  const isEmpty = useSelector(model.days, hasNoDays)
  return (
    <Card
      panel={model.days}
      title={t('dashboard.days')}
      note={[currency, t('dashboard.byCreation')].filter((part) => part !== null).join(' · ')}
      skeletonRows={6}
      className={isEmpty ? '' : styles.card}
      tools={!isEmpty && <TableButton isTable={isTable} />}
    >
      {(days) =>
        days.length === 0 ? (
          <NotAvailable />
        ) : isTable ? (
          <div data-part="chart" className={styles.table}>
            <DayTable days={days} model={model} />
          </div>
        ) : (
          <Charts days={days} metric={metric} model={model} />
        )
      }
    </Card>
  )
}

function Charts({ days, metric, model }: { days: DaySummary[]; metric: Metric; model: DashboardModel }) {
  const t = useT()
  return (
    <Tabs.Root className={styles.charts} value={metric} onValueChange={(value) => model.setView({ metric: value as Metric })}>
      <Tabs.List className={styles.tabs} aria-label={t('dashboard.metrics')}>
        {METRICS.map((one) => (
          <Tabs.Tab key={one} value={one} className={styles.tab}>
            {t(`dashboard.metric.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={metric} className={styles.panel} tabIndex={-1} data-part="chart">
        <DayChart days={days} metric={metric} model={model} />
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function TableButton({ isTable }: { isTable: boolean }) {
  const t = useT()
  const { runner } = useConsole()
  const word = t(isTable ? 'dashboard.showChart' : 'dashboard.showTable')
  const [keys] = useKeymap().keysFor('chart.table')
  return (
    <CommandIcon
      of="chart.table"
      icon={isTable ? ChartColumn : Table2}
      label={word}
      className="push"
      aria-keyshortcuts={keys}
      onClick={() => runner.begin('chart.table')}
    />
  )
}

/** All figures of the days, as a table. */
function DayTable({ days, model }: { days: readonly DaySummary[]; model: DashboardModel }) {
  const t = useT()
  return (
    <table className={styles.days}>
      <thead>
        <tr>
          <th scope="col">{t('field.date')}</th>
          {DIRECTIONS.flatMap((direction) =>
            [...figuresOf(direction).map(({ field }) => field), ORDER_FIELDS[direction].rate].map((field) => (
              <th key={field} scope="col">
                {t(`field.${field}`)}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <DayRow key={day.date} day={day} model={model} />
        ))}
      </tbody>
    </table>
  )
}

function DayRow({ day, model }: { day: DaySummary; model: DashboardModel }) {
  const linkTo = (direction: Direction, orders: OrderSet) => model.links.orders(direction, day.date, orders)
  return (
    <tr data-focus-group="row">
      <th scope="row">
        <FocusItem to={linkTo('payin', 'all')}>{day.date ?? <NoFigure />}</FocusItem>
      </th>
      {DIRECTIONS.map((direction) => [
        ...figuresOf(direction).map(({ field, orders }) => (
          <td key={field}>
            <FocusItem to={linkTo(direction, orders)}>
              <SummaryValue value={day[field]} fractionDigits={model.fractionDigits} />
            </FocusItem>
          </td>
        )),
        <td key={direction}>
          <FocusItem to={linkTo(direction, 'paid')}>{rateOf(day, direction)}</FocusItem>
        </td>,
      ])}
    </tr>
  )
}
