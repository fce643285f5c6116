import { type Currency, minWireAmount, toMinor } from '#contract/money.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import { PATTERNS } from '#contract/rules.ts'

/** A fee rule: a rate, a fixed fee per order, or both, within optional bounds. Amounts are in minor units. */
export interface FeeRule {
  feeType: FeeType
  /** Share of the amount as decimal text: `0.006`. */
  feeRate: string | null
  feeFixed: bigint | null
  feeMin: bigint | null
  feeMax: bigint | null
}

/**
 * The fee of an amount, both in minor units. Computed exactly and rounded once, half up, to the smallest step of the
 * currency. Never more than the amount.
 */
export function feeOf(amount: bigint, rule: FeeRule, currency: Currency): bigint {
  const { numerator, denominator } = fraction(rule.feeType === 'FIXED' ? '0' : (rule.feeRate ?? '0'))
  const fixed = rule.feeType === 'RATE' ? 0n : (rule.feeFixed ?? 0n)
  let exact = amount * numerator + fixed * denominator
  if (rule.feeMin !== null) exact = max(exact, rule.feeMin * denominator)
  if (rule.feeMax !== null) exact = min(exact, rule.feeMax * denominator)
  const grain = minWireAmount(currency)
  return min(halfUp(exact, denominator * grain) * grain, amount)
}

/** Splits a rate into numerator and denominator: `0.006` is 6 / 1000. */
function fraction(rate: string): { numerator: bigint; denominator: bigint } {
  const [units = '0', decimals = ''] = rate.split('.')
  return { numerator: BigInt(units + decimals), denominator: 10n ** BigInt(decimals.length) }
}

const halfUp = (value: bigint, step: bigint) => (2n * value + step) / (2n * step)
const max = (a: bigint, b: bigint) => (a > b ? a : b)
export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

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
