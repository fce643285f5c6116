import { type Currency, minWireAmount, toMinor } from '#contract/money.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import { PATTERNS } from '#contract/rules.ts'

/** A fee as entered by the user. */
export interface FeeInput {
  feeType: FeeType
  feeRate?: string | undefined
  merchantFee?: string | undefined
}

const hasRate = (type: FeeType) => type !== 'FIXED'
const hasFixedFee = (type: FeeType) => type !== 'RATE'

/** Field -> message key of its error. RATE and MIXED fees require a rate, FIXED and MIXED fees a fixed amount. */
export function feeErrors({ feeType, feeRate = '', merchantFee = '' }: FeeInput, currency: Currency) {
  const errors: Record<string, string> = {}
  if (hasRate(feeType) && feeRate === '') errors.feeRate = 'rule.required'
  else if (hasRate(feeType) && !PATTERNS.fraction.test(feeRate)) errors.feeRate = 'rule.format'
  const fixedFee = toMinor(merchantFee, currency)
  if (hasFixedFee(feeType) && merchantFee === '') errors.merchantFee = 'rule.required'
  else if (hasFixedFee(feeType) && (fixedFee === null || fixedFee % minWireAmount(currency) !== 0n))
    errors.merchantFee = 'rule.format'
  return errors
}

/** The fee as stored, in minor units. Parts that do not belong to its type are null. */
export const storedFee = ({ feeType, feeRate, merchantFee = '' }: FeeInput, currency: Currency) => ({
  feeType,
  feeRate: hasRate(feeType) ? (feeRate ?? null) : null,
  feeFixed: hasFixedFee(feeType) ? toMinor(merchantFee, currency) : null,
})
