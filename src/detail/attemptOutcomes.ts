import type { AttemptOutcome } from '#contract/rows/callbacks.ts'

const OUTCOMES: Readonly<Record<AttemptOutcome, true>> = {
  SENDING: true,
  ACKNOWLEDGED: true,
  NOT_ACKNOWLEDGED: true,
  HTTP_ERROR: true,
  TIMEOUT: true,
  UNREACHABLE: true,
  REFUSED_ADDRESS: true,
  INTERRUPTED: true,
}

/** Whether the value is a known outcome of an attempt. */
export const isAttemptOutcome = (key: unknown): key is AttemptOutcome => typeof key === 'string' && Object.hasOwn(OUTCOMES, key)
