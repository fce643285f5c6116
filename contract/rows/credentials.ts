import type { Time } from './scalars.ts'

/** In place of the time of a last use: there was none. A gateway sends null for it, and nothing where it does not say. */
export const NEVER_USED = 'never'

export interface IpLists {
  /** Null where a gateway does not send the list, which then must not be taken for an empty one. */
  apiWhiteIp: string[] | null
  loginWhiteIp: string[] | null
  /** The caller's own address, to detect a list that locks the caller out. */
  currentIp: string | null
}

/** Signing secrets and notify addresses of a merchant. Secrets are masked, except in the reply to a reveal. */
export interface MerchantSecret {
  merchantNo: string | null
  /** A gateway sends null or an empty text for none, which is empty for the console. Null there where it does not say, as below. */
  merchantPublicKey: string | null
  /** None before a key pair was made. The private key is returned once and not stored. */
  platPublicKey: string | null
  platPrivateKey: string | null
  secret: string | null
  /** Last use, to the minute; `NEVER_USED`, or null where a gateway does not say. */
  lastUsedTime: Time | typeof NEVER_USED | null
  /** Until when the previous secret is valid, and its last use. */
  oldSecretUntil: Time | null
  oldSecretUsedTime: Time | null
  /** Whether calls of the merchant API must be signed with the header. Null where a gateway does not know the header. */
  signatureHeaderRequired: boolean | null
  payinNotifyAddress: string | null
  payoutNotifyAddress: string | null
  updateTime: Time | null
}

export interface OtpState {
  merchantNo: string | null
  otpEnabled: boolean | null
  enrolled: boolean | null
}

/** Set-up data of an authenticator, before its first code. */
export interface OtpEnrolment {
  otpAuthUrl: string | null
}
