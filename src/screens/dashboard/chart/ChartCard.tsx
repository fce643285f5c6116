import { Tabs } from '@base-ui/react/tabs'
import { ChartColumn, Table2 } from 'lucide-react'
import type { DaySummary } from '#contract/rows/dashboards.ts'
import { useKeymap } from '../../../keyboard/CommandKeys.tsx'
import { useValue } from '../../../state/value.ts'
import { Button } from '../../../ui/Button.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import { Card } from '../Card.tsx'
import { type DashboardModel, METRICS, type Metric, useCurrency } from '../dashboardModel.ts'
import styles from './ChartCard.module.css'
import { DayChart } from './DayChart.tsx'
import { DayTable } from './DayTable.tsx'

/** The last days, as one of three charts or as a table of all figures. */
export function ChartCard({ model }: { model: DashboardModel }) {
  const t = useT()
  const { isTable, metric } = useValue(model.view)
  const currency = useCurrency(model)
  return (
    <Card
      panel={model.days}
      title={t('dashboard.days')}
      {...(currency === null ? {} : { note: currency })}
      skeletonRows={6}
      className={styles.card}
      tools={<TableButton isTable={isTable} />}
    >
      {(days) =>
        isTable ? (
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
    <Button
      variant="icon"
      className={styles.toggle ?? ''}
      aria-label={word}
      aria-keyshortcuts={keys}
      title={`${word} (${keys})`}
      onClick={() => runner.begin('chart.table')}
    >
      {isTable ? <ChartColumn size={16} strokeWidth={1.5} /> : <Table2 size={16} strokeWidth={1.5} />}
    </Button>
  )
}
