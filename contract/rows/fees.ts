export const FEE_TYPES = ['RATE', 'FIXED', 'MIXED'] as const
export type FeeType = (typeof FEE_TYPES)[number]

/** Decimal text strictly between 0 and 1: `0.006`. */
export type Rate = string
