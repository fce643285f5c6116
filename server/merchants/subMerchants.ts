import { toText } from '#contract/money.ts'
import { birthdayError, isMobile, normalizeMobile, PATTERNS } from '#contract/rules.ts'
import type { CreateSubMerchant, UpdateSubMerchant } from '#contract/shapes/merchants.ts'
import { hashPassword } from '../auth/credentials.ts'
import { parseNotifyAddress } from '../callbacks/notifyAddress.ts'
import type { Transaction } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { wibDay } from '../wib.ts'
import { type FeeInput, feeErrors, storedFee } from './fees.ts'
import { newSecret } from './keys.ts'
import { insertMerchant, type MerchantRow } from './merchants.ts'

export type NewSubMerchant = Awaited<ReturnType<typeof validateNewSubMerchant>>

/** Validates the input. Throws pwdCompareError, or VALIDATION_FAILED with every invalid field. */
export async function validateNewSubMerchant(input: CreateSubMerchant, { currency }: MerchantRow, now: number) {
  if (input.pwd !== input.pwd2) throw new Refusal('pwdCompareError')
  const { nationalId = '' } = input
  const mobile = normalizeMobile(input.mobile ?? '')
  const errors = {
    ...feeErrors(input, currency),
    ...(mobile === '' || isMobile(mobile) ? {} : { mobile: 'rule.format' }),
    ...(nationalId === '' ? {} : nationalIdErrors(nationalId, now)),
  }
  if (Object.keys(errors).length > 0) throw new Refusal('VALIDATION_FAILED', { fields: errors })
  return {
    name: input.merchantName.trim(),
    username: input.username.toLowerCase(),
    payinNotifyAddress: parseNotifyAddress('payinNotifyAddress', input.payinNotifyAddress) ?? null,
    payoutNotifyAddress: parseNotifyAddress('payoutNotifyAddress', input.payoutNotifyAddress) ?? null,
    passwordHash: await hashPassword(input.pwd),
    mobile: mobile || null,
    nationalId: nationalId || null,
    status: input.status ?? ('ACTIVE' as const),
    ...storedFee(input, currency),
  }
}

function nationalIdErrors(nationalId: string, now: number): Record<string, string> {
  if (!PATTERNS.nationalId.test(nationalId)) return { nationalId: 'rule.format' }
  const error = birthdayError(nationalId, Number(wibDay(now).slice(0, 4)))
  return error === null ? {} : { nationalId: error }
}

/** Returns the changeable fields after the change; absent ones keep their values. Throws VALIDATION_FAILED with every invalid field; the resulting fee must be complete. */
export function applySubMerchantChange(before: MerchantRow, input: UpdateSubMerchant) {
  const { merchantName, status = before.status } = input
  const mobile = input.mobile === undefined ? (before.mobile ?? '') : normalizeMobile(input.mobile)
  const fee: FeeInput = {
    feeType: input.feeType ?? before.feeType ?? 'FIXED',
    feeRate: input.feeRate ?? before.feeRate ?? undefined,
    merchantFee: input.merchantFee ?? (before.feeFixed === null ? undefined : toText(BigInt(before.feeFixed), before.currency)),
  }
  const changesFee = input.feeType !== undefined || input.feeRate !== undefined || input.merchantFee !== undefined
  const errors = {
    ...(changesFee ? feeErrors(fee, before.currency) : {}),
    ...(input.mobile === undefined || mobile === '' || isMobile(mobile) ? {} : { mobile: 'rule.format' }),
  }
  if (Object.keys(errors).length > 0) throw new Refusal('VALIDATION_FAILED', { fields: errors })
  const { feeType, feeRate, feeFixed } = changesFee ? storedFee(fee, before.currency) : before
  return {
    name: merchantName?.trim() ?? before.name,
    mobile: mobile || null,
    status,
    feeType,
    feeRate,
    feeFixed: feeFixed === null ? null : String(feeFixed),
    payinNotifyAddress: addressOf('payinNotifyAddress'),
    payoutNotifyAddress: addressOf('payoutNotifyAddress'),
  }

  function addressOf(name: 'payinNotifyAddress' | 'payoutNotifyAddress'): string | null {
    const address = parseNotifyAddress(name, input[name])
    return address === undefined ? before[name] : address
  }
}

/** Inserts a sub-merchant with a secret of its own and the settlement delay of its parent, and returns its number. */
export const addSubMerchant = (
  tx: Transaction,
  { merchantNo: parentNo, currency, settleDelayMinutes }: MerchantRow,
  data: NewSubMerchant,
  now: number,
): Promise<string> =>
  insertMerchant(tx, {
    ...data,
    kind: 'subMerchant',
    parentNo,
    currency,
    settleDelayMinutes,
    apiSecret: newSecret(),
    createTime: new Date(now),
  })
