import type { Movement } from '#contract/rows/movements.ts'
import { countdown } from '../../../format/countdown.ts'
import { parseTime } from '../../../format/dates.ts'
import { useConsole, useT } from '../../../useConsole.tsx'
import { useTick } from '../../../useTick.ts'

const MINUTE_MS = 60_000

/** The time left to pay, to the second; nothing when the recharge does not expire. */
export function PaymentCountdown({ movement }: { movement: Pick<Movement, 'createTime' | 'expiryPeriod'> }) {
  const t = useT()
  const { serverNow } = useConsole().api
  const now = useTick(serverNow, 1_000)
  if (movement.expiryPeriod === null) return null
  const left = parseTime(movement.createTime) + movement.expiryPeriod * MINUTE_MS - now
  if (left <= 0) return t('timeLeft.over')
  // role="timer" is not announced on each change.
  return <span role="timer">{t('money.pay.left', { time: countdown(left) })}</span>
}
