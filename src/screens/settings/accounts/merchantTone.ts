import type { Tone } from '../../../ui/Status.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  PENDING: 'busy',
  ACTIVE: 'good',
  PAYOUT_SUSPENDED: 'busy',
  SUSPENDED: 'bad',
  FROZEN: 'bad',
  CLOSED: 'idle',
}

/** How an account stands, at a glance. */
export const merchantTone = (status: string): Tone => TONES[status] ?? 'special'
