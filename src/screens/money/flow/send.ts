import { routeAt } from '#commands/navigation/routes.ts'
import type { Movement } from '#contract/rows/movements.ts'
import { sign } from '#contract/signing.ts'
import { isAboutSecret, type Outcome, type Sent } from '#machines/submission/submission.ts'
import { ApiError } from '../../../api/errors.ts'
import { loadSha256Hex } from '../../../api/loadSha256Hex.ts'
import { parseAddress } from '../../../state/location.ts'
import { isRefusal, outcomeOf } from '../../../submission/outcome.ts'
import type { Console } from '../../../useConsole.tsx'
import { findMovement } from './findMovement.ts'
import type { FormContext, MoneyKind, Values } from './kinds.ts'
import { enteredAmount } from './rules.ts'

/** Timeout of a submission: longer than the gateway needs, shorter than a user would wait. Milliseconds. */
const SEND_LIMIT_MS = 30_000

/** Submits the form, signed with the session token. Returns its outcome; throws when the outcome is unknown. */
export async function send(
  console: Console,
  kind: MoneyKind,
  { values, stored, submission: { number, idempotencyKey }, secret }: Sent<FormContext, Values>,
): Promise<Outcome<Movement>> {
  const { api, store, toasts } = console
  // Dismiss the notice about the previous attempt.
  toasts.dismiss(number)
  return outcomeOf(console, call, (cause) => isShownInField(cause) || notifyFailure(console, cause, number))

  /** A refused password is an error of its field, and nothing has moved: a notice would say it twice. */
  function isShownInField(cause: unknown): boolean {
    const { path } = parseAddress(console.location.current())
    return cause instanceof ApiError && isAboutSecret(cause) && routeAt(path) === kind.place
  }

  async function call(): Promise<Movement> {
    const hash = await loadSha256Hex()
    const { receipt = '', ...content } = payloadOf(kind, values, stored)
    const proof = secret === null ? {} : { txnPwd: hash(secret) }
    const signed = sign({ ...content, ...proof, merchantOrderNo: number }, store.token.get() ?? '', {
      hash,
      now: api.serverNow(),
    })
    const input = receipt === '' ? signed : { ...signed, receipt }
    const options = { idempotencyKey, quiet: true, limit: SEND_LIMIT_MS }
    const movement = await api.call(kind.call, input, options).catch(ignoreErrorInSuccess)
    if (movement !== null && isOf(movement, number)) return movement
    // A gateway may answer a money call without the movement.
    // A failed look-up says nothing about the money call.
    const found = await findMovement(console, kind, { merchantOrderNo: number }).catch(() => null)
    if (found === null) throw new Error('The gateway answered a money call with a success and lists no movement')
    return found
  }
}

/** A success that says it failed does not say whether money moved. */
function ignoreErrorInSuccess(cause: unknown): null {
  if (cause instanceof ApiError && cause.isErrorInSuccess) return null
  throw cause
}

/** Shows a failure as a notice that stays, also in the notice log. For an unknown outcome it must not suggest to try again. */
function notifyFailure({ i18n, toasts }: Console, cause: unknown, number: string): void {
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

/** Whether the reply is the movement that was asked for. */
const isOf = ({ merchantOrderNo, platOrderNo }: Movement, number: string): boolean =>
  merchantOrderNo === number || (merchantOrderNo === null && platOrderNo !== null)
