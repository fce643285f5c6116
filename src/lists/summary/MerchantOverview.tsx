import { useSelector } from '@xstate/react'
import { type ReactNode, useRef } from 'react'
import { calls } from '#contract/calls.ts'
import type { MerchantTrend } from '#contract/rows/insights.ts'
import type { AgentRange } from '#contract/shapes/dashboards.ts'
import type { Api } from '../../api/client.ts'
import { failureText } from '../../detail/failureText.ts'
import { formatCount, formatPercent } from '../../format/amount.ts'
import { Amount } from '../../table/cellFormats.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Sparkline } from '../../ui/trend/Sparkline.tsx'
import { useOpenList } from '../useOpenList.ts'
import styles from './overview.module.css'
import { useOverview } from './useOverview.ts'

/** All merchants of the agent in the range of the filter, whichever of them it selects. */
const read = (api: Api, filter: object, signal: AbortSignal): Promise<MerchantTrend[]> => {
  const { startDate, endDate } = filter as AgentRange
  return api.call(calls.merchantTrends, { startDate, endDate } as AgentRange, { signal, quiet: true })
}

/** The merchants of an agent, the biggest first, with their shares and days. A merchant's name filters the days below to it. */
export function MerchantOverview() {
  const { controller, words } = useOpenList()
  const { t } = words
  const { figures, error, isLoading, retry } = useOverview(read)
  const chosen = useSelector(controller.actor, ({ context }) => [context.query.filter.merchantNo ?? []].flat().join())
  // The figures of the range before stay until those of the next are there, so that the rows below do not jump.
  const shown = useRef<MerchantTrend[]>([])
  if (figures !== null) shown.current = figures
  const merchants = [...shown.current].sort((a, b) => paidAmount(b) - paidAmount(a))
  const total = merchants.reduce((sum, merchant) => sum + paidAmount(merchant), 0)
  const chosenNos = chosen === '' ? [] : chosen.split(',')
  if (error !== null) return <Failure title={t('dashboard.failed')} text={failureText(error, t)} retry={retry} />
  return (
    <section className={styles.overview} aria-label={t('dashboard.merchants')} aria-busy={isLoading}>
      <div className={styles.head}>
        <span className="bold">{t('dashboard.merchants')}</span>
        <span className={styles.note}>{t('dashboard.byCreation')}</span>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('field.merchantName')}</th>
            <th scope="col">{t('field.successPayinAmount')}</th>
            <th scope="col">{t('dashboard.share')}</th>
            <th scope="col">{t('dashboard.byDay')}</th>
            <th scope="col">{t('field.totalPayinCount')}</th>
            <th scope="col">{t('field.payinSuccessRate')}</th>
            <th scope="col">{t('field.successPayoutAmount')}</th>
          </tr>
        </thead>
        <tbody>
          {merchants.map((merchant) => {
            const { merchantNo, merchantName, summary, days } = merchant
            const isOnly = chosenNos.length === 1 && chosenNos[0] === merchantNo
            return (
              <tr key={merchantNo} data-chosen={chosenNos.includes(merchantNo) || undefined}>
                <th scope="row">
                  <FilterLink merchantNo={isOnly ? null : merchantNo} isCurrent={isOnly}>
                    {merchantName ?? merchantNo}
                  </FilterLink>{' '}
                  <span className="faint">{merchantNo}</span>
                </th>
                <td>
                  <Amount value={summary?.successPayinAmount ?? null} fractionDigits={controller.list.fractionDigits} />
                </td>
                <td className={styles.shareCell}>
                  <span className={styles.share}>
                    <span className={styles.track} aria-hidden="true">
                      <span
                        className={styles.bar}
                        style={{ width: `${total === 0 ? 0 : (paidAmount(merchant) / total) * 100}%` }}
                      />
                    </span>
                    {formatPercent(paidAmount(merchant), total)}
                  </span>
                </td>
                <td className={styles.sparkCell}>
                  <Sparkline
                    values={days.map((day) => (day.successPayinAmount === null ? null : Number(day.successPayinAmount)))}
                  />
                </td>
                <td>{formatCount(summary?.totalPayinCount)}</td>
                <td>{formatPercent(summary?.successPayinCount, summary?.totalPayinCount)}</td>
                <td>
                  <Amount value={summary?.successPayoutAmount ?? null} fractionDigits={controller.list.fractionDigits} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

// Precise enough for an order and a share.
const paidAmount = ({ summary }: MerchantTrend): number => Number(summary?.successPayinAmount ?? 0)

/** Filters the list to a merchant, or to all of them again. */
function FilterLink({
  merchantNo,
  isCurrent,
  children,
}: {
  merchantNo: string | null
  isCurrent: boolean
  children: ReactNode
}) {
  const { controller } = useOpenList()
  const filter = useSelector(controller.actor, ({ context }) => context.query.filter)
  const { merchantNo: _, ...rest } = filter
  const target = controller.address.targetOf({
    filter: merchantNo === null ? rest : { ...rest, merchantNo: [merchantNo] },
    page: 1,
    at: null,
    open: null,
  })
  return (
    <a className={styles.link} href={`#${target}`} aria-current={isCurrent || undefined}>
      {children}
    </a>
  )
}
