import type { AnyCall, InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Deed } from '#contract/merchantRows.ts'
import { placed, queryString } from '../../api/encode.ts'

/** What stands in the place of everything secret. */
const HIDDEN = '****'

interface Asked {
  call: AnyCall
  input: object
}

const asked = <C extends AnyCall>(call: C, input: Partial<InputOf<C>> & object): Asked => ({ call, input })

const NOTIFY: Readonly<Record<string, AnyCall>> = {
  PAYIN: calls.payinNotify,
  USDT_PAYIN: calls.usdtPayinNotify,
  PAYOUT: calls.payoutNotify,
  USDT_PAYOUT: calls.usdtPayoutNotify,
}

const ACT: Readonly<Record<string, AnyCall>> = {
  PAYIN: calls.payinAction,
  PAYOUT: calls.payoutAction,
  RECHARGE_OFFLINE: calls.checkRecharge,
  WITHDRAW: calls.cancelRecord,
  TRANSFER_OUT: calls.cancelRecord,
}

const EXPORTS: Readonly<Record<string, AnyCall>> = {
  payin: calls.exportPayin,
  payout: calls.exportPayout,
  detail: calls.exportDetail,
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(',') : '')

/** Which call did it, and with what; null where what was sent is not all known afterwards, as of signed money calls. */
function askedBy({ action, kind, target, detail }: Deed, isStaff: boolean): Asked | null {
  const told = detail ?? {}
  const id = target ?? ''
  const after = fieldsOf(told.after)
  const reason = typeof told.reason === 'string' ? { reason: told.reason } : {}
  const byKind = (table: Readonly<Record<string, AnyCall>>, input: object): Asked | null => {
    const call = table[kind ?? '']
    return call === undefined ? null : { call, input }
  }
  switch (action) {
    case 'login':
      return asked(calls.login, { username: HIDDEN, password: HIDDEN })
    case 'logout':
      return asked(calls.logout, {})
    case 'notify':
      return byKind(NOTIFY, { id, trigger: told.trigger })
    case 'check':
    case 'close':
    case 'cancel':
    case 'retry':
      return byKind(ACT, kind === 'PAYIN' || kind === 'PAYOUT' ? { id, action } : { id })
    case 'reconcile':
    case 'dispute':
    case 'unmark':
      return asked(calls.reviewOrder, {
        id,
        review: told.review as 'NONE',
        ...(typeof told.note === 'string' ? { note: told.note } : {}),
      })
    case 'simulate':
      return asked(kind?.endsWith('PAYOUT') ? calls.simulatePayout : calls.simulatePayin, {
        merchantOrderNo: id,
        outcome: told.outcome as 'success',
      })
    case 'export': {
      const call = EXPORTS[id]
      return call === undefined ? null : { call, input: fieldsOf(told.filter) }
    }
    case 'password':
      return asked(calls.resetPassword, { pwd: HIDDEN, pwd2: HIDDEN, oldPwd: HIDDEN })
    case 'txnPassword':
      return asked(calls.resetTxnPassword, { pwd: HIDDEN, pwd2: HIDDEN, oldPwd: HIDDEN })
    case 'passcodeOn':
    case 'passcodeOff':
      return asked(calls.resetOtpStatus, {
        merchantNo: id,
        status: action === 'passcodeOn' ? 'ON' : 'OFF',
        ...(isStaff ? reason : { otp: HIDDEN }),
      })
    case 'passcodeSecret':
      return asked(calls.resetOtpSecret, { merchantNo: id, ...reason })
    case 'ipLists':
      return asked(calls.updateIpLists, {
        apiWhiteIp: listed(after.apiWhiteIp),
        loginWhiteIp: listed(after.loginWhiteIp),
        txnPwd: HIDDEN,
      })
    case 'keys': {
      const { merchantPublicKey } = told
      const key = merchantPublicKey === undefined ? {} : { merchantPublicKey: (merchantPublicKey as string | null) ?? '' }
      return asked(calls.changeSecret, { merchantNo: id, action: 'update', ...key, ...emptied(after) })
    }
    case 'revealSecret':
      return asked(calls.changeSecret, { merchantNo: id, action: 'reveal', txnPwd: HIDDEN })
    case 'resetSecret':
      return asked(calls.changeSecret, {
        merchantNo: id,
        action: 'reset',
        target: 'secret',
        overlapHours: String(told.overlapHours),
        txnPwd: HIDDEN,
      })
    case 'resetKeyPair':
      return asked(calls.changeSecret, { merchantNo: id, action: 'reset', target: 'keypair', txnPwd: HIDDEN })
    case 'createMerchant':
      return { call: calls.createSubMerchant, input: { ...told, pwd: HIDDEN, pwd2: HIDDEN } }
    case 'updateMerchant': {
      if (isStaff) return { call: calls.merchantStatus, input: { merchantNo: id, ...after, ...reason } }
      const { password, ...rest } = emptied(after)
      return {
        call: calls.updateSubMerchant,
        input: { merchantNo: id, ...rest, ...(password !== undefined && { pwd: HIDDEN, pwd2: HIDDEN }) },
      }
    }
    case 'locale':
      return asked(calls.locale, { locale: String(told.after) })
    case 'clearNotices':
      return asked(calls.clearNotices, { type: String(told.type) })
    default:
      return null
  }
}

/** What was taken away is sent as nothing. */
export const emptied = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']))

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The deed as a command line that does it again, without anything secret in it; null where it cannot be said. */
export function curlOf(deed: Deed, { origin, isStaff }: { origin: string; isStaff: boolean }): string | null {
  const found = askedBy(deed, isStaff)
  if (found === null) return null
  const { call, input } = found
  const { path, query, fields } = placed(call, input)
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const body =
    call.body === 'none'
      ? []
      : call.body === 'json'
        ? [`-H ${quoted('content-type: application/json')}`, `--data ${quoted(JSON.stringify(Object.fromEntries(kept)))}`]
        : kept.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`)
  const token = call.who === 'guest' ? [] : [`-H ${quoted(`merchant-token: ${HIDDEN}`)}`]
  return [`curl -X ${call.method} ${quoted(origin + path + queryString(query))}`, ...token, ...body].join(' \\\n  ')
}
