export type FeeType = 'RATE' | 'FIXED' | 'MIXED'

/** Decimal text strictly between 0 and 1: `0.006`. */
export type Rate = string
