import { useRef } from 'react'
import { calls } from '#contract/calls.ts'
import type { AccountDay } from '#contract/rows/dashboards.ts'
import type { Api } from '../../api/client.ts'
import { amountIn } from '../../format/amount.ts'
import { NO_FIGURE } from '../../format/noFigure.ts'
import { useOpenList } from '../useOpenList.ts'
import styles from './overview.module.css'
import { useOverview } from './useOverview.ts'

/** As many as the longest range has days. */
const MAX_DAYS = '366'

async function read(api: Api, filter: object, signal: AbortSignal): Promise<readonly AccountDay[]> {
  const page = { page: '1', offset: '0', limit: MAX_DAYS }
  const { rows } = await api.rows(calls.accountDaily, { ...filter, ...page }, { signal, quiet: true })
  return rows
}

/** The balance at the end of each day of the filter as a line. The rows below have its figures. */
export function BalanceOverview() {
  const { controller, words } = useOpenList()
  const { t } = words
  const { figures, isLoading } = useOverview(read)
  // The line of the range before stays until that of the next is there, so that the rows below do not jump.
  const shown = useRef<readonly AccountDay[]>([])
  if (figures !== null) shown.current = figures
  const days = shown.current.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1))
  const format = amountIn(controller.list.fractionDigits)
  const balances = days.map(({ endingBalance }) => (endingBalance === null ? null : Number(endingBalance)))
  // The range may go on after today.
  const heights = balances.slice(0, balances.findLastIndex((balance) => balance !== null) + 1)
  const known = days.filter(({ endingBalance }) => endingBalance !== null)
  const isKnown = known.length > 1
  return (
    <section className={styles.overview} aria-label={t('dashboard.balance.line')} aria-busy={isLoading}>
      <div className={styles.head}>
        <span className="bold">{t('dashboard.balance.line')}</span>
        <span>{format(known.at(-1)?.endingBalance)}</span>
        <span className={styles.note}>{t('dashboard.byCompletion')}</span>
      </div>
      <div className={styles.chart} aria-hidden="true">
        {isKnown && <Line heights={heights} />}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{isKnown ? known[0]?.date : NO_FIGURE}</span>
        <span>{isKnown ? known.at(-1)?.date : NO_FIGURE}</span>
      </div>
    </section>
  )
}

/** A line over its area, stretched over the box around it. The axis starts at zero. */
function Line({ heights }: { heights: readonly (number | null)[] }) {
  const most = Math.max(...heights.map((height) => height ?? 0), 0)
  const points = heights.flatMap((height, place) =>
    height === null
      ? []
      : [`${((place / (heights.length - 1)) * 100).toFixed(2)} ${(most === 0 ? 100 : 100 - (height / most) * 96).toFixed(2)}`],
  )
  const line = `M${points.join('L')}`
  const [first = '0 0'] = points
  const last = points.at(-1) ?? first
  return (
    <svg className={styles.drawing} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.area} d={`${line}L${last.split(' ')[0]} 100L${first.split(' ')[0]} 100Z`} />
      <path className={styles.line} d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
