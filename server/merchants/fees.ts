import { type Currency, minWireAmount } from '#contract/money.ts'
import type { FeeType } from '#contract/rows/fees.ts'

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
const min = (a: bigint, b: bigint) => (a < b ? a : b)
