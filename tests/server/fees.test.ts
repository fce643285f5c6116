import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Currency } from '#contract/money.ts'
import { type FeeRule, feeOf } from '../../server/merchants/fees.ts'

const rule = (overrides: Partial<FeeRule>): FeeRule => ({
  feeType: 'RATE',
  feeRate: null,
  feeFixed: null,
  feeMin: null,
  feeMax: null,
  ...overrides,
})

describe('a fee', () => {
  test.each<[string, bigint, Partial<FeeRule>, Currency, bigint]>([
    ['a rate', 15_000_000n, { feeRate: '0.006' }, 'IDR', 90_000n],
    ['a rate with trailing zeros', 15_000_000n, { feeRate: '0.006000' }, 'IDR', 90_000n],
    ['a fixed fee', 15_000_000n, { feeType: 'FIXED', feeRate: '0.5', feeFixed: 150_000n }, 'IDR', 150_000n],
    ['both', 15_000_000n, { feeType: 'MIXED', feeRate: '0.006', feeFixed: 150_000n }, 'IDR', 240_000n],
    ['a rate fee ignores the fixed part', 15_000_000n, { feeRate: '0.006', feeFixed: 150_000n }, 'IDR', 90_000n],
    ['not below its minimum', 100_000n, { feeRate: '0.007', feeMin: 20_000n }, 'IDR', 20_000n],
    ['not above its maximum', 5_000_000_000n, { feeRate: '0.007', feeMax: 2_500_000n }, 'IDR', 2_500_000n],
    ['half up: 0.5 of a unit', 50n, { feeRate: '0.01' }, 'IDR', 1n],
    ['half up: just below', 49n, { feeRate: '0.01' }, 'IDR', 0n],
    ['rounded once: 1.4 of the rate plus 0', 140n, { feeType: 'MIXED', feeRate: '0.01', feeFixed: 0n }, 'IDR', 1n],
    ['USDT with four fraction digits', 1_234_567n, { feeRate: '0.0085' }, 'USDT', 10_500n],
    ['USDT half up at the fourth fraction digit', 10_000_000n, { feeRate: '0.000005' }, 'USDT', 100n],
    ['never more than the amount', 100_000n, { feeType: 'FIXED', feeFixed: 400_000n }, 'IDR', 100_000n],
    ['0 without a rule', 100_000n, { feeType: 'FIXED' }, 'IDR', 0n],
    ['exact beyond float precision', 9_999_999_999_999_999n, { feeRate: '0.000001' }, 'IDR', 10_000_000_000n],
  ])('%s', (_, amount, overrides, currency, fee) => {
    expect(feeOf(amount, rule(overrides), currency)).toBe(fee)
  })

  test('is within half a unit of the exact fee, within its bounds, and grows with the amount', () => {
    const amounts = fc.bigInt(1n, 10n ** 15n)
    const rates = fc.integer({ min: 0, max: 999_999 })
    fc.assert(
      fc.property(amounts, amounts, rates, fc.bigInt(0n, 10n ** 8n), (one, other, millionths, fixed) => {
        const feeRate = `0.${String(millionths).padStart(6, '0')}`
        const mixed = rule({ feeType: 'MIXED', feeRate, feeFixed: fixed })
        const fee = feeOf(one, mixed, 'IDR')
        const exactMillionths = one * BigInt(millionths) + fixed * 1_000_000n
        const capped = exactMillionths > one * 1_000_000n ? one * 1_000_000n : exactMillionths
        const apart = fee * 1_000_000n - capped
        expect(apart).toBeGreaterThan(-500_000n)
        expect(apart).toBeLessThanOrEqual(500_000n)
        const [less, more] = one < other ? [one, other] : [other, one]
        expect(feeOf(less, mixed, 'IDR')).toBeLessThanOrEqual(feeOf(more, mixed, 'IDR'))
      }),
    )
  })
})
