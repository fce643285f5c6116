import type { DaySummary } from '#contract/moneyRows.ts'
import { count, percent } from '../../format/amount.ts'
import { Amount } from '../../table/kinds.tsx'
import { useT } from '../../useConsole.tsx'
import type { Board } from './board.ts'
import styles from './DayTable.module.css'
import type { Counted, Direction } from './doors.ts'
import { Stop } from './Stop.tsx'

interface Column {
  field: keyof DaySummary
  kind: 'count' | 'amount'
  direction: Direction
  counted: Counted
}

const column = (field: Column['field'], kind: Column['kind'], direction: Direction, counted: Counted): Column => ({
  field,
  kind,
  direction,
  counted,
})

const COLUMNS = {
  payin: [
    column('totalPayinCount', 'count', 'payin', 'all'),
    column('totalPayinAmount', 'amount', 'payin', 'all'),
    column('successPayinCount', 'count', 'payin', 'paid'),
    column('successPayinAmount', 'amount', 'payin', 'paid'),
  ],
  payout: [
    column('totalPayoutCount', 'count', 'payout', 'all'),
    column('totalPayoutAmount', 'amount', 'payout', 'all'),
    column('successPayoutCount', 'count', 'payout', 'paid'),
    column('successPayoutAmount', 'amount', 'payout', 'paid'),
  ],
} as const

const RATES = { payin: 'field.payinSuccessRate', payout: 'field.payoutSuccessRate' } as const
const DIRECTIONS = ['payin', 'payout'] as const

/** All the figures of the days: what the charts draw, to be read. */
export function DayTable({ days, board }: { days: readonly DaySummary[]; board: Board }) {
  const t = useT()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('field.date')}</th>
          {DIRECTIONS.map((direction) => [
            ...COLUMNS[direction].map(({ field }) => (
              <th key={field} scope="col">
                {t(`field.${field as Exclude<Column['field'], 'date'>}`)}
              </th>
            )),
            <th key={direction} scope="col">
              {t(RATES[direction])}
            </th>,
          ])}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <Day key={day.date} day={day} board={board} />
        ))}
      </tbody>
    </table>
  )
}

function Day({ day, board }: { day: DaySummary; board: Board }) {
  const doorTo = (direction: Direction, counted: Counted) => board.doors.orders(direction, day.date, counted)
  return (
    <tr data-walk="row">
      <th scope="row">
        <Stop to={doorTo('payin', 'all')}>{day.date}</Stop>
      </th>
      {DIRECTIONS.map((direction) => [
        ...COLUMNS[direction].map(({ field, kind, counted }) => (
          <td key={field}>
            <Stop to={doorTo(direction, counted)}>
              {kind === 'count' ? count(Number(day[field])) : <Amount value={String(day[field])} places={board.places} />}
            </Stop>
          </td>
        )),
        <td key={direction}>
          <Stop to={doorTo(direction, 'paid')}>{rateOf(day, direction)}</Stop>
        </td>,
      ])}
    </tr>
  )
}

export const rateOf = (day: DaySummary, direction: Direction): string =>
  direction === 'payin'
    ? percent(day.successPayinCount, day.totalPayinCount)
    : percent(day.successPayoutCount, day.totalPayoutCount)
