import type { Tone } from '../../../ui/Status.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  PENDING: 'busy',
  ACTIVE: 'good',
  PAYOUT_SUSPENDED: 'busy',
  SUSPENDED: 'bad',
  FROZEN: 'bad',
  CLOSED: 'idle',
}

/** The colour of a merchant status; "special" for an unknown one. */
export const merchantTone = (status: string): Tone => TONES[status] ?? 'special'
