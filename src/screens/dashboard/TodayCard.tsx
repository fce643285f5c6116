import { useSelector } from '@xstate/react'
import type { Dashboard, SummarySoFar } from '#contract/rows/dashboards.ts'
import { amountIn, formatCount, formatPercent } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { Amount } from '../../table/cellFormats.tsx'
import { useT } from '../../useConsole.tsx'
import { Card } from './Card.tsx'
import { changeOf, pointsOf } from './change.ts'
import { type DashboardModel, useCurrency } from './dashboardModel.ts'
import type { Direction, OrderSet } from './drillDownLinks.ts'
import { Figure } from './Figure.tsx'
import styles from './TodayCard.module.css'

/** The fields of a summary, by direction. */
const FIELDS = {
  payin: {
    all: { count: 'totalPayinCount', amount: 'totalPayinAmount' },
    paid: { count: 'successPayinCount', amount: 'successPayinAmount' },
    rate: 'payinSuccessRate',
  },
  payout: {
    all: { count: 'totalPayoutCount', amount: 'totalPayoutAmount' },
    paid: { count: 'successPayoutCount', amount: 'successPayoutAmount' },
    rate: 'payoutSuccessRate',
  },
} as const

type Compared = Omit<SummarySoFar, 'until'>

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
  const yesterday: Compared = yesterdaySoFar ?? summary.yesterday
  // A part of a day is not compared with a whole day.
  const ifComparable = <Change,>(change: Change): Change | null => (yesterdaySoFar === undefined ? null : change)
  const { all, paid, rate } = FIELDS[direction]
  const format = amountIn(model.fractionDigits)
  const linkTo = (orders: OrderSet) => model.links.orders(direction, date, orders)
  const part = (summary: Compared) => ({ part: summary[paid.count], whole: summary[all.count] })
  const rateOf = (summary: Compared) => formatPercent(summary[paid.count], summary[all.count])
  const points = ifComparable(pointsOf(part(today), part(yesterday)))

  const countFigure = (which: OrderSet) => {
    const field = FIELDS[direction][which].count
    return (
      <Figure
        to={linkTo(which)}
        title={t(`field.${field}`)}
        before={t('dashboard.yesterday', { value: formatCount(yesterday[field]) })}
        change={ifComparable(changeOf(String(today[field]), String(yesterday[field])))}
      >
        {formatCount(today[field])}
      </Figure>
    )
  }
  const amountFigure = (which: OrderSet) => {
    const field = FIELDS[direction][which].amount
    return (
      <Figure
        to={linkTo(which)}
        title={t(`field.${field}`)}
        before={t('dashboard.yesterday', { value: format(yesterday[field]) })}
        change={ifComparable(changeOf(today[field], yesterday[field]))}
      >
        <Amount value={today[field]} fractionDigits={model.fractionDigits} />
      </Figure>
    )
  }
  return (
    <div className={styles.figures} data-focus-group="row">
      {countFigure('all')}
      {amountFigure('all')}
      {countFigure('paid')}
      {amountFigure('paid')}
      <Figure
        to={linkTo('paid')}
        title={t(`field.${rate}`)}
        before={t('dashboard.yesterday', { value: rateOf(yesterday) })}
        change={points === null ? null : t('dashboard.points', { n: points })}
      >
        {rateOf(today)}
      </Figure>
      {today[all.count] === 0 && <p className={styles.none}>{t('dashboard.noOrders')}</p>}
    </div>
  )
}
