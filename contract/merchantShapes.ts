import Type, { type Static } from 'typebox'
import { PATTERNS } from './rules.ts'
import { amount, day, oneOrMany, optionKey, Paging, pattern, sha256 } from './shapes.ts'

/** Shapes of what is sent about merchants, their keys, whitelists and passwords. */

const merchantNo = pattern(PATTERNS.merchantNo)
const notifyAddress = Type.String({ maxLength: 512, description: 'An http or https address; empty clears it' })
const personName = pattern(PATTERNS.personName)
const mobile = Type.String({ maxLength: 24 })
const addresses = Type.String({ maxLength: 2_000, description: 'IPv4 addresses or CIDR ranges with commas between them' })

/** `pwd` twice in the query, the current one in the body. */
export const NewPassword = Type.Object({ pwd: sha256, pwd2: sha256, oldPwd: Type.Optional(sha256) })

export const OtpStatus = Type.Object({
  merchantNo,
  status: Type.Optional(Type.Enum(['ON', 'OFF'])),
  otp: Type.Optional(Type.String({ maxLength: 6 })),
  reason: Type.Optional(Type.String({ maxLength: 140 })),
})

export const OtpSecret = Type.Object({ merchantNo, reason: Type.Optional(Type.String({ maxLength: 140 })) })

const status = Type.Enum(['PENDING', 'ACTIVE', 'PAYOUT_SUSPENDED', 'SUSPENDED', 'FROZEN', 'CLOSED'])

export const StatusChange = Type.Object({ merchantNo, status, reason: Type.Optional(Type.String({ maxLength: 140 })) })

/** Whose callbacks: the caller's and its sub-merchants' when it does not say. */
export const CallbackHealthQuery = Type.Object({ merchantNo: Type.Optional(merchantNo) })

export const CallbackAddress = Type.Object({ merchantNo, direction: Type.Enum(['PAYIN', 'PAYOUT']) })

/** A list that is left out stays as it is. */
export const IpListsChange = Type.Object({
  apiWhiteIp: Type.Optional(addresses),
  loginWhiteIp: Type.Optional(addresses),
  txnPwd: Type.Optional(sha256),
})

// A sub-merchant has no screen for its keys: who made it looks after them.
const subMerchantNo = Type.Optional(
  pattern(PATTERNS.merchantNo, { description: 'One of the caller’s sub-merchants; the caller itself when absent' }),
)

export const SecretQuery = Type.Object({ merchantNo: subMerchantNo })

export const SecretChange = Type.Object({
  merchantNo: subMerchantNo,
  action: Type.Optional(Type.Enum(['update', 'reveal', 'reset'])),
  merchantPublicKey: Type.Optional(Type.String({ maxLength: 4_096, description: 'PEM; empty clears it' })),
  payinNotifyAddress: Type.Optional(notifyAddress),
  payoutNotifyAddress: Type.Optional(notifyAddress),
  target: Type.Optional(Type.Enum(['secret', 'keypair'])),
  overlapHours: Type.Optional(
    pattern(/^\d{1,3}$/, { description: 'How long the old secret still signs: 0 to 168 hours, 24 when absent' }),
  ),
  txnPwd: Type.Optional(sha256),
})

const fees = {
  feeType: Type.Enum(['RATE', 'FIXED', 'MIXED']),
  feeRate: Type.Optional(Type.String({ maxLength: 12, description: 'Decimal text strictly between 0 and 1' })),
  merchantFee: Type.Optional(amount),
}

export const CreateSubMerchant = Type.Object({
  merchantName: personName,
  username: pattern(PATTERNS.loginName),
  pwd: sha256,
  pwd2: sha256,
  mobile: Type.Optional(mobile),
  nationalId: Type.Optional(Type.String({ maxLength: 20 })),
  ...fees,
  status: Type.Optional(Type.Enum(['PENDING', 'ACTIVE', 'SUSPENDED'])),
  payinNotifyAddress: Type.Optional(notifyAddress),
  payoutNotifyAddress: Type.Optional(notifyAddress),
})

export const AddSubMerchant = Type.Object({
  merchantName: personName,
  username: pattern(PATTERNS.loginName),
  pwd: sha256,
  pwd2: sha256,
  mobile: Type.Optional(mobile),
  ...fees,
})

export const UpdateSubMerchant = Type.Object({
  merchantNo,
  merchantName: Type.Optional(personName),
  mobile: Type.Optional(mobile),
  feeType: Type.Optional(fees.feeType),
  feeRate: fees.feeRate,
  merchantFee: fees.merchantFee,
  status: Type.Optional(status),
  payinNotifyAddress: Type.Optional(notifyAddress),
  payoutNotifyAddress: Type.Optional(notifyAddress),
  pwd: Type.Optional(sha256),
  pwd2: Type.Optional(sha256),
})

export const SubMerchantFilter = Type.Object({
  merchantNo: Type.Optional(oneOrMany(Type.String({ minLength: 1, maxLength: 20 }))),
  notMerchantNo: Type.Optional(oneOrMany(Type.String({ minLength: 1, maxLength: 20 }))),
  merchantName: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A part of it, case ignored' })),
  username: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'A part of it' })),
  status: Type.Optional(oneOrMany(optionKey)),
  notStatus: Type.Optional(oneOrMany(optionKey)),
  type: Type.Optional(oneOrMany(optionKey)),
  notType: Type.Optional(oneOrMany(optionKey)),
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
})

export const PagedSubMerchants = Type.Interface([Paging, SubMerchantFilter], {})

/** Whose account it is: its number, or the name it signs in with. */
export const MerchantLookup = Type.Object({ who: Type.String({ minLength: 1, maxLength: 64 }) })

/** What the caller did, in these days, of these actions. */
export const AuditEventFilter = Type.Object({
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  action: Type.Optional(oneOrMany(Type.String({ minLength: 1, maxLength: 40 }))),
})

export const PagedAuditEvents = Type.Interface([Paging, AuditEventFilter], {})

export const AgentRange = Type.Object({
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  merchantNo: Type.Optional(oneOrMany(merchantNo)),
})

export const AgentMerchant = Type.Object({ merchantNo, startDate: Type.Optional(day), endDate: Type.Optional(day) })

export type NewPassword = Static<typeof NewPassword>
export type OtpStatus = Static<typeof OtpStatus>
export type OtpSecret = Static<typeof OtpSecret>
export type StatusChange = Static<typeof StatusChange>
export type CallbackHealthQuery = Static<typeof CallbackHealthQuery>
export type CallbackAddress = Static<typeof CallbackAddress>
export type IpListsChange = Static<typeof IpListsChange>
export type SecretQuery = Static<typeof SecretQuery>
export type SecretChange = Static<typeof SecretChange>
export type CreateSubMerchant = Static<typeof CreateSubMerchant>
export type AddSubMerchant = Static<typeof AddSubMerchant>
export type UpdateSubMerchant = Static<typeof UpdateSubMerchant>
export type SubMerchantFilter = Static<typeof SubMerchantFilter>
export type PagedSubMerchants = Static<typeof PagedSubMerchants>
export type MerchantLookup = Static<typeof MerchantLookup>
export type AuditEventFilter = Static<typeof AuditEventFilter>
export type PagedAuditEvents = Static<typeof PagedAuditEvents>
export type AgentRange = Static<typeof AgentRange>
export type AgentMerchant = Static<typeof AgentMerchant>
