import type { Activity } from '#contract/merchantRows.ts'
import type { DetailType, Member, MerchantStatus, MerchantType, OptionTexts, PayinOrderStatus } from '#contract/options.ts'
import type { ErrorCode } from '#contract/reply.ts'
import type { AuditAction } from '../audit/audit.ts'
import type { Reason, Refusal } from '../refusal.ts'
import { CHANNEL_NAMES } from './channels.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { id } from './id.ts'
import type { Language } from './languages.ts'
import { vi } from './vi.ts'
import { zh } from './zh.ts'

/** Columns of the payin export, in its order. */
export const PAYIN_COLUMNS = [
  'createTime',
  'merchantNo',
  'merchantName',
  'merchantOrderNo',
  'platOrderNo',
  'payOrderNo',
  'payMethod',
  'payChannel',
  'currency',
  'payAmount',
  'paidAmount',
  'payFee',
  'serviceFee',
  'feeType',
  'status',
  'lateSuccess',
  'accountNumber',
  'accountHoldName',
  'bankCode',
  'bankName',
  'payerName',
  'payerAccountNumber',
  'mobile',
  'receiveAccount',
  'notifyStatus',
  'notifyAttempts',
  'lastNotifyTime',
  'review',
  'reviewNote',
  'expiryPeriod',
  'responseMessage',
  'platAccountId',
  'updateTime',
  'completeTime',
] as const

export type PayinColumn = (typeof PAYIN_COLUMNS)[number]

/** Columns of the payout export, in its order. */
export const PAYOUT_COLUMNS = [
  'createTime',
  'merchantNo',
  'merchantName',
  'merchantOrderNo',
  'platOrderNo',
  'payOrderNo',
  'payMethod',
  'payChannel',
  'currency',
  'payAmount',
  'paidAmount',
  'payFee',
  'feeType',
  'status',
  'bankCode',
  'bankName',
  'receiveName',
  'receiveAccount',
  'mobile',
  'notifyStatus',
  'notifyAttempts',
  'lastNotifyTime',
  'review',
  'reviewNote',
  'responseMessage',
  'platAccountId',
  'updateTime',
  'completeTime',
] as const

export type PayoutColumn = (typeof PAYOUT_COLUMNS)[number]

/** Columns of the export of an account's movements, in its order. */
export const ENTRY_COLUMNS = [
  'createTime',
  'type',
  'platOrderNo',
  'merchantOrderNo',
  'currency',
  'payAmount',
  'payFee',
  'beforeAvailable',
  'afterAvailable',
  'beforeTotal',
  'afterTotal',
  'beforePayinFreeze',
  'afterPayinFreeze',
  'beforePayoutFreeze',
  'afterPayoutFreeze',
  'remark',
] as const

export type EntryColumn = (typeof ENTRY_COLUMNS)[number]

/** Notices are stored as a key with values and are put into words for whoever reads them. */
export type NoticeKey =
  | 'welcome'
  | 'maintenance'
  | 'callbackFailed'
  | 'settlementDone'
  | 'withdrawFailed'
  | 'transferFailed'
  | 'passcodeAdvice'

/** Why a withdraw or a transfer failed. Kept as this, and put into words for whoever reads it. */
export type FailureReason = 'accountClosed' | 'nameMismatch' | 'bankSilent' | 'receiverClosed'

/** Everything the gateway says to people. Values in braces are filled in. */
export interface Texts {
  errors: Record<ErrorCode, string>
  /** Said instead of `errorPwd` where a password was asked for within a session. */
  wrongPassword: string
  /** Said instead of the error's own text: where a reason was given, or where all the values of the code's are known. */
  reasons: Partial<Record<ErrorCode, string>> & Record<Reason, string>
  options: {
    PayinOrderStatus: Record<PayinOrderStatus, string>
    PayoutOrderStatus: Record<Member<'PayoutOrderStatus'>, string>
    RecordType: Record<Member<'RecordType'>, string>
    RecordStatus: Record<Member<'RecordStatus'>, string>
    MerchantStatus: Record<MerchantStatus, string>
    MerchantType: Record<MerchantType, string>
    DetailType: Record<DetailType, string>
  }
  /** Members of the channel list that are no brand. */
  banks: { BANK_ID: string; BANK_VN: string }
  columns: Record<PayinColumn | PayoutColumn | EntryColumn, string>
  notices: Record<NoticeKey, { title: string; description: string }>
  failures: Record<FailureReason, string>
  /** What somebody did; who did it is told beside it. */
  activities: Record<AuditAction, string>
}

const TEXTS: Record<Language, Texts> = { zh, en, id, vi, es }

export const textsOf = (language: Language): Texts => TEXTS[language]

/** The option lists in the language; a channel is called by its brand everywhere. */
export const optionTexts = (language: Language): OptionTexts => ({
  ...TEXTS[language].options,
  PayChannel: { ...CHANNEL_NAMES, ...TEXTS[language].banks },
})

/** What a refusal says, with its values filled in; statuses among them by their names. */
export function messageOf(
  { code, status, detail, reason }: Pick<Refusal, 'code' | 'detail'> & Partial<Refusal>,
  language: Language,
): string {
  const { errors, wrongPassword, reasons, options } = TEXTS[language]
  if (code === 'errorPwd' && status === 422) return wrongPassword
  const statuses: Record<string, string> = {
    ...options.RecordStatus,
    ...options.PayoutOrderStatus,
    ...options.PayinOrderStatus,
    ...(reason === 'merchantMove' && options.MerchantStatus),
  }
  const named = Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, statuses[value] ?? value]))
  const text = reasons[reason ?? code]
  return text !== undefined && placesIn(text).every((name) => name in named) ? fill(text, named) : errors[code]
}

/** Why it failed, in words. What a bank has put into its own stays as it is. */
export const failureReasonText = <Kept extends string | null>(kept: Kept, language: Language): Kept | string =>
  (TEXTS[language].failures as Record<string, string>)[kept ?? ''] ?? kept

/** What was done, in words. What older rows call otherwise is called by that name. */
export const activityText = ({ action, target }: Pick<Activity, 'action' | 'target'>, language: Language): string =>
  fill((TEXTS[language].activities as Record<string, string>)[action] ?? action, { target: target ?? '' })

const placesIn = (text: string): string[] => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!)

/** The text with each `{name}` replaced by its value; a place without a value stays empty. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
