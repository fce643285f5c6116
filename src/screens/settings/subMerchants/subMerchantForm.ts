import type { FeeType } from '#contract/rows/fees.ts'
import type { SubMerchant } from '#contract/rows/merchants.ts'
import { birthdayError, normalizeMobile, PATTERNS } from '#contract/rules.ts'
import type { Faults, Refusal } from '#machines/submission/submission.ts'
import type { Translate } from '../../../i18n.ts'
import type { FormModel } from '../form/useSettingForm.ts'
import { passwordFault } from '../passwords/passwordRules.ts'

/** The form values of a sub-merchant. The quick form and the update form use a part of them. */
export interface SubMerchantValues {
  merchantName: string
  username: string
  newPassword: string
  confirmPwd: string
  mobile: string
  nationalId: string
  feeType: string
  feeRate: string
  merchantFee: string
  status: string
  payinNotifyAddress: string
  payoutNotifyAddress: string
}

export type SubMerchantField = keyof SubMerchantValues

export const EMPTY_VALUES: SubMerchantValues = {
  merchantName: '',
  username: '',
  newPassword: '',
  confirmPwd: '',
  mobile: '',
  nationalId: '',
  feeType: 'RATE',
  feeRate: '',
  merchantFee: '',
  status: 'ACTIVE',
  payinNotifyAddress: '',
  payoutNotifyAddress: '',
}

/** The values that may be stored in the browser: no passwords and no national ID. */
export const withoutSecrets = ({ newPassword, confirmPwd, nationalId, ...rest }: SubMerchantValues) => rest

/** The texts for an unknown outcome and for a failed creation. After a reload the passwords must be typed again. */
export const unknownOutcomeTexts = (
  t: Translate,
  { newPassword }: SubMerchantValues,
): { unknownText?: string; checkedText: string } =>
  newPassword === ''
    ? { unknownText: t('settings.unknown.sub'), checkedText: t('settings.sub.notMadeAgain') }
    : { checkedText: t('settings.sub.notMade') }

export const FEE_TYPES: readonly FeeType[] = ['RATE', 'FIXED', 'MIXED']

export const hasRate = (feeType: string): boolean => feeType !== 'FIXED'
export const hasFee = (feeType: string): boolean => feeType !== 'RATE'

const NON_NEGATIVE_2 = /^\d{1,16}(\.\d{1,2})?$/
const MAX_ADDRESS_LENGTH = 255

const required = (typed: string, isSound: (typed: string) => boolean, fault: string): string | null =>
  typed.trim() === '' ? 'rule.required' : isSound(typed.trim()) ? null : fault

const optional = (typed: string, isSound: (typed: string) => boolean, fault: string): string | null =>
  typed.trim() === '' || isSound(typed.trim()) ? null : fault

const isNotifyAddress = (typed: string): boolean => typed.length <= MAX_ADDRESS_LENGTH && PATTERNS.url.test(typed)

function nationalIdFault(typed: string, thisYear: number): string | null {
  if (typed === '') return null
  return PATTERNS.nationalId.test(typed) ? birthdayError(typed, thisYear) : 'settings.nationalId.rule'
}

/** The faults of the given fields. */
export function subMerchantFaults(typed: SubMerchantValues, fields: readonly SubMerchantField[], thisYear: number): Faults {
  const all: Record<SubMerchantField, string | null> = {
    merchantName: required(typed.merchantName, (name) => PATTERNS.personName.test(name), 'rule.tooLong'),
    username: required(typed.username, (name) => PATTERNS.loginName.test(name), 'login.username.rule'),
    newPassword: passwordFault(typed.newPassword),
    confirmPwd: typed.confirmPwd === '' ? 'rule.required' : typed.confirmPwd === typed.newPassword ? null : 'pwdCompareError',
    mobile: optional(typed.mobile, (mobile) => PATTERNS.mobile.test(normalizeMobile(mobile)), 'settings.mobile.rule'),
    nationalId: nationalIdFault(typed.nationalId.trim(), thisYear),
    feeType: typed.feeType === '' ? 'rule.required' : null,
    feeRate: hasRate(typed.feeType)
      ? required(typed.feeRate, (rate) => PATTERNS.fraction.test(rate), 'settings.rate.rule')
      : null,
    merchantFee: hasFee(typed.feeType)
      ? required(typed.merchantFee, (fee) => NON_NEGATIVE_2.test(fee), 'settings.fee.rule')
      : null,
    status: typed.status === '' ? 'rule.required' : null,
    payinNotifyAddress: optional(typed.payinNotifyAddress, isNotifyAddress, 'settings.address.rule'),
    payoutNotifyAddress: optional(typed.payoutNotifyAddress, isNotifyAddress, 'settings.address.rule'),
  }
  const found = fields.flatMap((name): [string, string][] => (all[name] === null ? [] : [[name, all[name]]]))
  return Object.fromEntries(found)
}

/** Maps the fields of the call to the fields of the form. */
export function mapRefusal(refusal: Refusal): Refusal {
  const { pwd, pwd2, ...fields } = refusal.fields
  if (refusal.code === 'pwdCompareError') return { ...refusal, fields: { confirmPwd: 'pwdCompareError' } }
  return { ...refusal, fields: { ...fields, ...(pwd && { newPassword: pwd }), ...(pwd2 && { confirmPwd: pwd2 }) } }
}

export interface StoredSubMerchant {
  sub: SubMerchant | null
}

export type SubMerchantModel = FormModel<StoredSubMerchant, SubMerchantValues, { merchantNo: string; merchantName: string }>

/** The form values of a stored sub-merchant. */
export const valuesOf = (sub: SubMerchant | null): SubMerchantValues =>
  sub === null
    ? EMPTY_VALUES
    : {
        ...EMPTY_VALUES,
        merchantName: sub.merchantName,
        username: sub.username,
        mobile: sub.mobile ?? '',
        feeType: sub.feeType ?? 'FIXED',
        feeRate: sub.feeRate ?? '',
        merchantFee: sub.merchantFee ?? '',
        status: sub.status,
        payinNotifyAddress: sub.payinNotifyAddress ?? '',
        payoutNotifyAddress: sub.payoutNotifyAddress ?? '',
      }

export const FULL_FIELDS: readonly SubMerchantField[] = [
  'merchantName',
  'username',
  'newPassword',
  'confirmPwd',
  'mobile',
  'nationalId',
  'feeType',
  'feeRate',
  'merchantFee',
  'status',
  'payinNotifyAddress',
  'payoutNotifyAddress',
]
export const QUICK_FIELDS: readonly SubMerchantField[] = [
  'merchantName',
  'username',
  'newPassword',
  'confirmPwd',
  'mobile',
  'feeType',
  'feeRate',
  'merchantFee',
]
export const CHANGE_FIELDS: readonly SubMerchantField[] = [
  'merchantName',
  'mobile',
  'feeType',
  'feeRate',
  'merchantFee',
  'status',
  'payinNotifyAddress',
  'payoutNotifyAddress',
]
