import type { ErrorCode } from '#contract/reply.ts'
import type { Outcome, Refusal } from '#machines/submission/submission.ts'
import { ApiError } from '../api/errors.ts'
import { isDefinitive } from '../api/isDefinitive.ts'
import { loadSha256Hex } from '../api/loadSha256Hex.ts'
import type { Console } from '../useConsole.tsx'

type Services = Pick<Console, 'connection' | 'features' | 'i18n'>

/**
 * Runs a call and returns its outcome; throws when the outcome is unknown. `report` gets the error of a failed call that is not
 * repeated automatically.
 */
export async function outcomeOf<Receipt>(
  { connection, features, i18n }: Services,
  call: () => Promise<Receipt>,
  report: (cause: unknown) => void = () => {},
): Promise<Outcome<Receipt>> {
  const hash = await loadSha256Hex().catch(() => null)
  // Nothing has been sent yet, so a failure here is definitive.
  if (hash === null || connection.isLost || !navigator.onLine) {
    const refusal = { code: 'NETWORK_ERROR', message: i18n.t('error.unsent'), fields: {}, retryAfter: null }
    return { kind: 'refused', refusal, isDefinitive: false, settlesDoubt: false }
  }
  const isOnce = features.has('idempotency')
  try {
    return { kind: 'accepted', receipt: await call() }
  } catch (cause) {
    if (!isRunning(cause) && !isBusy(cause, isOnce)) report(cause)
    return outcomeOfError(cause, isOnce)
  }
}

const RUNNING_RETRY_S = 2
const BUSY_RETRY_S = 5
const MAX_RETRY_S = 120
/** HTTP statuses; also sent by proxies. The body was not read, so nothing was executed. */
const PAYLOAD_TOO_LARGE = 413
const UNAUTHORIZED = 401
/** HTTP statuses that ask to send the request again: request timeout, too early (RFC 8470), too many requests. */
const TOO_MANY_REQUESTS = 429
const REPEATABLE = new Set([408, 425, TOO_MANY_REQUESTS])

/**
 * Refusals that a gateway decides once for a request, under its key: repeated, they say how the first attempt ended. Any other refusal
 * of a repeated request, as of an account that was frozen in between or by a proxy, says nothing about the first.
 */
const DECIDED_ONCE: ReadonlySet<string> = new Set<ErrorCode>([
  'VALIDATION_FAILED',
  'AMOUNT_OUT_OF_RANGE',
  'INSUFFICIENT_BALANCE',
  'SAME_MERCHANT',
  'MERCHANT_NOT_FOUND',
  'OPEN_RECHARGE_EXISTS',
  'ORDER_NOT_FOUND',
  'ORDER_STATE_CONFLICT',
  'USERNAME_TAKEN',
])

/**
 * A refusal in the words of a gateway, whatever its code, is an outcome. Anything else throws, because it may have been carried out.
 * `isOnce`: the gateway carries out a repeated request once, so its last answer is also that to the attempts before.
 */
function outcomeOfError(cause: unknown, isOnce: boolean): Outcome<never> {
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
  if (isBusy(cause, isOnce)) return later('busy', BUSY_RETRY_S)
  if (!isRefusal(cause)) throw cause
  if (status === PAYLOAD_TOO_LARGE)
    return { kind: 'refused', refusal: { ...refusal, code: 'BODY_TOO_LARGE' }, isDefinitive: false, settlesDoubt: false }
  const isAboutThis = status !== UNAUTHORIZED && !REPEATABLE.has(status) && isDefinitive(code)
  return { kind: 'refused', refusal, isDefinitive: isAboutThis, settlesDoubt: isOnce && DECIDED_ONCE.has(code) }
}

/** Whether a gateway refused it in words of its own, or a server refused to read the body. */
export const isRefusal = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError &&
  (cause.isErrorInSuccess ||
    cause.status === PAYLOAD_TOO_LARGE ||
    cause.status === UNAUTHORIZED ||
    (cause.status >= 400 && cause.status < 500 && cause.isExplained))
const isRunning = (cause: unknown): boolean => cause instanceof ApiError && cause.code === 'REQUEST_RUNNING'

/** Whether the same request is to be sent again later. Only after 429 it was certainly not carried out. */
const isBusy = (cause: unknown, isOnce: boolean): boolean =>
  cause instanceof ApiError &&
  cause.code !== 'TOO_MANY_TRIES' &&
  (isOnce ? REPEATABLE.has(cause.status) : cause.status === TOO_MANY_REQUESTS)
