import type { DaySummary } from '#contract/rows/dashboards.ts'
import type { Direction } from '../../../lists/definitions/agentDrillDownLink.ts'
import { useT } from '../../../useConsole.tsx'
import type { DashboardModel } from '../dashboardModel.ts'
import { FocusItem, SummaryValue } from '../Figure.tsx'
import { DIRECTIONS, FIELDS, figuresOf, type OrderSet, rateOf } from '../summaryFields.ts'
import styles from './DayTable.module.css'

/** All figures of the days, as a table. */
export function DayTable({ days, model }: { days: readonly DaySummary[]; model: DashboardModel }) {
  const t = useT()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('field.date')}</th>
          {DIRECTIONS.flatMap((direction) =>
            [...figuresOf(direction).map(({ field }) => field), FIELDS[direction].rate].map((field) => (
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
        <FocusItem to={linkTo('payin', 'all')}>{day.date}</FocusItem>
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
