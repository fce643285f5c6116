import type { Time } from './scalars.ts'

export interface IpLists {
  apiWhiteIp: string[]
  loginWhiteIp: string[]
  /** The caller's own address, to detect a list that locks the caller out. */
  currentIp: string
}

/** Signing secrets and notify addresses of a merchant. Secrets are masked, except in the reply to a reveal. */
export interface MerchantSecret {
  merchantNo: string
  merchantPublicKey: string | null
  /** Null before a key pair was made. The private key is returned once and not stored. */
  platPublicKey: string | null
  platPrivateKey: string
  secret: string
  /** Last use, to the minute. */
  lastUsedTime: Time | null
  /** Until when the previous secret is valid, and its last use. */
  oldSecretUntil: Time | null
  oldSecretUsedTime: Time | null
  /** Whether calls of the merchant API must be signed with the header. Absent where a gateway does not know the header. */
  signatureHeaderRequired?: boolean
  payinNotifyAddress: string | null
  payoutNotifyAddress: string | null
  updateTime: Time | null
}

export interface OtpState {
  merchantNo: string
  otpEnabled: boolean
  enrolled: boolean
}

/** Set-up data of an authenticator, before its first code. */
export interface OtpEnrolment {
  otpAuthUrl: string
}
