import { ERROR_STATUS } from '#contract/reply.ts'
import type { Outcome, Refusal } from '#machines/submission/submission.ts'
import { ApiError } from '../api/errors.ts'
import { isDefinitive } from '../api/isDefinitive.ts'
import { loadSha256Hex } from '../api/loadSha256Hex.ts'
import type { Console } from '../useConsole.tsx'

type Services = Pick<Console, 'connection' | 'i18n'>

/**
 * Runs a call and returns its outcome; throws when the outcome is unknown. `report` gets the error of a failed call that is not
 * repeated automatically.
 */
export async function outcomeOf<Receipt>(
  { connection, i18n }: Services,
  call: () => Promise<Receipt>,
  report: (cause: unknown) => void = () => {},
): Promise<Outcome<Receipt>> {
  const hash = await loadSha256Hex().catch(() => null)
  // Nothing has been sent yet, so a failure here is definitive.
  if (hash === null || connection.isLost || !navigator.onLine) {
    const refusal = { code: 'NETWORK_ERROR', message: i18n.t('error.unsent'), fields: {}, retryAfter: null }
    return { kind: 'refused', refusal, isDefinitive: false }
  }
  try {
    return { kind: 'accepted', receipt: await call() }
  } catch (cause) {
    if (!isRunning(cause) && !isBusy(cause)) report(cause)
    return outcomeOfError(cause)
  }
}

const RUNNING_RETRY_S = 2
const BUSY_RETRY_S = 5
const MAX_RETRY_S = 120
/** HTTP status; also sent by proxies. The body was not read, so nothing was executed. */
const PAYLOAD_TOO_LARGE = 413

/** Only a refusal with a code of the gateway is definitive. Anything else throws, because it may have been carried out. */
function outcomeOfError(cause: unknown): Outcome<never> {
  // The server that redirected may have executed it.
  if (!(cause instanceof ApiError) || cause.isRedirected) throw cause
  const { code, status, message, fields, retryAfter } = cause
  const refusal: Refusal = { code, message, fields, retryAfter }
  const later = (why: 'running' | 'busy', seconds: number): Outcome<never> => ({
    kind: 'later',
    refusal,
    seconds: Math.min(MAX_RETRY_S, Math.max(1, retryAfter ?? seconds)),
    why,
  })
  if (isRunning(cause)) return later('running', RUNNING_RETRY_S)
  if (isBusy(cause)) return later('busy', BUSY_RETRY_S)
  if (!isRefusal(cause)) throw cause
  if (status === PAYLOAD_TOO_LARGE)
    return { kind: 'refused', refusal: { ...refusal, code: 'BODY_TOO_LARGE' }, isDefinitive: false }
  return { kind: 'refused', refusal, isDefinitive: isDefinitive(code) }
}

/** Whether the gateway refused it with a code of its own, or a server refused to read the body. */
export const isRefusal = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError &&
  (cause.status === PAYLOAD_TOO_LARGE || (cause.status >= 400 && cause.status < 500 && Object.hasOwn(ERROR_STATUS, cause.code)))
const isRunning = (cause: unknown): boolean => cause instanceof ApiError && cause.code === 'REQUEST_RUNNING'
const isBusy = (cause: unknown): boolean => cause instanceof ApiError && cause.status === 429 && cause.code !== 'TOO_MANY_TRIES'
