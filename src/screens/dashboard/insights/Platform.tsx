import type { Mover, PlatformHealth } from '#contract/rows/insights.ts'
import { amountIn, formatCount, formatPercent } from '../../../format/amount.ts'
import { PAID_STATUSES } from '../../../lists/definitions/agentDrillDownLink.ts'
import { Status, statusTone } from '../../../ui/Status.tsx'
import { useT } from '../../../useConsole.tsx'
import { useOptionLabel } from '../../../useOptions.ts'
import { filterTime } from '../Attention.tsx'
import { Card } from '../Card.tsx'
import { Change } from '../Change.tsx'
import type { DashboardModel, Panel } from '../dashboardModel.ts'
import { FocusItem } from '../Figure.tsx'
import { shareChange } from '../summaryFields.ts'
import styles from './Platform.module.css'

interface PlatformProps {
  model: DashboardModel
  panel: Panel<PlatformHealth>
}

/** What is wrong on the platform: callback addresses, channels and merchants. */
export function PlatformCard({ model, panel }: PlatformProps) {
  const t = useT()
  return (
    <Card panel={panel} title={t('dashboard.platform')} note={t('dashboard.platform.now')} skeletonRows={4}>
      {(health) => <Troubles health={health} model={model} />}
    </Card>
  )
}

function Troubles({ health, model }: { health: PlatformHealth; model: DashboardModel }) {
  const { addresses, channels, channelsFrom, merchants } = health
  const t = useT()
  const labelOf = useOptionLabel()
  const since: Record<string, string> = channelsFrom === null ? {} : { createdFrom: filterTime(channelsFrom) }
  if (addresses.length + channels.length + merchants.length === 0)
    return <p className={styles.fine}>{t('dashboard.platform.fine')}</p>
  return (
    <ul className={styles.list} data-focus-group="column">
      {addresses.map(({ merchantNo, merchantName, address, disabled, ended, acknowledged }) => (
        <li key={`${merchantNo} ${address}`}>
          <FocusItem to={model.links.callbacksOf(merchantNo)} className={styles.entry} title={address ?? undefined}>
            <span className={styles.what}>
              <Status tone="bad">{t(disabled ? 'dashboard.platform.disabled' : 'dashboard.platform.failing')}</Status>
            </span>
            <span className={styles.who}>{merchantName ?? merchantNo} </span>
            <span className={styles.figure}>
              {!disabled && t('dashboard.platform.of', { part: formatCount(acknowledged), whole: formatCount(ended) })}
            </span>
          </FocusItem>
        </li>
      ))}
      {channels.map(({ payChannel, currency, finished, paid, finishedBefore, paidBefore }) => (
        <li key={`${payChannel} ${currency}`}>
          <FocusItem
            to={model.links.ordersWhere('payin', { payChannel, ...since }, currency ?? undefined)}
            className={styles.entry}
          >
            <span className={styles.what}>
              <Status tone="bad">{t('dashboard.platform.falling')}</Status>
            </span>
            <span className={styles.who}>{labelOf('PayChannel', payChannel)} </span>
            <span className={styles.figure}>
              {formatPercent(paidBefore, finishedBefore)} → {formatPercent(paid, finished)}
            </span>
          </FocusItem>
        </li>
      ))}
      {merchants.map(({ merchantNo, merchantName, status }) => (
        <li key={merchantNo}>
          <FocusItem to={model.links.account(merchantNo)} className={styles.entry}>
            <span className={styles.what}>
              <Status tone={statusTone(status)}>{labelOf('MerchantStatus', status)}</Status>
            </span>
            <span className={styles.who}>{merchantName ?? merchantNo} </span>
            <span className={styles.figure}>{merchantNo}</span>
          </FocusItem>
        </li>
      ))}
    </ul>
  )
}

const MAX_MOVERS = 5

/** The merchants whose paid payins changed most since the same day a week earlier. */
export function MoversCard({ model, panel }: PlatformProps) {
  const t = useT()
  return (
    <Card panel={panel} title={t('dashboard.movers')} note={t('dashboard.movers.note')} skeletonRows={5}>
      {({ movers, moverDate }) =>
        movers.length === 0 ? (
          <p className="faint">{t('dashboard.movers.none')}</p>
        ) : (
          <ul className={styles.list} data-focus-group="column">
            {movers.slice(0, MAX_MOVERS).map((mover) => (
              <li key={mover.merchantNo}>
                <MoverEntry mover={mover} day={moverDate} model={model} />
              </li>
            ))}
          </ul>
        )
      }
    </Card>
  )
}

function MoverEntry({ mover, day, model }: { mover: Mover; day: string | null; model: DashboardModel }) {
  const { merchantNo, merchantName, amount, amountBefore } = mover
  const filter = day === null ? {} : { startDate: day, endDate: day }
  const change = shareChange(amount, amountBefore)
  return (
    <FocusItem
      to={model.links.ordersWhere('payin', { ...filter, merchantNo, status: PAID_STATUSES.payin })}
      className={styles.mover}
    >
      <span className={styles.who}>{merchantName ?? merchantNo} </span>
      <span>{amountIn(model.fractionDigits)(amount)} </span>
      <span className={styles.figure}>{change !== null && <Change change={change} />}</span>
    </FocusItem>
  )
}
