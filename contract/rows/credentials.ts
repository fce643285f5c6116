import type { Time } from './scalars.ts'

export interface IpLists {
  apiWhiteIp: string[]
  loginWhiteIp: string[]
  /** The caller's own address, so that a list that would lock him out can be told apart. */
  currentIp: string
}

/** What a merchant signs with and where he is called back. Secrets are masked but in the one reply that hands them over. */
export interface MerchantSecret {
  merchantNo: string
  merchantPublicKey: string | null
  /** Null before a pair was made; the private part is handed over once and kept nowhere. */
  platPublicKey: string | null
  platPrivateKey: string
  secret: string
  /** When a call was last signed with it, to the minute. */
  lastUsedTime: Time | null
  /** Until when the secret before this one still signs, and when it last did. */
  oldSecretUntil: Time | null
  oldSecretUsedTime: Time | null
  payinNotifyAddress: string | null
  payoutNotifyAddress: string | null
  updateTime: Time | null
}

export interface OtpState {
  merchantNo: string
  otpEnabled: boolean
  enrolled: boolean
}

/** What an authenticator is set up with, before its first code is given. */
export interface OtpEnrolment {
  otpAuthUrl: string
}
