import type { ListedRow } from '#contract/rows/listedRow.ts'
import { allows } from '#contract/statuses.ts'
import { parseTime } from '../format/dates.ts'
import { useConsole, useT } from '../useConsole.tsx'
import { useTick } from '../useTick.ts'

/** Statuses in which a row of any type can still be paid. */
const PAYABLE = new Set<unknown>(['PENDING', 'PENDING_CHECK'])

/** The payment of an offline recharge is found by a check. */
const isPayable = ({ type, status }: ListedRow): boolean =>
  PAYABLE.has(status) || allows(type, type === 'RECHARGE_OFFLINE' ? 'check' : 'pay', status)

const MINUTE_MS = 60_000
/** Refresh interval in milliseconds; the display has minutes only. */
const REFRESH_MS = 10_000

/** Payment period in minutes, and the minutes left while the row waits for payment. */
export function TimeLeft({ row }: { row: ListedRow }) {
  const { createTime, expiryPeriod } = row
  if (expiryPeriod == null) return null
  if (!isPayable(row) || createTime == null) return expiryPeriod
  return (
    <>
      {expiryPeriod} · <Remaining until={parseTime(createTime) + expiryPeriod * MINUTE_MS} />
    </>
  )
}

function Remaining({ until }: { until: number }) {
  const t = useT()
  const { serverNow } = useConsole().api
  const now = useTick(serverNow, REFRESH_MS)
  if (now >= until) return t('timeLeft.over')
  const minutes = Math.floor((until - now) / MINUTE_MS)
  return minutes === 0 ? t('timeLeft.lessThanOne') : t('timeLeft.minutes', { n: minutes })
}
