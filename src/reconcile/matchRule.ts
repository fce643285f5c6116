/** Whether a statement shows amounts before or after the fee; `either` accepts both. */
export type AmountBasis = 'gross' | 'net' | 'either'

/** One line pays all successful orders of a day, less fees: the settlement of an acquirer. */
export interface MatchRule {
  /** Words of the description, in any case of letters: `QRIS`. */
  readonly words: string
  /** The channel of the orders; null for all. */
  readonly channel: string | null
  /** Days from the line to the orders: -1 is the day before. */
  readonly dayOffset: number
  readonly basis: Exclude<AmountBasis, 'either'>
}
