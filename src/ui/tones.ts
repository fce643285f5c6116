import type { PayinOrderStatus } from '#contract/options.ts'
import type { Tone } from './Status.tsx'

const TONES: Record<PayinOrderStatus, Tone> = {
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
}

/** What the state of an order means for the one who looks; a state of another gateway's is special. */
export const toneOf = (status: string): Tone => TONES[status as PayinOrderStatus] ?? 'special'
