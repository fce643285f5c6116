import { useSelector } from '@xstate/react'
import type { Dashboard, SummarySoFar } from '#contract/moneyRows.ts'
import { amountIn, count, percent } from '../../format/amount.ts'
import { shownTime } from '../../format/dates.ts'
import { Amount } from '../../table/kinds.tsx'
import { useT } from '../../useConsole.tsx'
import { type Board, useCurrency } from './board.ts'
import { Card } from './Card.tsx'
import { changeOf, pointsOf } from './change.ts'
import type { Counted, Direction } from './doors.ts'
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
export function TodayCard({ board, direction }: { board: Board; direction: Direction }) {
  const t = useT()
  const currency = useCurrency(board)
  const note = currency === null ? t('dashboard.today') : `${t('dashboard.today')} · ${currency}`
  return (
    <Card panel={board.today} title={t(`list.figures.${direction}`)} note={note} tools={<Beside board={board} />} bones={3}>
      {(told) => <Figures told={told} board={board} direction={direction} />}
    </Card>
  )
}

/** What the figures are compared with. */
function Beside({ board }: { board: Board }) {
  const t = useT()
  const told = useSelector(board.today, ({ context }) => context.figures)
  if (told === null) return null
  const { yesterdaySoFar } = told
  return (
    <span className={styles.beside}>
      {yesterdaySoFar === undefined
        ? t('dashboard.besideAll')
        : t('dashboard.beside', { time: shownTime(yesterdaySoFar.until).slice(11, 16) })}
    </span>
  )
}

function Figures({ told, board, direction }: { told: Dashboard; board: Board; direction: Direction }) {
  const t = useT()
  const { date, today, yesterdaySoFar } = told
  const yesterday: Compared = yesterdaySoFar ?? told.yesterday
  // A part of a day and the whole of one are not held against each other.
  const against = <Change,>(change: Change): Change | null => (yesterdaySoFar === undefined ? null : change)
  const { all, paid, rate } = FIELDS[direction]
  const written = amountIn(board.places)
  const doorTo = (counted: Counted) => board.doors.orders(direction, date, counted)
  const part = (summary: Compared) => ({ part: summary[paid.count], whole: summary[all.count] })
  const rateOf = (summary: Compared) => percent(summary[paid.count], summary[all.count])
  const points = against(pointsOf(part(today), part(yesterday)))

  const counted = (which: Counted) => {
    const field = FIELDS[direction][which].count
    return (
      <Figure
        to={doorTo(which)}
        title={t(`field.${field}`)}
        before={t('dashboard.yesterday', { value: count(yesterday[field]) })}
        change={against(changeOf(String(today[field]), String(yesterday[field])))}
      >
        {count(today[field])}
      </Figure>
    )
  }
  const amounted = (which: Counted) => {
    const field = FIELDS[direction][which].amount
    return (
      <Figure
        to={doorTo(which)}
        title={t(`field.${field}`)}
        before={t('dashboard.yesterday', { value: written(yesterday[field]) })}
        change={against(changeOf(today[field], yesterday[field]))}
      >
        <Amount value={today[field]} places={board.places} />
      </Figure>
    )
  }
  return (
    <div className={styles.figures} data-walk="row">
      {counted('all')}
      {amounted('all')}
      {counted('paid')}
      {amounted('paid')}
      <Figure
        to={doorTo('paid')}
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
