import type { PayinOrderStatus, PayoutOrderStatus } from '#contract/options.ts'
import type { Tone } from './Status.tsx'

const TONES: Record<PayinOrderStatus | PayoutOrderStatus, Tone> = {
  CREATED: 'idle',
  PENDING: 'busy',
  CONFIRMING: 'busy',
  SUCCESS: 'good',
  FAILED: 'bad',
  EXPIRED: 'idle',
  CLOSED: 'idle',
  EXCEPTION: 'bad',
  PARTIAL_REFUND: 'special',
  REFUNDED: 'special',
  PROCESSING: 'busy',
  CANCELLED: 'idle',
  REVERSED: 'special',
  UNKNOWN: 'special',
}

/** What the state of an order means for the one who looks; a state of another gateway's is special. */
export const toneOf = (status: string): Tone => TONES[status as keyof typeof TONES] ?? 'special'
