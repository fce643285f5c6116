import type { AppScope } from '#commands/appScope.ts'
import { optionLabel } from '#commands/optionLabel.ts'
import type { AuditEvent } from '#contract/rows/audit.ts'
import type { MessageKey } from '#locales/messages.ts'
import { isAttemptOutcome } from '../../../detail/attemptOutcomes.ts'
import { amountFormatter, formatCount } from '../../../format/amount.ts'
import type { Translate } from '../../../i18n.ts'

/** The actions that the history can be filtered by. */
export const ACTIONS = [
  'login',
  'logout',
  'notify',
  'check',
  'close',
  'accept',
  'reject',
  'retry',
  'cancel',
  'simulate',
  'withdraw',
  'transfer',
  'recharge',
  'export',
  'password',
  'txnPassword',
  'passcodeOn',
  'passcodeOff',
  'passcodeSecret',
  'passcodeEnrol',
  'ipLists',
  'keys',
  'revealSecret',
  'resetSecret',
  'resetKeyPair',
  'signing',
  'createMerchant',
  'updateMerchant',
  'permissions',
  'reconcile',
  'dispute',
  'unmark',
  'note',
  'assign',
  'enableCallbacks',
  'redeliver',
  'cancelRedelivery',
  'locale',
  'clearNotices',
] as const

export const actionKey = (action: (typeof ACTIONS)[number]) => `history.action.${action}` as const

/** The result column: the outcome of a callback, a change of status, the current status, or a number of rows; else "done". */
export function resultOf({ kind, status, detail }: AuditEvent, t: Translate, app: Options): string {
  const { outcome, from, to, rows } = detail ?? {}
  if (isAttemptOutcome(outcome)) return t(`detail.outcome.${outcome}`)
  const word = (key: string) => statusLabel(kind, key, app)
  const parts = [
    typeof from === 'string' && typeof to === 'string' ? `${word(from)} → ${word(to)}` : null,
    status !== null && status !== to ? word(status) : null,
    typeof rows === 'number' ? t('history.rows', { n: formatCount(rows) }) : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? t('history.done') : parts.join(' · ')
}

/** The title of a field of an audit event; the name itself for an unknown field. */
export function fieldTitle(name: string, t: Translate): string {
  const key = TITLES[name]
  return key === undefined ? name : t(key)
}

const TITLES: Readonly<Record<string, MessageKey>> = {
  merchantName: 'field.merchantName',
  username: 'field.username',
  mobile: 'field.mobile',
  status: 'field.status',
  type: 'field.type',
  feeType: 'field.feeType',
  feeRate: 'field.feeRate',
  merchantFee: 'field.merchantFee',
  currency: 'field.currency',
  payAmount: 'field.payAmount',
  payinNotifyAddress: 'field.payinNotifyAddress',
  payoutNotifyAddress: 'field.payoutNotifyAddress',
  review: 'field.review',
  note: 'field.reviewNote',
  nationalId: 'history.field.nationalId',
  password: 'history.field.password',
  merchantPublicKey: 'history.field.merchantPublicKey',
  signatureHeader: 'history.field.signatureHeader',
  apiWhiteIp: 'history.field.apiWhiteIp',
  loginWhiteIp: 'history.field.loginWhiteIp',
  from: 'history.field.from',
  to: 'history.field.to',
  outcome: 'history.field.outcome',
  trigger: 'history.field.trigger',
  receiver: 'history.field.receiver',
  overlapHours: 'history.field.overlapHours',
  reason: 'history.field.reason',
  rows: 'history.field.rows',
  granted: 'history.field.granted',
  revoked: 'history.field.revoked',
  filter: 'history.field.filter',
}

const TRIGGERS: readonly string[] = ['auto', 'manual', 'bulk', 'simulation']
const FEE_TYPES: readonly string[] = ['RATE', 'FIXED', 'MIXED']
const MARKS: readonly string[] = ['NONE', 'RECONCILED', 'DISCREPANT']

/** The text of a value of an audit event, with a label for known keys. */
export function fieldText(
  name: string,
  value: unknown,
  event: Pick<AuditEvent, 'kind' | 'detail'>,
  t: Translate,
  app: Options,
): string {
  const { kind, detail } = event
  const { currency } = detail ?? {}
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ')
  if (typeof value === 'number') return formatCount(value)
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (name === 'status' || name === 'from' || name === 'to') return statusLabel(kind, value, app)
  if (name === 'payAmount' && typeof currency === 'string') return amountFormatter(currency)(value)
  if (name === 'outcome' && isAttemptOutcome(value)) return t(`detail.outcome.${value}`)
  if (name === 'trigger' && TRIGGERS.includes(value)) return t(`detail.trigger.${value}` as MessageKey)
  if (name === 'feeType' && FEE_TYPES.includes(value)) return t(`field.feeType.${value}` as MessageKey)
  if (name === 'signatureHeader') return t(`history.signatureHeader.${value}` as MessageKey)
  if (name === 'review' && MARKS.includes(value)) return t(`field.review.${value}` as MessageKey)
  return value
}

type Options = Pick<AppScope, 'options'>

function statusLabel(kind: string | null, key: string, app: Options): string {
  const list =
    kind === null
      ? 'MerchantStatus'
      : kind.endsWith('PAYIN')
        ? 'PayinOrderStatus'
        : kind.endsWith('PAYOUT')
          ? 'PayoutOrderStatus'
          : 'RecordStatus'
  return optionLabel(list, key, app)
}
