import { calls } from '#contract/calls.ts'
import type { SubMerchant } from '#contract/rows/merchants.ts'
import { birthdayError, isMobile, MAX_ADDRESS_LENGTH, normalizeMobile, PATTERNS } from '#contract/rules.ts'
import type { CreateSubMerchant, UpdateSubMerchant } from '#contract/shapes/merchants.ts'
import type { Faults, Refusal } from '#machines/submission/submission.ts'
import { dayAt } from '../../../format/dates.ts'
import type { Translate } from '../../../i18n.ts'
import { useConsole } from '../../../useConsole.tsx'
import { useFeature } from '../../../useCore.tsx'
import { hashPassword } from '../form/hashPassword.ts'
import { useSettingForm } from '../form/useSettingForm.ts'
import { passwordFault } from '../passwords/PasswordRules.tsx'

/** The form values of a new sub-merchant. The quick form and the update form use a part of them. */
const EMPTY_VALUES = {
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

type SubMerchantValues = typeof EMPTY_VALUES
type SubMerchantField = keyof SubMerchantValues

const FULL_FIELDS = Object.keys(EMPTY_VALUES) as readonly SubMerchantField[]
const fieldsWithout = (...left: SubMerchantField[]) => FULL_FIELDS.filter((name) => !left.includes(name))
const ADDRESS_FIELDS = ['payinNotifyAddress', 'payoutNotifyAddress'] as const
const QUICK_FIELDS = fieldsWithout('nationalId', 'status', ...ADDRESS_FIELDS)
const CHANGE_FIELDS = fieldsWithout('username', 'newPassword', 'confirmPwd', 'nationalId')
/** The documented call changes no addresses. */
const DOCUMENTED_CHANGE_FIELDS = CHANGE_FIELDS.filter((name) => !ADDRESS_FIELDS.some((one) => one === name))
const FEE_FIELDS = ['feeType', 'feeRate', 'merchantFee'] as const
const isFee = (name: SubMerchantField): name is (typeof FEE_FIELDS)[number] => FEE_FIELDS.some((one) => one === name)

export type SubMerchantModel = ReturnType<typeof useSubMerchantForm>

/**
 * The form of a sub-merchant: a new one in the full or the quick form, or the change of the one with this number. After an
 * unknown outcome, a new sub-merchant is looked up by its login name.
 */
export function useSubMerchantForm(subject: 'new' | 'quick' | { merchantNo: string }) {
  const { api, clock } = useConsole()
  const merchantNo = typeof subject === 'string' ? null : subject.merchantNo
  const changeFields = useFeature('sub-merchant-callbacks') ? CHANGE_FIELDS : DOCUMENTED_CHANGE_FIELDS
  const fields = subject === 'new' ? FULL_FIELDS : subject === 'quick' ? QUICK_FIELDS : changeFields
  const initialValues = (stored: { sub: SubMerchant | null } | null) =>
    valuesOf(merchantNo === null ? null : (stored?.sub ?? null))
  const model = useSettingForm<
    { sub: SubMerchant | null },
    SubMerchantValues,
    Pick<SubMerchant, 'merchantNo' | 'merchantName'>
  >({
    draft: {
      name: 'settings.subMerchant',
      about: typeof subject === 'string' ? subject : subject.merchantNo,
      // No passwords and no national ID.
      kept: ({ newPassword, confirmPwd, nationalId, ...rest }) => rest,
    },
    initialValues,
    // Nothing is left to save once a check has found the new sub-merchant.
    isDirty: ({ values, stored, isChecked }) =>
      !(merchantNo === null && isChecked && stored?.sub != null) &&
      JSON.stringify(values) !== JSON.stringify(initialValues(stored)),
    check(typed, stored) {
      const faults = subMerchantFaults(typed, fields, Number(dayAt(clock.now()).slice(0, 4)))
      if (merchantNo === null) return faults
      // What the gateway does not say may stay empty, and is not sent; a new fee type needs its fees.
      const before = valuesOf(stored?.sub ?? null)
      const isUnsaid = (name: SubMerchantField) =>
        [typed, before].every((values) => values[name] === '') && (typed.feeType === before.feeType || !isFee(name))
      return Object.fromEntries(Object.entries(faults).filter(([name]) => !isUnsaid(name as SubMerchantField)))
    },
    mapRefusal,
    async load(typed) {
      if (merchantNo === null && typed === null) return { sub: null }
      const username = typed?.username.trim() ?? ''
      const { rows } = await api.rows(calls.subMerchants, merchantNo === null ? { username } : { merchantNo }, { quiet: true })
      const found =
        merchantNo === null
          ? rows.find((row) => row.username === username.toLowerCase())
          : rows.find((row) => row.merchantNo?.toLowerCase() === merchantNo.toLowerCase())
      return { sub: found ?? null }
    },
    async save({ values, stored, submission: { idempotencyKey } }) {
      const options = { quiet: true, idempotencyKey }
      if (merchantNo !== null) {
        const changed = updateInput(values, valuesOf(stored.sub), fields)
        return api.call(calls.updateSubMerchant, { merchantNo, ...changed }, options)
      }
      const input = await createInput(values, fields)
      return api.call(subject === 'new' ? calls.createSubMerchant : calls.addSubMerchant, input, options)
    },
  })
  return { ...model, fields }
}

/** The texts for an unknown outcome and for a failed creation. After a reload the passwords must be typed again. */
export const unknownOutcomeTexts = (
  t: Translate,
  { newPassword }: SubMerchantValues,
): { unknownText?: string; checkedText: string } =>
  newPassword === ''
    ? { unknownText: t('settings.unknown.sub'), checkedText: t('settings.sub.notMadeAgain') }
    : { checkedText: t('settings.sub.notMade') }

function valuesOf(sub: SubMerchant | null): SubMerchantValues {
  if (sub === null) return EMPTY_VALUES
  return {
    ...EMPTY_VALUES,
    merchantName: sub.merchantName ?? '',
    username: sub.username ?? '',
    mobile: sub.mobile ?? '',
    feeType: sub.feeType ?? '',
    feeRate: sub.feeRate ?? '',
    merchantFee: sub.merchantFee ?? '',
    status: sub.status ?? '',
    payinNotifyAddress: sub.payinNotifyAddress ?? '',
    payoutNotifyAddress: sub.payoutNotifyAddress ?? '',
  }
}

export const hasRate = (feeType: string): boolean => feeType !== 'FIXED'
export const hasFee = (feeType: string): boolean => feeType !== 'RATE'

const NON_NEGATIVE_2 = /^\d{1,16}(\.\d{1,2})?$/

const isNotifyAddress = (typed: string): boolean => typed.length <= MAX_ADDRESS_LENGTH && PATTERNS.url.test(typed)

function nationalIdFault(typed: string, thisYear: number): string | null {
  if (typed === '') return null
  return PATTERNS.nationalId.test(typed) ? birthdayError(typed, thisYear) : 'settings.nationalId.rule'
}

/** The faults of these fields. The birthday in a national ID is judged in this year. */
export function subMerchantFaults(typed: SubMerchantValues, fields: readonly SubMerchantField[], thisYear: number): Faults {
  const optional = (name: SubMerchantField, isSound: (text: string) => boolean, fault: string): string | null => {
    const text = typed[name].trim()
    return text === '' || isSound(text) ? null : fault
  }
  const required: typeof optional = (name, ...rule) => (typed[name].trim() === '' ? 'rule.required' : optional(name, ...rule))
  const all: Record<SubMerchantField, string | null> = {
    merchantName: required('merchantName', (name) => PATTERNS.personName.test(name), 'rule.tooLong'),
    username: required('username', (name) => PATTERNS.loginName.test(name), 'rule.loginName'),
    newPassword: passwordFault(typed.newPassword),
    confirmPwd: typed.confirmPwd === '' ? 'rule.required' : typed.confirmPwd === typed.newPassword ? null : 'pwdCompareError',
    mobile: optional('mobile', isMobile, 'settings.mobile.rule'),
    nationalId: nationalIdFault(typed.nationalId.trim(), thisYear),
    feeType: typed.feeType === '' ? 'rule.required' : null,
    feeRate: hasRate(typed.feeType) ? required('feeRate', (rate) => PATTERNS.fraction.test(rate), 'settings.rate.rule') : null,
    merchantFee: hasFee(typed.feeType) ? required('merchantFee', (fee) => NON_NEGATIVE_2.test(fee), 'settings.fee.rule') : null,
    status: typed.status === '' ? 'rule.required' : null,
    payinNotifyAddress: optional('payinNotifyAddress', isNotifyAddress, 'settings.address.rule'),
    payoutNotifyAddress: optional('payoutNotifyAddress', isNotifyAddress, 'settings.address.rule'),
  }
  const found = fields.flatMap((name): [string, string][] => (all[name] === null ? [] : [[name, all[name]]]))
  return Object.fromEntries(found)
}

/** Maps the fields of the call to the fields of the form. */
function mapRefusal(refusal: Refusal): Refusal {
  const { pwd, pwd2, ...fields } = refusal.fields
  if (refusal.code === 'pwdCompareError') return { ...refusal, fields: { confirmPwd: 'pwdCompareError' } }
  return { ...refusal, fields: { ...fields, ...(pwd && { newPassword: pwd }), ...(pwd2 && { confirmPwd: pwd2 }) } }
}

/** The values of these fields as they are sent. A fee that is empty or does not apply is left out. */
function inputOf(values: SubMerchantValues, fields: readonly SubMerchantField[]): Partial<SubMerchantValues> {
  const applies = { feeRate: hasRate(values.feeType), merchantFee: hasFee(values.feeType), feeType: true }
  const texts = fields.map((name) => [name, name === 'mobile' ? normalizeMobile(values.mobile) : values[name].trim()] as const)
  return Object.fromEntries(texts.filter(([name, text]) => !isFee(name) || (applies[name] && text !== '')))
}

async function createInput(values: SubMerchantValues, fields: readonly SubMerchantField[]): Promise<CreateSubMerchant> {
  const { newPassword, confirmPwd, ...input } = inputOf(values, fields)
  return {
    ...(input as Omit<CreateSubMerchant, 'pwd' | 'pwd2'>),
    pwd: await hashPassword(values.newPassword),
    pwd2: await hashPassword(values.confirmPwd),
  }
}

/**
 * Sends only the changed fields, so that concurrent changes of others are kept. A mobile in another form is not a change. A fee is sent as
 * a whole.
 */
function updateInput(
  values: SubMerchantValues,
  before: SubMerchantValues,
  fields: readonly SubMerchantField[],
): Omit<UpdateSubMerchant, 'merchantNo'> {
  const sent = Object.entries(inputOf(values, fields)) as [SubMerchantField, string][]
  const changed = sent.filter(([name, text]) => values[name] !== before[name] && text !== before[name])
  const isFeeChanged = changed.some(([name]) => isFee(name))
  return Object.fromEntries(isFeeChanged ? [...changed, ...sent.filter(([name]) => isFee(name))] : changed)
}
