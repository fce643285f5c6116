import type { AnyCall, InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { AuditEvent } from '#contract/rows/audit.ts'
import type { CallOptions } from '../../../api/client.ts'
import { placeFields, queryString } from '../../../api/encode.ts'
import { localeOf } from '../../../i18n.ts'
import type { Console } from '../../../useConsole.tsx'

/** Replaces every secret. */
const HIDDEN = '****'

interface CallWithInput {
  call: AnyCall
  input: object
}

const withInput = <C extends AnyCall>(call: C, input: Partial<InputOf<C>> & object): CallWithInput => ({ call, input })

const NOTIFY_CALLS: Readonly<Record<string, AnyCall>> = {
  PAYIN: calls.payinNotify,
  USDT_PAYIN: calls.usdtPayinNotify,
  PAYOUT: calls.payoutNotify,
  USDT_PAYOUT: calls.usdtPayoutNotify,
}

const ACTION_CALLS: Readonly<Record<string, AnyCall>> = {
  PAYIN: calls.payinAction,
  PAYOUT: calls.payoutAction,
  RECHARGE_OFFLINE: calls.checkRecharge,
  WITHDRAW: calls.cancelRecord,
  TRANSFER_OUT: calls.cancelRecord,
}

const EXPORT_CALLS: Readonly<Record<string, AnyCall>> = {
  payin: calls.exportPayin,
  payout: calls.exportPayout,
  detail: calls.exportDetail,
}

type FieldValues = Record<string, unknown>

export const isFields = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): FieldValues => (isFields(value) ? value : {})

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(',') : '')

/** The call behind an audit event and its input; null when the input cannot be restored, as for signed money calls. */
function callOf({ action, kind, target, detail }: AuditEvent, isStaff: boolean): CallWithInput | null {
  const details = detail ?? {}
  const id = target ?? ''
  const after = fieldsOf(details.after)
  const reason = typeof details.reason === 'string' ? { reason: details.reason } : {}
  const byKind = (table: Readonly<Record<string, AnyCall>>, input: object): CallWithInput | null => {
    const call = table[kind ?? '']
    return call === undefined ? null : { call, input }
  }
  switch (action) {
    case 'login':
      return withInput(calls.login, { username: HIDDEN, password: HIDDEN })
    case 'logout':
      return withInput(calls.logout, {})
    case 'notify':
      return byKind(NOTIFY_CALLS, { id, trigger: details.trigger })
    case 'check':
    case 'close':
    case 'cancel':
    case 'retry':
      return byKind(ACTION_CALLS, kind === 'PAYIN' || kind === 'PAYOUT' ? { id, action } : { id })
    case 'accept':
    case 'reject':
      return withInput(calls.decidePayin, { id, action })
    case 'reconcile':
    case 'dispute':
    case 'unmark':
      return withInput(calls.reviewOrder, {
        id,
        review: details.review as 'NONE',
        ...(typeof details.note === 'string' ? { note: details.note } : {}),
      })
    case 'simulate':
      return withInput(kind?.endsWith('PAYOUT') ? calls.simulatePayout : calls.simulatePayin, {
        merchantOrderNo: id,
        outcome: details.outcome as 'success',
      })
    case 'export': {
      const call = EXPORT_CALLS[id]
      return call === undefined ? null : { call, input: fieldsOf(details.filter) }
    }
    case 'password':
      return withInput(calls.resetPassword, { pwd: HIDDEN, pwd2: HIDDEN, oldPwd: HIDDEN })
    case 'txnPassword':
      return withInput(calls.resetTxnPassword, { pwd: HIDDEN, pwd2: HIDDEN, oldPwd: HIDDEN })
    case 'passcodeOn':
    case 'passcodeOff':
      return withInput(calls.resetOtpStatus, {
        merchantNo: id,
        status: action === 'passcodeOn' ? 'ON' : 'OFF',
        ...(isStaff ? reason : { otp: HIDDEN }),
      })
    case 'passcodeSecret':
      return withInput(calls.resetOtpSecret, { merchantNo: id, ...reason })
    case 'passcodeEnrol':
      return withInput(calls.enrolOtp, {})
    case 'ipLists':
      return withInput(calls.updateIpLists, {
        apiWhiteIp: listed(after.apiWhiteIp),
        loginWhiteIp: listed(after.loginWhiteIp),
        txnPwd: HIDDEN,
      })
    case 'keys': {
      const { merchantPublicKey } = details
      const key = merchantPublicKey === undefined ? {} : { merchantPublicKey: (merchantPublicKey as string | null) ?? '' }
      return withInput(calls.changeSecret, { merchantNo: id, action: 'update', ...key, ...nullsToEmpty(after) })
    }
    case 'revealSecret':
      return withInput(calls.changeSecret, { merchantNo: id, action: 'reveal', txnPwd: HIDDEN })
    case 'resetSecret':
      return withInput(calls.changeSecret, {
        merchantNo: id,
        action: 'reset',
        target: 'secret',
        overlapHours: String(details.overlapHours),
        txnPwd: HIDDEN,
      })
    case 'resetKeyPair':
      return withInput(calls.changeSecret, { merchantNo: id, action: 'reset', target: 'keypair', txnPwd: HIDDEN })
    case 'signing':
      return withInput(calls.changeSecret, { merchantNo: id, action: 'signing', ...after, txnPwd: HIDDEN })
    case 'createMerchant':
      return { call: calls.createSubMerchant, input: { ...details, pwd: HIDDEN, pwd2: HIDDEN } }
    case 'updateMerchant': {
      if (isStaff) return { call: calls.merchantStatus, input: { merchantNo: id, ...after, ...reason } }
      const { password, ...rest } = nullsToEmpty(after)
      return {
        call: calls.updateSubMerchant,
        input: { merchantNo: id, ...rest, ...(password !== undefined && { pwd: HIDDEN, pwd2: HIDDEN }) },
      }
    }
    case 'locale':
      return withInput(calls.locale, { locale: String(details.after) })
    case 'clearNotices':
      return withInput(calls.clearNotices, { type: String(details.type) })
    default:
      return null
  }
}

/** Replaces null by an empty string, which clears a field. */
const nullsToEmpty = (fields: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']))

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A curl command that repeats the audit event, with all secrets masked; null when its call cannot be restored. */
export function curlOf(event: AuditEvent, { origin, isStaff }: { origin: string; isStaff: boolean }): string | null {
  const found = callOf(event, isStaff)
  if (found === null) return null
  const { call, input } = found
  const { path, query, fields } = placeFields(call, input)
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const body =
    call.body === 'none'
      ? []
      : call.body === 'json'
        ? [
            `-H ${shellQuoted('content-type: application/json')}`,
            `--data ${shellQuoted(JSON.stringify(Object.fromEntries(entries)))}`,
          ]
        : entries.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${String(value)}`)}`)
  const token = call.callers === 'guest' ? [] : [`-H ${shellQuoted(`merchant-token: ${HIDDEN}`)}`]
  return [`curl -X ${call.method} ${shellQuoted(origin + path + queryString(query))}`, ...token, ...body].join(' \\\n  ')
}

/** Undoes an audit event with an ordinary call, validated as usual. Throws for an action that cannot be undone. */
export async function undo(
  { id, action, target, detail, undo: way }: AuditEvent,
  { api, setLocale }: Pick<Console, 'api' | 'setLocale'>,
): Promise<void> {
  const before = fieldsOf(detail?.before)
  const options: CallOptions = { quiet: true, idempotencyKey: `undo-${id}` }
  if (way === 'cancel') {
    await api.call(calls.cancelRecord, { id: target ?? '' }, options)
    return
  }
  switch (action) {
    case 'locale':
      return setLocale(localeOf(String(detail?.before)))
    case 'updateMerchant':
      await api.call(calls.updateSubMerchant, { merchantNo: target ?? '', ...restoredFields(before) }, options)
      return
    case 'keys': {
      const changed = Object.keys(fieldsOf(detail?.after))
      const back = nullsToEmpty(Object.fromEntries(changed.map((name) => [name, before[name]])))
      await api.call(calls.changeSecret, { merchantNo: target ?? '', action: 'update', ...back }, { quiet: true })
      return
    }
    default:
      throw new Error(`The action ${action} cannot be undone`)
  }
}

/** The previous values. Empty fields are sent as empty, except a missing part of the fee, which is left out. */
function restoredFields({ feeRate, merchantFee, ...rest }: FieldValues): FieldValues {
  return { ...nullsToEmpty(rest), ...(feeRate != null && { feeRate }), ...(merchantFee != null && { merchantFee }) }
}
