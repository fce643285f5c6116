import type { AttemptOutcome } from '#contract/rows/callbacks.ts'
import type { Tone } from '../ui/Status.tsx'

const TONES: Readonly<Record<AttemptOutcome, Tone>> = {
  SENDING: 'busy',
  ACKNOWLEDGED: 'good',
  NOT_ACKNOWLEDGED: 'busy',
  HTTP_ERROR: 'bad',
  TIMEOUT: 'bad',
  UNREACHABLE: 'bad',
  REFUSED_ADDRESS: 'bad',
  INTERRUPTED: 'bad',
}

/** Whether the value is a known outcome of an attempt. */
export const isAttemptOutcome = (key: unknown): key is AttemptOutcome => typeof key === 'string' && Object.hasOwn(TONES, key)

/** Tone of the outcome of one attempt; unknown outcomes are `bad`. */
export const outcomeTone = (outcome: AttemptOutcome): Tone => TONES[outcome] ?? 'bad'
