import type { PayinFlow, PayinFunnel } from '#contract/rows/insights.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { MessageKey } from '#locales/messages.ts'
import { formatCount, formatPercent } from '../../../format/amount.ts'
import { useT } from '../../../useConsole.tsx'
import { filterTime } from '../Attention.tsx'
import { Card } from '../Card.tsx'
import type { DashboardModel, Panel } from '../dashboardModel.ts'
import { FocusItem } from '../Figure.tsx'
import styles from './Funnel.module.css'

const { open, paid, unpaid } = STATUS_GROUPS.PAYIN
const PAID = { status: paid.join() }

interface Loss {
  count: keyof PayinFunnel
  key: MessageKey
  filter: Record<string, string>
}

interface Step {
  count: keyof PayinFunnel
  key: MessageKey
  filter: Record<string, string>
  /** The step that its share is of. */
  of: keyof PayinFunnel
  /** What the step before loses on the way. */
  losses: readonly Loss[]
}

const STEPS: readonly Step[] = [
  { count: 'created', key: 'dashboard.funnel.created', filter: {}, of: 'created', losses: [] },
  {
    count: 'paid',
    key: 'dashboard.funnel.paid',
    filter: PAID,
    of: 'created',
    losses: [
      { count: 'open', key: 'dashboard.funnel.open', filter: { status: open.join() } },
      { count: 'unpaid', key: 'dashboard.funnel.unpaid', filter: { status: unpaid.join() } },
      { count: 'exception', key: 'dashboard.funnel.exception', filter: { status: 'EXCEPTION' } },
    ],
  },
  {
    count: 'notified',
    key: 'dashboard.funnel.notified',
    filter: { ...PAID, notifyStatus: 'SUCCESS' },
    of: 'paid',
    losses: [
      { count: 'notifyPending', key: 'dashboard.funnel.notifyPending', filter: { ...PAID, notifyStatus: 'PENDING' } },
      { count: 'notifyFailed', key: 'dashboard.funnel.notifyFailed', filter: { ...PAID, notifyStatus: 'FAILED' } },
      { count: 'notifyNone', key: 'dashboard.funnel.notifyNone', filter: { ...PAID, notifyStatus: 'NONE' } },
    ],
  },
]

/** How many payins of the last 24 hours were created, paid and acknowledged by the merchant, with what is lost at each step. */
export function FunnelCard({ model, panel }: { model: DashboardModel; panel: Panel<PayinFlow> }) {
  const t = useT()
  return (
    <Card panel={panel} title={t('dashboard.funnel')} note={t('dashboard.last24')} skeletonRows={5} className={styles.card}>
      {({ funnel, hours }) =>
        funnel === null || funnel.created === 0 ? (
          <p className="faint">{t('dashboard.heatmap.none')}</p>
        ) : (
          <Funnel funnel={funnel} hours={hours} model={model} />
        )
      }
    </Card>
  )
}

function Funnel({ funnel, hours, model }: { funnel: PayinFunnel; hours: readonly string[]; model: DashboardModel }) {
  const t = useT()
  const since: Record<string, string> =
    hours[0] === undefined
      ? {}
      : { startDate: hours[0].slice(0, 10), endDate: hours.at(-1)!.slice(0, 10), createdFrom: filterTime(hours[0]) }
  const linkTo = (filter: Record<string, string>) => model.links.ordersWhere('payin', { ...since, ...filter })
  return (
    <ol className={styles.steps} data-focus-group="column">
      {STEPS.map(({ count, key, filter, of, losses }) => (
        <li key={key}>
          {losses.length > 0 && (
            <ul className={styles.losses}>
              {losses
                .filter((loss) => funnel[loss.count] > 0)
                .map((loss) => (
                  <li key={loss.key}>
                    <FocusItem to={linkTo(loss.filter)} className={styles.loss}>
                      <span className="medium">−{formatCount(funnel[loss.count])} </span>
                      {t(loss.key)}
                    </FocusItem>
                  </li>
                ))}
            </ul>
          )}
          <FocusItem to={linkTo(filter)} className={styles.step}>
            <span>{t(key)} </span>
            <span className={styles.figures}>
              <span className={styles.count}>{formatCount(funnel[count])} </span>
              <span className={styles.share}>{count === of ? '' : formatPercent(funnel[count], funnel[of])}</span>
            </span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ width: `${(funnel[count] / funnel.created) * 100}%` }} />
            </span>
          </FocusItem>
        </li>
      ))}
    </ol>
  )
}
