import { useSelector } from '@xstate/react'
import type { Dashboard, SummarySoFar } from '#contract/rows/dashboards.ts'
import { amountIn, formatCount, formatPercent } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { Amount } from '../../table/kinds.tsx'
import { useT } from '../../useConsole.tsx'
import { Card } from './Card.tsx'
import { changeOf, pointsOf } from './change.ts'
import { type DashboardModel, useCurrency } from './dashboardModel.ts'
import type { Direction, OrderSet } from './drillDownLinks.ts'
import { Figure } from './Figure.tsx'
import styles from './TodayCard.module.css'

/** The fields of a summary that tell of one direction. */
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

/** How one direction goes today, beside yesterday until the same time. */
export function TodayCard({ board: model, direction }: { board: DashboardModel; direction: Direction }) {
  const t = useT()
  const currency = useCurrency(model)
  const note = currency === null ? t('dashboard.today') : `${t('dashboard.today')} · ${currency}`
  return (
    <Card
      panel={model.today}
      title={t(`list.figures.${direction}`)}
      note={note}
      tools={<ComparisonNote board={model} />}
      skeletonRows={3}
    >
      {(told) => <Figures told={told} board={model} direction={direction} />}
    </Card>
  )
}

/** What the figures are compared with. */
function ComparisonNote({ board: model }: { board: DashboardModel }) {
  const t = useT()
  const summary = useSelector(model.today, ({ context }) => context.figures)
  if (summary === null) return null
  const { yesterdaySoFar } = summary
  return (
    <span className={styles.beside}>
      {yesterdaySoFar === undefined
        ? t('dashboard.besideAll')
        : t('dashboard.beside', { time: formatTime(yesterdaySoFar.until).slice(11, 16) })}
    </span>
  )
}

function Figures({ told: summary, board: model, direction }: { told: Dashboard; board: DashboardModel; direction: Direction }) {
  const t = useT()
  const { date, today, yesterdaySoFar } = summary
  const yesterday: Compared = yesterdaySoFar ?? summary.yesterday
  // A part of a day and the whole of one are not held against each other.
  const ifComparable = <Change,>(change: Change): Change | null => (yesterdaySoFar === undefined ? null : change)
  const { all, paid, rate } = FIELDS[direction]
  const written = amountIn(model.fractionDigits)
  const linkTo = (countFigure: OrderSet) => model.links.orders(direction, date, countFigure)
  const part = (summary: Compared) => ({ part: summary[paid.count], whole: summary[all.count] })
  const rateOf = (summary: Compared) => formatPercent(summary[paid.count], summary[all.count])
  const points = ifComparable(pointsOf(part(today), part(yesterday)))

  const counted = (which: OrderSet) => {
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
        before={t('dashboard.yesterday', { value: written(yesterday[field]) })}
        change={ifComparable(changeOf(today[field], yesterday[field]))}
      >
        <Amount value={today[field]} places={model.fractionDigits} />
      </Figure>
    )
  }
  return (
    <div className={styles.figures} data-focus-group="row">
      {counted('all')}
      {amountFigure('all')}
      {counted('paid')}
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
