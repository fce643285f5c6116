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

/** Days before a line whose orders it may pay. */
export const MOST_DAYS_BEFORE = 4

/** How many days before its first line the orders of a statement begin: those that lines may pay, and those that rules look for. */
export const daysBefore = (rules: readonly Pick<MatchRule, 'dayOffset'>[]): number =>
  Math.max(MOST_DAYS_BEFORE, ...rules.map(({ dayOffset }) => -dayOffset))
