import type { SubMerchant } from '#contract/merchantRows.ts'
import type { FeeType } from '#contract/rows.ts'
import { birthdayFault, normalMobile, PATTERNS } from '#contract/rules.ts'
import { createSavingMachine, type Faults } from '#machines/settings/savingMachine.ts'
import type { Translate } from '../../i18n.ts'
import { passwordFault } from './passwordRule.ts'

/** What is typed of a sub-merchant; the short form and the change use a part of it. */
export interface TypedSub {
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

export type SubField = keyof TypedSub

export const BLANK: TypedSub = {
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

/** What of it may be kept by a browser: no password, and nothing that says who somebody is. */
export const withoutSecrets = ({ newPassword, confirmPwd, nationalId, ...rest }: TypedSub) => rest

/** What is said while nobody knows whether it was made, and when it was not: after a reload its secrets have to be typed again. */
export const wordsOfDoubt = (t: Translate, { newPassword }: TypedSub): { unknown?: string; looked: string } =>
  newPassword === ''
    ? { unknown: t('settings.unknown.sub'), looked: t('settings.sub.notMadeAgain') }
    : { looked: t('settings.sub.notMade') }

export const FEE_TYPES: readonly FeeType[] = ['RATE', 'FIXED', 'MIXED']

export const hasRate = (feeType: string): boolean => feeType !== 'FIXED'
export const hasFee = (feeType: string): boolean => feeType !== 'RATE'

const NON_NEGATIVE_2 = /^\d{1,16}(\.\d{1,2})?$/
const LONGEST_ADDRESS = 255

const required = (typed: string, isSound: (typed: string) => boolean, fault: string): string | null =>
  typed.trim() === '' ? 'rule.required' : isSound(typed.trim()) ? null : fault

const optional = (typed: string, isSound: (typed: string) => boolean, fault: string): string | null =>
  typed.trim() === '' || isSound(typed.trim()) ? null : fault

const isAddress = (typed: string): boolean => typed.length <= LONGEST_ADDRESS && PATTERNS.url.test(typed)

function nationalIdFault(typed: string, thisYear: number): string | null {
  if (typed === '') return null
  return PATTERNS.nationalId.test(typed) ? birthdayFault(typed, thisYear) : 'settings.nationalId.rule'
}

/** What is wrong with these fields of it. */
export function subFaults(typed: TypedSub, fields: readonly SubField[], thisYear: number): Faults {
  const all: Record<SubField, string | null> = {
    merchantName: required(typed.merchantName, (name) => PATTERNS.personName.test(name), 'rule.tooLong'),
    username: required(typed.username, (name) => PATTERNS.loginName.test(name), 'login.username.rule'),
    newPassword: passwordFault(typed.newPassword),
    confirmPwd: typed.confirmPwd === '' ? 'rule.required' : typed.confirmPwd === typed.newPassword ? null : 'pwdCompareError',
    mobile: optional(typed.mobile, (mobile) => PATTERNS.mobile.test(normalMobile(mobile)), 'settings.mobile.rule'),
    nationalId: nationalIdFault(typed.nationalId.trim(), thisYear),
    feeType: typed.feeType === '' ? 'rule.required' : null,
    feeRate: hasRate(typed.feeType)
      ? required(typed.feeRate, (rate) => PATTERNS.fraction.test(rate), 'settings.rate.rule')
      : null,
    merchantFee: hasFee(typed.feeType)
      ? required(typed.merchantFee, (fee) => NON_NEGATIVE_2.test(fee), 'settings.fee.rule')
      : null,
    status: typed.status === '' ? 'rule.required' : null,
    payinNotifyAddress: optional(typed.payinNotifyAddress, isAddress, 'settings.address.rule'),
    payoutNotifyAddress: optional(typed.payoutNotifyAddress, isAddress, 'settings.address.rule'),
  }
  const found = fields.flatMap((name): [string, string][] => (all[name] === null ? [] : [[name, all[name]]]))
  return Object.fromEntries(found)
}

/** Field of the call -> field of the form. */
export const placedFaults = (faults: Faults, code: string | undefined): Faults =>
  code === 'pwdCompareError'
    ? { confirmPwd: 'pwdCompareError' }
    : Object.fromEntries(
        Object.entries(faults).map(([name, fault]) => [
          name === 'pwd' ? 'newPassword' : name === 'pwd2' ? 'confirmPwd' : name,
          fault,
        ]),
      )

export interface FoundSub {
  sub: SubMerchant | null
}

/** The sub-merchant as a form has it. */
export const typedOf = (sub: SubMerchant | null): TypedSub =>
  sub === null
    ? BLANK
    : {
        ...BLANK,
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

/** The flow of a new one, by these fields. When nobody heard what became of it, its login name is looked for. */
export const newSubMachine = (fields: readonly SubField[], thisYear: number) =>
  createSavingMachine<FoundSub, TypedSub, { merchantNo: string; merchantName: string }>({
    open: () => BLANK,
    check: (typed) => subFaults(typed, fields, thisYear),
    confirms: false,
  })

export const changeSubMachine = (fields: readonly SubField[], thisYear: number) =>
  createSavingMachine<FoundSub, TypedSub, { merchantNo: string; merchantName: string }>({
    open: (stored) => typedOf(stored?.sub ?? null),
    check: (typed) => subFaults(typed, fields, thisYear),
    confirms: false,
  })

export const FULL_FIELDS: readonly SubField[] = [
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
export const QUICK_FIELDS: readonly SubField[] = [
  'merchantName',
  'username',
  'newPassword',
  'confirmPwd',
  'mobile',
  'feeType',
  'feeRate',
  'merchantFee',
]
export const CHANGE_FIELDS: readonly SubField[] = [
  'merchantName',
  'mobile',
  'feeType',
  'feeRate',
  'merchantFee',
  'status',
  'payinNotifyAddress',
  'payoutNotifyAddress',
]
