import { ERROR_STATUS } from '#contract/reply.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { sign } from '#contract/signing.ts'
import type { FormContext, Outcome, Refusal, Submission, Values } from '#machines/money/submission.ts'
import { ApiError } from '../../../api/errors.ts'
import { isDefinitive } from '../../../api/isDefinitive.ts'
import { loadSha256Hex } from '../../../api/loadSha256Hex.ts'
import type { Console } from '../../../useConsole.tsx'
import { enteredAmount } from './figures.ts'
import type { MoneyKind } from './kinds.ts'

interface SendInput {
  values: Values
  submission: Submission
  secret: string | null
}

/** Submits the form, signed with the session token. Returns its outcome; throws when the outcome is unknown. */
export async function send(
  console: Console,
  kind: MoneyKind,
  formContext: FormContext,
  { values, submission, secret }: SendInput,
  limit: number,
): Promise<Outcome> {
  const { api, connection, i18n, store } = console
  // Dismiss the notice about the previous attempt.
  console.toasts.dismiss(submission.number)
  const hash = await loadSha256Hex().catch(() => null)
  // Nothing has been sent yet, so a failure here is definitive.
  if (hash === null || connection.isLost || !navigator.onLine) return notSent(i18n.t('error.NETWORK_ERROR'))
  const { receipt = '', ...content } = payloadOf(kind, values, formContext)
  const proof = secret === null ? {} : { txnPwd: hash(secret) }
  const signed = sign({ ...content, ...proof, merchantOrderNo: submission.number }, store.token.get() ?? '', {
    hash,
    now: api.serverNow(),
  })
  try {
    const movement = await api.call(kind.call, receipt === '' ? signed : { ...signed, receipt }, {
      idempotencyKey: submission.idempotencyKey,
      quiet: true,
      limit,
    })
    if (!isMovement(movement)) throw new Error('The response to a money call contains no movement')
    return { kind: 'accepted', receipt: movement }
  } catch (cause) {
    if (!isRetriedLater(cause)) notifyFailure(console, cause, submission)
    return outcomeOf(cause)
  }
}

/** Shows a failure as a notice that stays, also in the notice log. For an unknown outcome it must not suggest to try again. */
function notifyFailure({ i18n, toasts }: Console, cause: unknown, { number }: Submission): void {
  if (!(cause instanceof ApiError) || cause.status === 401) return
  const [title, text] = isRefusal(cause)
    ? [i18n.t('error.title'), cause.message]
    : [i18n.t('money.unknown.title'), i18n.t('money.unknown.number', { number })]
  toasts.show({ tone: 'error', title, text, stays: true, topic: number })
}

const payloadOf = (kind: MoneyKind, values: Values, formContext: FormContext): Record<string, string> =>
  Object.fromEntries(
    kind.fields.map((name) => [
      name,
      name === 'payAmount' ? (enteredAmount(values, formContext) ?? '') : (values[name] ?? '').trim(),
    ]),
  )

const isMovement = (answer: unknown): answer is Movement =>
  typeof answer === 'object' && answer !== null && typeof (answer as Movement).platOrderNo === 'string'

const notSent = (message: string): Outcome => ({
  kind: 'refused',
  refusal: { code: 'NETWORK_ERROR', message, fields: {}, retryAfter: null },
  isDefinitive: false,
})

const RUNNING_RETRY_S = 2
const BUSY_RETRY_S = 5
const MAX_RETRY_S = 120
/** HTTP status; also sent by proxies. The body was not read, so nothing was executed. */
const PAYLOAD_TOO_LARGE = 413

/**
 * The outcome of a failed call. Only a refusal with a code of the gateway is definitive. Anything else throws, because the money
 * may have moved.
 */
function outcomeOf(cause: unknown): Outcome {
  if (!(cause instanceof ApiError)) throw cause
  const { code, status, message, fields, retryAfter, isRedirected } = cause
  // The server that redirected may have executed it.
  if (isRedirected) throw cause
  if (isRunning(cause)) return { kind: 'later', seconds: clampSeconds(retryAfter ?? RUNNING_RETRY_S), why: 'running' }
  if (isBusy(cause)) return { kind: 'later', seconds: clampSeconds(retryAfter ?? BUSY_RETRY_S), why: 'busy' }
  const refusal: Refusal = { code, message, fields, retryAfter }
  if (status === PAYLOAD_TOO_LARGE)
    return { kind: 'refused', refusal: { ...refusal, code: 'BODY_TOO_LARGE' }, isDefinitive: false }
  if (!isRefusal(cause)) throw cause
  return { kind: 'refused', refusal, isDefinitive: isDefinitive(code) }
}

/** Whether the gateway refused it with a code of its own, or a server refused to read the body. */
const isRefusal = ({ status, code }: ApiError): boolean =>
  status === PAYLOAD_TOO_LARGE || (status >= 400 && status < 500 && Object.hasOwn(ERROR_STATUS, code))
const isRunning = ({ code }: ApiError): boolean => code === 'REQUEST_RUNNING'
const isBusy = ({ status, code }: ApiError): boolean => status === 429 && code !== 'TOO_MANY_TRIES'
/** Whether the flow retries by itself. */
const isRetriedLater = (cause: unknown): boolean => cause instanceof ApiError && (isRunning(cause) || isBusy(cause))

const clampSeconds = (seconds: number): number => Math.min(MAX_RETRY_S, Math.max(1, seconds))
