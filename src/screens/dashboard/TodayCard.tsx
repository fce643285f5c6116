import { useSelector } from '@xstate/react'
import type { Dashboard } from '#contract/rows/dashboards.ts'
import { amountIn, formatCount } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import type { Direction } from '../../lists/definitions/agentDrillDownLink.ts'
import { useT } from '../../useConsole.tsx'
import { Card } from './Card.tsx'
import { type DashboardModel, useCurrency } from './dashboardModel.ts'
import { Figure, SummaryValue } from './Figure.tsx'
import { changeOf, FIELDS, figuresOf, pointsOf, rateOf } from './summaryFields.ts'
import styles from './TodayCard.module.css'

/** The figures of today for one direction, compared with yesterday up to the same time. */
export function TodayCard({ model, direction }: { model: DashboardModel; direction: Direction }) {
  const t = useT()
  const currency = useCurrency(model)
  const note = currency === null ? t('dashboard.today') : `${t('dashboard.today')} · ${currency}`
  return (
    <Card
      panel={model.today}
      title={t(`list.figures.${direction}`)}
      note={note}
      tools={<ComparisonNote model={model} />}
      skeletonRows={3}
    >
      {(summary) => <Figures summary={summary} model={model} direction={direction} />}
    </Card>
  )
}

/** Says what the figures are compared with. */
function ComparisonNote({ model }: { model: DashboardModel }) {
  const t = useT()
  const summary = useSelector(model.today, ({ context }) => context.figures)
  if (summary === null) return null
  const { yesterdaySoFar } = summary
  return (
    <span className={styles.comparison}>
      {yesterdaySoFar === undefined
        ? t('dashboard.besideAll')
        : t('dashboard.beside', { time: formatTime(yesterdaySoFar.until).slice(11, 16) })}
    </span>
  )
}

function Figures({ summary, model, direction }: { summary: Dashboard; model: DashboardModel; direction: Direction }) {
  const t = useT()
  const { date, today, yesterdaySoFar } = summary
  const yesterday = yesterdaySoFar ?? summary.yesterday
  // A part of a day is not compared with a whole day.
  const ifComparable = <Change,>(change: Change): Change | null => (yesterdaySoFar === undefined ? null : change)
  const formatAmount = amountIn(model.fractionDigits)
  const points = ifComparable(pointsOf(today, yesterday, direction))
  return (
    <div className={styles.figures} data-focus-group="row">
      {figuresOf(direction).map(({ field, orders }) => {
        const [now, before] = [today[field], yesterday[field]]
        return (
          <Figure
            key={field}
            to={model.links.orders(direction, date, orders)}
            title={t(`field.${field}`)}
            before={t('dashboard.yesterday', {
              value: typeof before === 'number' ? formatCount(before) : formatAmount(before),
            })}
            change={ifComparable(changeOf(String(now), String(before)))}
          >
            <SummaryValue value={now} fractionDigits={model.fractionDigits} />
          </Figure>
        )
      })}
      <Figure
        to={model.links.orders(direction, date, 'paid')}
        title={t(`field.${FIELDS[direction].rate}`)}
        before={t('dashboard.yesterday', { value: rateOf(yesterday, direction) })}
        change={points === null ? null : t('dashboard.points', { n: points })}
      >
        {rateOf(today, direction)}
      </Figure>
      {today[FIELDS[direction].all.count] === 0 && <p className={styles.none}>{t('dashboard.noOrders')}</p>}
    </div>
  )
}
