import { useSelector } from '@xstate/react'
import { routes } from '#commands/navigation/routes.ts'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { Dashboard, DaySummary } from '#contract/rows/dashboards.ts'
import { amountIn, formatCount } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { RouteKeys } from '../../keyboard/RouteKeys.tsx'
import type { Direction } from '../../lists/definitions/agentDrillDownLink.ts'
import { ORDER_FIELDS } from '../../lists/summary/orderFields.ts'
import { Amount } from '../../table/cellFormats.tsx'
import button from '../../ui/Button.module.css'
import { useT } from '../../useConsole.tsx'
import { Card, NotAvailable } from './Card.tsx'
import styles from './cards.module.css'
import { type DashboardModel, type Panel, useCurrency } from './dashboardModel.ts'
import { Figure, FocusItem, SummaryValue } from './Figure.tsx'
import { type ActivityGroup, groupActivities } from './groupActivities.ts'
import { changeOf, figuresOf, pointsOf, rateHeight, rateOf } from './summaryFields.ts'

/** The figures of today for one direction, compared with yesterday up to the same time. */
export function TodayCard({ model, direction }: { model: DashboardModel; direction: Direction }) {
  const t = useT()
  const currency = useCurrency(model)
  const covered = useCoverage(model)
  const note = [t('dashboard.today'), currency, covered].filter((part) => part !== null).join(' · ')
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

/** Which merchants the figures cover, when that is not obvious. */
function useCoverage({ today, console }: DashboardModel): string | null {
  const t = useT()
  const count = useSelector(today, ({ context }) => context.figures?.merchantCount ?? null)
  if (console.permissions.includes('plat')) return t('dashboard.covers.all')
  return count === null || count < 2 ? null : t('dashboard.covers.subs', { n: count - 1 })
}

/** Says what the figures are compared with. */
function ComparisonNote({ model }: { model: DashboardModel }) {
  const t = useT()
  const summary = useSelector(model.today, ({ context }) => context.figures)
  if (summary === null) return null
  const { yesterdaySoFar, yesterday } = summary
  if (yesterdaySoFar === null && yesterday === null) return null
  return (
    <span className={styles.comparison}>
      {yesterdaySoFar === null
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
  const ifComparable = <Change,>(change: Change): Change | null => (yesterdaySoFar === null ? null : change)
  const formatAmount = amountIn(model.fractionDigits)
  const trend = useTrend(model)
  if (today === null) return <NotAvailable />
  const points = yesterday === null ? null : ifComparable(pointsOf(today, yesterday, direction))
  return (
    <div className={styles.figures} data-focus-group="row">
      {figuresOf(direction).map((summaryField) => {
        const { field, orders } = summaryField
        const [now, before] = [today[field], yesterday?.[field] ?? null]
        return (
          <Figure
            key={field}
            to={model.links.orders(direction, date, orders)}
            title={t(`field.${field}`)}
            before={t('dashboard.yesterday', {
              value: typeof before === 'number' ? formatCount(before) : formatAmount(before),
            })}
            change={yesterday === null ? null : ifComparable(changeOf(today, yesterday, summaryField, direction))}
            trend={trend?.map((day) => numberOf(day[field])) ?? null}
          >
            <SummaryValue value={now} fractionDigits={model.fractionDigits} />
          </Figure>
        )
      })}
      <Figure
        to={model.links.orders(direction, date, 'paid')}
        title={t(`field.${ORDER_FIELDS[direction].rate}`)}
        before={t('dashboard.yesterday', { value: yesterday === null ? null : rateOf(yesterday, direction) })}
        change={points}
        formatChange={(n) => t('dashboard.points', { n })}
        trend={trend?.map((day) => rateHeight(day, direction)) ?? null}
      >
        {rateOf(today, direction)}
      </Figure>
      {today[ORDER_FIELDS[direction].all.count] === 0 && <p className={styles.none}>{t('dashboard.noOrders')}</p>}
    </div>
  )
}

// Precise enough for a line of a few pixels.
const numberOf = (figure: string | number | null): number | null => (figure === null ? null : Number(figure))

/** The last days; null until they are known, and without the feature. */
function useTrend({ insights, days }: DashboardModel): readonly DaySummary[] | null {
  const trend = useSelector(insights?.trend ?? days, ({ context }) => context.figures)
  return trend !== null && trend.length > 1 ? trend : null
}

const BALANCES = ['available', 'total', 'payinFreeze', 'payoutFreeze'] as const satisfies (keyof AccountInfo)[]

/** The balances of the account, with links to the account screens. */
export function BalanceCard({ model, panel }: { model: DashboardModel; panel: Panel<AccountInfo> }) {
  const t = useT()
  const { entries, accountRoutes } = model.links
  // Read again after changes, unlike the limits of the account.
  const now = useSelector(model.today, ({ context }) => context.figures?.balance ?? null)
  const currency = useSelector(panel, ({ context }) => context.figures?.currency ?? null)
  const balances = useSelector(model.insights?.balanceDays ?? undefined, (snapshot) => snapshot?.context.figures ?? null)
  return (
    <Card panel={panel} title={t('dashboard.balance')} {...(currency === null ? {} : { note: currency })} skeletonRows={3}>
      {(info) => (
        <div data-focus-group="row">
          <div className={styles.balances}>
            {BALANCES.map((name) => (
              <Figure
                key={name}
                to={entries}
                title={t(`field.${name}`)}
                trend={name === 'total' ? (balances?.map((day) => numberOf(day.endingBalance)) ?? null) : null}
              >
                <Amount value={now?.[name] ?? info[name]} fractionDigits={model.fractionDigits} />
              </Figure>
            ))}
          </div>
          {accountRoutes.length > 0 && (
            <div className={styles.links}>
              {accountRoutes.map((id) => (
                <FocusItem key={id} to={routes[id].path} className={button.button}>
                  {t(routes[id].title)}
                  <RouteKeys of={id} />
                </FocusItem>
              ))}
            </div>
          )}
        </div>
      )}
    </Card>
  )
}

const MAX_ROWS = 10

export function Activities({ model }: { model: DashboardModel }) {
  const t = useT()
  return (
    <Card panel={model.activities} title={t('dashboard.activities')} skeletonRows={6} className={styles.activities}>
      {(activities) =>
        activities.length === 0 ? (
          <p className="faint">{t('dashboard.activities.none')}</p>
        ) : (
          <ol className={styles.list} data-focus-group="column">
            {groupActivities(activities)
              .slice(0, MAX_ROWS)
              .map(({ activity, count }) => (
                <li key={activity.id}>
                  <Entry activity={activity} count={count} to={model.links.target(activity)} />
                </li>
              ))}
          </ol>
        )
      }
    </Card>
  )
}

function Entry({ activity: { time, actor, text }, count, to }: ActivityGroup & { to: string | null }) {
  const shown = formatTime(time)
  return (
    <FocusItem to={to} className={styles.entry} title={text ?? undefined}>
      <time className="faint" dateTime={time ?? undefined} title={shown}>
        {time === null ? shown : shown.slice(5, 16)}{' '}
      </time>
      <span className={styles.text}>
        <span className={styles.what}>{text} </span>
        {count > 1 && <span className="faint">×{count} </span>}
        <span className={styles.actor}>{actor}</span>
      </span>
    </FocusItem>
  )
}
