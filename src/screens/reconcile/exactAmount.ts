import { SCALE } from '#contract/money.ts'
import { amountIn, exactPlaces } from '../../format/amount.ts'

/** Decimals that the amounts of a statement have at most. */
export const MOST_PLACES = SCALE.USDT

/** A formatter for amounts of a statement, in a list with this many decimals. A small difference must not look like zero. */
export const exactAmountIn = (places: number) => (text: string | null) => amountIn(exactPlaces(text, places))(text)
