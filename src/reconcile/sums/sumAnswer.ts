/** A set of rows that adds up to the amount. */
export interface SumAnswer {
  /** Indexes into the searched rows, ascending. */
  readonly rows: readonly number[]
  readonly basis: 'gross' | 'net'
  /** Days between the first and the last row; null where a day is unknown. */
  readonly daySpan: number | null
}

/** What was searched. "None exists" is proven only when `isComplete`. */
export interface SearchedSets {
  readonly rows: number
  /** Sets of up to this many rows were all tried; equal to `rows` when every set was. */
  readonly size: number
  /** Larger sets were tried within one day, or among neighbours in time; the largest size. */
  readonly nearbySize: number
  readonly isComplete: boolean
}

export interface SumAnswers {
  /** Best first: fewest rows, then the same day, then nearest in time. */
  readonly answers: readonly SumAnswer[]
  /** All answers found; more than `answers` when they were too many to keep. */
  readonly count: number
  /** Whether `count` is exact for what was searched. */
  readonly isCountExact: boolean
  readonly searched: SearchedSets
  /** Whether unpaid rows were searched, because the paid ones had no answer. */
  readonly includesUnpaid: boolean
}

/** A row to search. Amounts are decimal text. */
export interface SumRow {
  readonly gross: string
  /** Null when the fee is unknown. */
  readonly net: string | null
  /** `2026-11-21`, and milliseconds; null when unknown. */
  readonly day: string | null
  readonly time: number | null
  readonly isPaid: boolean
}

export interface SumQuestion {
  readonly amount: string
  readonly rows: readonly SumRow[]
  readonly fractionDigits: number
  readonly basis: 'gross' | 'net' | 'either'
}
