import { OPTION_MEMBERS } from '#contract/options.ts'
import { type IpLists, type MerchantSecret, NEVER_USED, type OtpEnrolment, type OtpState } from '#contract/rows/credentials.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import type { MerchantBank, MerchantChoice, MerchantMethod, PlatMerchant, SubMerchant } from '#contract/rows/merchants.ts'
import { list, listOrNull, orElse, record } from './records.ts'
import { type Identified, merchantFields, merchantIdentity } from './session.ts'
import { amount, flag, key, mark, member, type Reader, rate, text, textOrNone, time } from './values.ts'

const moves = listOrNull(member(OPTION_MEMBERS.MerchantStatus))

export const subMerchant = record<Identified<SubMerchant>>(
  { ...merchantFields, available: amount, moves },
  { identity: merchantIdentity },
)

export const platMerchant = record<PlatMerchant>({ ...merchantFields, enrolled: flag, moves })

/** A merchant without a number cannot be chosen. */
export const merchantChoice = record<MerchantChoice, 'merchantNo'>(
  { merchantNo: text, merchantName: text, type: text, self: mark, transferable: orElse(flag, true) },
  { requires: ['merchantNo'] },
)

export const method = record<MerchantMethod>({
  payMethod: text,
  payChannel: text,
  // The specification's default.
  type: orElse(member(['PAYIN', 'PAYOUT']), 'PAYIN'),
  feeType: key<FeeType>(),
  feeRate: rate,
  merchantFee: amount,
  minAmount: amount,
  maxAmount: amount,
  status: text,
})

/** A bank without a code cannot be chosen. */
export const bank = record<MerchantBank, 'bankCode'>(
  { bankCode: text, bankName: text, status: text },
  { requires: ['bankCode'] },
)

/** Addresses in a list, or in one text with commas, spaces or lines between them. */
const addresses: Reader<string[] | null> = {
  kind: 'list',
  read: (value) =>
    typeof value === 'string' ? value.split(/[\s,;]+/).filter((one) => one !== '') : listOrNull(text).read(value),
}

export const ipLists = record<IpLists>({ apiWhiteIp: addresses, loginWhiteIp: addresses, currentIp: text })

/** The time of a last use. Unlike elsewhere, null says something: there was none. */
const lastUse: Reader<string | null> = {
  kind: 'time',
  read: (value) => (value === null ? NEVER_USED : time.read(value)),
}

export const secret = record<MerchantSecret>({
  merchantNo: text,
  merchantPublicKey: textOrNone,
  platPublicKey: textOrNone,
  platPrivateKey: text,
  secret: text,
  lastUsedTime: lastUse,
  oldSecretUntil: time,
  oldSecretUsedTime: lastUse,
  signatureHeaderRequired: flag,
  payinNotifyAddress: textOrNone,
  payoutNotifyAddress: textOrNone,
  updateTime: time,
})

export const otpState = record<OtpState>({ merchantNo: text, otpEnabled: flag, enrolled: flag })

export const otpEnrolment = record<OtpEnrolment>({ otpAuthUrl: text })

export const texts = list(text)
