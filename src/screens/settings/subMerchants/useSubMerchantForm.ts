import { calls } from '#contract/calls.ts'
import type { CreateSubMerchant, UpdateSubMerchant } from '#contract/shapes/merchants.ts'
import { dayAt } from '../../../format/dates.ts'
import { useConsole } from '../../../useConsole.tsx'
import { hashPassword } from '../form/hashPassword.ts'
import { useSettingForm } from '../form/useSettingForm.ts'
import {
  CHANGE_FIELDS,
  FULL_FIELDS,
  mapRefusal,
  QUICK_FIELDS,
  type StoredSubMerchant,
  type SubMerchantField,
  type SubMerchantValues,
  subMerchantFaults,
  valuesOf,
  withoutSecrets,
} from './subMerchantForm.ts'

/**
 * The form of a sub-merchant: a new one in the full or the quick form, or the change of the one with this number. After an
 * unknown outcome, a new sub-merchant is looked up by its login name.
 */
export function useSubMerchantForm(subject: 'new' | 'quick' | { merchantNo: string }) {
  const { api, clock } = useConsole()
  const merchantNo = typeof subject === 'string' ? null : subject.merchantNo
  const fields = subject === 'new' ? FULL_FIELDS : subject === 'quick' ? QUICK_FIELDS : CHANGE_FIELDS
  const model = useSettingForm<StoredSubMerchant, SubMerchantValues, { merchantNo: string; merchantName: string }>({
    draft: {
      name: 'settings.subMerchant',
      about: typeof subject === 'string' ? subject : subject.merchantNo,
      kept: withoutSecrets,
    },
    initialValues: (stored) => valuesOf(merchantNo === null ? null : (stored?.sub ?? null)),
    check: (typed) => subMerchantFaults(typed, fields, Number(dayAt(clock.now()).slice(0, 4))),
    mapRefusal,
    async load(typed) {
      if (merchantNo === null && typed === null) return { sub: null }
      const username = typed?.username.trim() ?? ''
      const { rows } = await api.rows(calls.subMerchants, merchantNo === null ? { username } : { merchantNo }, { quiet: true })
      const found = merchantNo === null ? rows.find((row) => row.username === username.toLowerCase()) : rows[0]
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

const FEE_FIELDS: readonly SubMerchantField[] = ['feeType', 'feeRate', 'merchantFee']

/** The trimmed values of these fields; a fee that does not apply is left out. */
const inputOf = (values: SubMerchantValues, fields: readonly SubMerchantField[]) =>
  Object.fromEntries(
    fields.filter((name) => !FEE_FIELDS.includes(name) || values[name] !== '').map((name) => [name, values[name].trim()]),
  )

async function createInput(values: SubMerchantValues, fields: readonly SubMerchantField[]): Promise<CreateSubMerchant> {
  const { newPassword, confirmPwd, ...input } = inputOf(values, fields)
  return {
    ...(input as Omit<CreateSubMerchant, 'pwd' | 'pwd2'>),
    pwd: await hashPassword(values.newPassword),
    pwd2: await hashPassword(values.confirmPwd),
  }
}

/** Sends only the changed fields, so that concurrent changes of others are kept. A fee is sent as a whole. */
function updateInput(
  values: SubMerchantValues,
  before: SubMerchantValues,
  fields: readonly SubMerchantField[],
): Omit<UpdateSubMerchant, 'merchantNo'> {
  const changed = fields.filter((name) => values[name].trim() !== before[name])
  const isFeeChanged = changed.some((name) => FEE_FIELDS.includes(name))
  return inputOf(values, isFeeChanged ? [...new Set([...changed, ...FEE_FIELDS])] : changed)
}
