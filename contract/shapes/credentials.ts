import Type, { type Static } from 'typebox'
import { PATTERNS } from '../rules.ts'
import { merchantNo, notifyAddresses, pattern, sha256 } from './fields.ts'

/** `pwd` twice in the query, the current one in the body. */
export const NewPassword = Type.Object({ pwd: sha256, pwd2: sha256, oldPwd: Type.Optional(sha256) })

export const OtpStatus = Type.Object({
  merchantNo,
  status: Type.Optional(Type.Enum(['ON', 'OFF'])),
  otp: Type.Optional(Type.String({ maxLength: 6 })),
  reason: Type.Optional(Type.String({ maxLength: 140 })),
})

export const OtpSecret = Type.Object({ merchantNo, reason: Type.Optional(Type.String({ maxLength: 140 })) })

const addresses = Type.String({ maxLength: 2_000, description: 'IPv4 addresses or CIDR ranges with commas between them' })

/** An omitted list does not change. */
export const IpListsChange = Type.Object({
  apiWhiteIp: Type.Optional(addresses),
  loginWhiteIp: Type.Optional(addresses),
  txnPwd: Type.Optional(sha256),
})

// A sub-merchant has no screen for its keys; its parent manages them.
const subMerchantNo = Type.Optional(
  pattern(PATTERNS.merchantNo, { description: 'One of the caller’s sub-merchants; the caller itself when absent' }),
)

export const SecretQuery = Type.Object({ merchantNo: subMerchantNo })

export const SecretChange = Type.Object({
  merchantNo: subMerchantNo,
  action: Type.Optional(Type.Enum(['update', 'reveal', 'reset', 'signing'])),
  merchantPublicKey: Type.Optional(Type.String({ maxLength: 4_096, description: 'PEM; empty clears it' })),
  ...notifyAddresses,
  target: Type.Optional(Type.Enum(['secret', 'keypair'])),
  overlapHours: Type.Optional(
    pattern(/^\d{1,3}$/, { description: 'How long the old secret still signs: 0 to 168 hours, 24 when absent' }),
  ),
  signatureHeader: Type.Optional(
    Type.Enum(['REQUIRED', 'OPTIONAL'], { description: 'Whether calls of the merchant API must be signed with the header' }),
  ),
  txnPwd: Type.Optional(sha256),
})

export type NewPassword = Static<typeof NewPassword>
export type OtpStatus = Static<typeof OtpStatus>
export type OtpSecret = Static<typeof OtpSecret>
export type IpListsChange = Static<typeof IpListsChange>
export type SecretQuery = Static<typeof SecretQuery>
export type SecretChange = Static<typeof SecretChange>
