import { useSelector } from '@xstate/react'
import { CircleCheck } from 'lucide-react'
import type { Attention as AttentionFigures } from '#contract/rows/insights.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { MessageKey } from '#locales/messages.ts'
import { amountIn, formatCount } from '../../format/amount.ts'
import { useT } from '../../useConsole.tsx'
import styles from './Attention.module.css'
import type { DashboardModel, Panel } from './dashboardModel.ts'
import { FocusItem } from './Figure.tsx'

interface Item {
  key: MessageKey
  /** Null for an item that is not a number of things. */
  count: number | null
  /** An amount, for such an item. */
  amount?: string
  /** `bad`: something is broken; `busy`: something waits. */
  tone: 'bad' | 'busy' | 'idle'
  to: string | null
}

/** What the account has to look after: each item leads to its rows. Items without a screen of the account are left out. */
export function Attention({ model, panel }: { model: DashboardModel; panel: Panel<AttentionFigures> }) {
  const t = useT()
  const figures = useSelector(panel, ({ context }) => context.figures)
  const hasFailed = useSelector(panel, (snapshot) => snapshot.matches('failed'))
  const items = figures === null ? [] : itemsOf(figures, model).filter(({ to, count }) => to !== null && count !== 0)
  const format = amountIn(model.fractionDigits)
  return (
    <section className={styles.strip} aria-label={t('dashboard.attention')} aria-busy={figures === null && !hasFailed}>
      <h2 className={styles.title}>{t('dashboard.attention')}</h2>
      {items.length > 0 ? (
        <ul className={styles.items} data-focus-group="row">
          {items.map(({ key, count, amount, tone, to }) => (
            <li key={key}>
              <FocusItem to={to} className={styles.item} data-tone={tone}>
                <span className={styles.count}>{count === null ? format(amount) : formatCount(count)} </span>
                <span>{t(key, { n: count })}</span>
              </FocusItem>
            </li>
          ))}
        </ul>
      ) : figures !== null ? (
        <p className={styles.clear}>
          <CircleCheck size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('dashboard.attention.none')}
        </p>
      ) : (
        hasFailed && <p className="faint small">{t('dashboard.failed')}</p>
      )}
    </section>
  )
}

/** A time as the filter of a list takes it. */
export const filterTime = (time: string): string => time.slice(0, 19)

function itemsOf(figures: AttentionFigures, { links }: DashboardModel): Item[] {
  const { startDate, endDate, before, reviewDate, lowBalance } = figures
  const days = startDate === null || endDate === null ? {} : { startDate, endDate }
  const waiting = before === null ? days : { ...days, createdBefore: filterTime(before) }
  const review = reviewDate === null ? {} : { startDate: reviewDate, endDate: reviewDate, review: 'NONE' }
  const { PAYIN, PAYOUT, MOVEMENT } = STATUS_GROUPS
  const sides = [
    { direction: 'payin', plural: 'payins', groups: PAYIN },
    { direction: 'payout', plural: 'payouts', groups: PAYOUT },
  ] as const
  const ofSides = (what: 'Waiting' | 'Unacknowledged' | 'Unreconciled', tone: Item['tone']) =>
    sides.map(({ direction, plural, groups }): Item => {
      const status = groups[what === 'Waiting' ? 'open' : 'paid'].join()
      const filter = { Waiting: waiting, Unacknowledged: { ...days, notifyStatus: 'PENDING,FAILED' }, Unreconciled: review }[
        what
      ]
      return {
        key: `dashboard.attention.${plural}${what}`,
        count: figures[`${plural}${what}`] ?? 0,
        tone,
        to: links.ordersWhere(direction, { ...filter, status }),
      }
    })
  return [
    { key: 'dashboard.attention.addressesDisabled', count: figures.addressesDisabled ?? 0, tone: 'bad', to: links.callbacks },
    ...(lowBalance?.available == null
      ? []
      : [
          {
            key: 'dashboard.attention.lowBalance',
            count: null,
            amount: lowBalance.available,
            tone: 'bad',
            to: links.recharge ?? links.entries,
          } as const,
        ]),
    ...ofSides('Unacknowledged', 'bad'),
    ...ofSides('Waiting', 'busy'),
    {
      key: 'dashboard.attention.rechargesWaiting',
      count: figures.rechargesWaiting ?? 0,
      tone: 'busy',
      to: links.recharges({ ...days, status: MOVEMENT.open.join() }),
    },
    ...ofSides('Unreconciled', 'idle'),
  ]
}
