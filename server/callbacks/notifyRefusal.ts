import { isNotifiable, type OrderRecord } from '../orders/orderRow.ts'
import { Refusal, statusConflict } from '../refusal.ts'

/** What decides whether an order's merchant can be told of it now. */
export interface NotifyState {
  order: Pick<OrderRecord, 'kind' | 'status'>
  /** Whether the merchant has said where, and whether its server has asked not to be told there any more. */
  addressed: boolean
  disabled: boolean
  inFlight: boolean
  /** When the latest attempt was made. */
  lastTime: Date | null
}

/** Between an attempt and the next one that somebody asks for. */
export const MIN_NOTIFY_INTERVAL_MS = 3_000

/** Why the merchant cannot be told now; null when it can. A plan and the call itself both ask here. */
export function notifyRefusal({ order, addressed, disabled, inFlight, lastTime }: NotifyState, now: number): Refusal | null {
  if (!isNotifiable(order)) return statusConflict(order.status)
  if (!addressed) return new Refusal('NOTIFY_ADDRESS_MISSING')
  if (disabled) return new Refusal('NOTIFY_ADDRESS_DISABLED')
  if (inFlight) return new Refusal('NOTIFY_IN_FLIGHT', { retryAfter: MIN_NOTIFY_INTERVAL_MS / 1_000 })
  const wait = (lastTime?.getTime() ?? 0) + MIN_NOTIFY_INTERVAL_MS - now
  return wait > 0 ? new Refusal('NOTIFY_TOO_SOON', { retryAfter: wait / 1_000 }) : null
}
