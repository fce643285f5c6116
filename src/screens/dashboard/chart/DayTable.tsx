import type { DaySummary } from '#contract/rows/dashboards.ts'
import { formatCount, formatPercent } from '../../../format/amount.ts'
import { Amount } from '../../../table/cellFormats.tsx'
import { useT } from '../../../useConsole.tsx'
import type { DashboardModel } from '../dashboardModel.ts'
import type { Direction, OrderSet } from '../drillDownLinks.ts'
import { FocusItem } from '../FocusItem.tsx'
import styles from './DayTable.module.css'

interface Column {
  field: keyof DaySummary
  kind: 'count' | 'amount'
  direction: Direction
  orders: OrderSet
}

const column = (field: Column['field'], kind: Column['kind'], direction: Direction, orders: OrderSet): Column => ({
  field,
  kind,
  direction,
  orders,
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

/** All figures of the days, as a table. */
export function DayTable({ days, model }: { days: readonly DaySummary[]; model: DashboardModel }) {
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
          <DayRow key={day.date} day={day} model={model} />
        ))}
      </tbody>
    </table>
  )
}

function DayRow({ day, model }: { day: DaySummary; model: DashboardModel }) {
  const linkTo = (direction: Direction, orderSet: OrderSet) => model.links.orders(direction, day.date, orderSet)
  return (
    <tr data-focus-group="row">
      <th scope="row">
        <FocusItem to={linkTo('payin', 'all')}>{day.date}</FocusItem>
      </th>
      {DIRECTIONS.map((direction) => [
        ...COLUMNS[direction].map(({ field, kind, orders }) => (
          <td key={field}>
            <FocusItem to={linkTo(direction, orders)}>
              {kind === 'count' ? (
                formatCount(Number(day[field]))
              ) : (
                <Amount value={String(day[field])} fractionDigits={model.fractionDigits} />
              )}
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

export const rateOf = (day: DaySummary, direction: Direction): string =>
  direction === 'payin'
    ? formatPercent(day.successPayinCount, day.totalPayinCount)
    : formatPercent(day.successPayoutCount, day.totalPayoutCount)
