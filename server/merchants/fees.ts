import { type Currency, minWireAmount } from '#contract/money.ts'
import type { FeeType } from '#contract/rows/fees.ts'

/** How a fee is made: a share of the amount, a sum per order, or both, and never outside its bounds. Sums are minor units. */
export interface FeeRule {
  feeType: FeeType
  /** Decimal text: `0.006` of the amount. */
  feeRate: string | null
  feeFixed: bigint | null
  feeMin: bigint | null
  feeMax: bigint | null
}

/**
 * The fee of an amount in minor units, exact until it is rounded, once, half up, to what the wire can show.
 * Never more than the amount itself.
 */
export function feeOf(amount: bigint, rule: FeeRule, currency: Currency): bigint {
  const { share, whole } = fraction(rule.feeType === 'FIXED' ? '0' : (rule.feeRate ?? '0'))
  const fixed = rule.feeType === 'RATE' ? 0n : (rule.feeFixed ?? 0n)
  let exact = amount * share + fixed * whole
  if (rule.feeMin !== null) exact = larger(exact, rule.feeMin * whole)
  if (rule.feeMax !== null) exact = smaller(exact, rule.feeMax * whole)
  const grain = minWireAmount(currency)
  return smaller(halfUp(exact, whole * grain) * grain, amount)
}

/** `0.006` is 6 of 1000. */
function fraction(rate: string): { share: bigint; whole: bigint } {
  const [units = '0', places = ''] = rate.split('.')
  return { share: BigInt(units + places), whole: 10n ** BigInt(places.length) }
}

const halfUp = (value: bigint, step: bigint) => (2n * value + step) / (2n * step)
const larger = (a: bigint, b: bigint) => (a > b ? a : b)
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
