import { isNotifiable, type OrderRecord } from '../orders/orderRow.ts'
import { Refusal, statusConflict } from '../refusal.ts'

/** Everything that decides whether the merchant can be notified of an order now. */
export interface NotifyState {
  order: Pick<OrderRecord, 'kind' | 'status'>
  /** Whether the merchant has a callback address, and whether its server disabled it (410). */
  addressed: boolean
  disabled: boolean
  inFlight: boolean
  /** The time of the latest attempt. */
  lastTime: Date | null
}

/** The minimum time between an attempt and a manual one. */
export const MIN_NOTIFY_INTERVAL_MS = 3_000

/** Why the merchant cannot be notified now; null when it can. Used by the plan and by the call itself. */
export function notifyRefusal({ order, addressed, disabled, inFlight, lastTime }: NotifyState, now: number): Refusal | null {
  if (!isNotifiable(order)) return statusConflict(order.status)
  if (!addressed) return new Refusal('NOTIFY_ADDRESS_MISSING')
  if (disabled) return new Refusal('NOTIFY_ADDRESS_DISABLED')
  if (inFlight) return new Refusal('NOTIFY_IN_FLIGHT', { retryAfter: MIN_NOTIFY_INTERVAL_MS / 1_000 })
  const wait = (lastTime?.getTime() ?? 0) + MIN_NOTIFY_INTERVAL_MS - now
  return wait > 0 ? new Refusal('NOTIFY_TOO_SOON', { retryAfter: wait / 1_000 }) : null
}
