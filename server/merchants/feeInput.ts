import { type Currency, minWireAmount, toMinor } from '#contract/money.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import { PATTERNS } from '#contract/rules.ts'

/** A fee as it is typed. */
export interface FeeInput {
  feeType: FeeType
  feeRate?: string | undefined
  merchantFee?: string | undefined
}

const hasRate = (type: FeeType) => type !== 'FIXED'
const hasSum = (type: FeeType) => type !== 'RATE'

/** Field -> message key of what the fee lacks: a rate or mixed fee its rate, a fixed or mixed one its sum. */
export function feeFaults({ feeType, feeRate = '', merchantFee = '' }: FeeInput, currency: Currency) {
  const faults: Record<string, string> = {}
  if (hasRate(feeType) && feeRate === '') faults.feeRate = 'rule.required'
  else if (hasRate(feeType) && !PATTERNS.fraction.test(feeRate)) faults.feeRate = 'rule.format'
  const sum = toMinor(merchantFee, currency)
  if (hasSum(feeType) && merchantFee === '') faults.merchantFee = 'rule.required'
  else if (hasSum(feeType) && (sum === null || sum % minWireAmount(currency) !== 0n)) faults.merchantFee = 'rule.format'
  return faults
}

/** The fee as it is kept; what does not belong to its type is left away. */
export const storedFee = ({ feeType, feeRate, merchantFee = '' }: FeeInput, currency: Currency) => ({
  feeType,
  feeRate: hasRate(feeType) ? (feeRate ?? null) : null,
  feeFixed: hasSum(feeType) ? toMinor(merchantFee, currency) : null,
})
