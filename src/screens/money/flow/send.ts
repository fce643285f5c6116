import type { Movement } from '#contract/moneyRows.ts'
import { ERROR_STATUS } from '#contract/reply.ts'
import { sign } from '#contract/signing.ts'
import type { FormContext, Outcome, Refusal, Submission, Values } from '#machines/money/submission.ts'
import { ApiError } from '../../../api/errors.ts'
import { fetchHashed } from '../../../api/fetchHashed.ts'
import { isDefinitive } from '../../../api/isDefinitive.ts'
import type { Console } from '../../../useConsole.tsx'
import { enteredAmount } from './figures.ts'
import type { MoneyKind } from './kinds.ts'

interface SendInput {
  values: Values
  run: Submission
  secret: string | null
}

/** Sends it, signed with the session's token, and tells what came of it; throws where nobody knows. */
export async function send(
  console: Console,
  kind: MoneyKind,
  formContext: FormContext,
  { values, run, secret }: SendInput,
  limit: number,
): Promise<Outcome> {
  const { api, connection, i18n, store } = console
  // What is said of the try before does not hold of this one.
  console.toasts.settle(run.number)
  const hash = await fetchHashed().catch(() => null)
  // Before anything has left, that nothing has is certain.
  if (hash === null || connection.lost || !navigator.onLine) return notSent(i18n.t('error.NETWORK_ERROR'))
  const { receipt = '', ...content } = payloadOf(kind, values, formContext)
  const proof = secret === null ? {} : { txnPwd: hash(secret) }
  const signed = sign({ ...content, ...proof, merchantOrderNo: run.number }, store.token.get() ?? '', {
    hash,
    now: api.serverNow(),
  })
  try {
    const record = await api.call(kind.call, receipt === '' ? signed : { ...signed, receipt }, {
      once: run.key,
      quiet: true,
      limit,
    })
    if (!isRecord(record)) throw new Error('the answer to a money call has no record in it')
    return { kind: 'accepted', receipt: record }
  } catch (cause) {
    if (!isRetriedLater(cause)) notifyFailure(console, cause, run)
    return outcomeOf(cause)
  }
}

/** What was answered, in a notice that stays and in the log behind it. Where nobody knows, it must not say "try again". */
function notifyFailure({ i18n, toasts }: Console, cause: unknown, { number }: Submission): void {
  if (!(cause instanceof ApiError) || cause.status === 401) return
  const [title, text] = isRefusal(cause)
    ? [i18n.t('error.title'), cause.message]
    : [i18n.t('money.unknown.title'), i18n.t('money.unknown.number', { number })]
  toasts.show({ tone: 'error', title, text, stays: true, about: number })
}

const payloadOf = (kind: MoneyKind, values: Values, formContext: FormContext): Record<string, string> =>
  Object.fromEntries(
    kind.fields.map((name) => [
      name,
      name === 'payAmount' ? (enteredAmount(values, formContext) ?? '') : (values[name] ?? '').trim(),
    ]),
  )

const isRecord = (answer: unknown): answer is Movement =>
  typeof answer === 'object' && answer !== null && typeof (answer as Movement).platOrderNo === 'string'

const notSent = (message: string): Outcome => ({
  kind: 'refused',
  refusal: { code: 'NETWORK_ERROR', message, fields: {}, retryAfter: null },
  isDefinitive: false,
})

const RUNNING_RETRY_S = 2
const BUSY_RETRY_S = 5
const MAX_RETRY_S = 120
/** Whoever sends it: it has not read what was sent. */
const PAYLOAD_TOO_LARGE = 413

/** What a failed call means for the money. Only a refusal in the gateway's own words is one; all else may have moved it. */
function outcomeOf(cause: unknown): Outcome {
  if (!(cause instanceof ApiError)) throw cause
  const { code, status, message, fields, retryAfter, isRedirected } = cause
  // Where it was asked, it may have been done.
  if (isRedirected) throw cause
  if (isRunning(cause)) return { kind: 'later', seconds: clampSeconds(retryAfter ?? RUNNING_RETRY_S), why: 'running' }
  if (isBusy(cause)) return { kind: 'later', seconds: clampSeconds(retryAfter ?? BUSY_RETRY_S), why: 'busy' }
  const refusal: Refusal = { code, message, fields, retryAfter }
  if (status === PAYLOAD_TOO_LARGE)
    return { kind: 'refused', refusal: { ...refusal, code: 'BODY_TOO_LARGE' }, isDefinitive: false }
  if (!isRefusal(cause)) throw cause
  return { kind: 'refused', refusal, isDefinitive: isDefinitive(code) }
}

/** In the gateway's own words, or by whoever has not even read it. */
const isRefusal = ({ status, code }: ApiError): boolean =>
  status === PAYLOAD_TOO_LARGE || (status >= 400 && status < 500 && Object.hasOwn(ERROR_STATUS, code))
const isRunning = ({ code }: ApiError): boolean => code === 'REQUEST_RUNNING'
const isBusy = ({ status, code }: ApiError): boolean => status === 429 && code !== 'TOO_MANY_TRIES'
/** Nothing is wrong: it is asked again by itself. */
const isRetriedLater = (cause: unknown): boolean => cause instanceof ApiError && (isRunning(cause) || isBusy(cause))

const clampSeconds = (seconds: number): number => Math.min(MAX_RETRY_S, Math.max(1, seconds))
