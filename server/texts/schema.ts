import type { DetailType, Member, MerchantStatus, MerchantType, PayinOrderStatus } from '#contract/options.ts'
import type { ErrorCode } from '#contract/reply.ts'
import type { AuditAction } from '../audit/audit.ts'
import type { Reason } from '../refusal.ts'
import type { EntryColumn, PayinColumn, PayoutColumn } from './exportColumns.ts'

/** A notice is stored as a key with parameters. Its text is rendered in the reader's language. */
export type NoticeKey =
  | 'welcome'
  | 'maintenance'
  | 'callbackFailed'
  | 'settlementDone'
  | 'withdrawFailed'
  | 'transferFailed'
  | 'passcodeAdvice'

/** Why a withdraw or a transfer failed. Stored as a key; its text is rendered in the reader's language. */
export type FailureReason = 'accountClosed' | 'nameMismatch' | 'bankSilent' | 'receiverClosed'

/** Every user-facing text of the gateway in one language. `{name}` marks a placeholder. */
export interface Texts {
  errors: Record<ErrorCode, string>
  /** Replaces the text of `errorPwd` when the password was requested within a session. */
  wrongPassword: string
  /** By reason, or by code: replaces the text in `errors` when all of its placeholders have values. */
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
  /** Channels without a brand name. */
  banks: { BANK_ID: string; BANK_VN: string }
  columns: Record<PayinColumn | PayoutColumn | EntryColumn, string>
  notices: Record<NoticeKey, { title: string; description: string }>
  failures: Record<FailureReason, string>
  /** By audit action. The actor is shown in a column of its own. */
  activities: Record<AuditAction, string>
}
