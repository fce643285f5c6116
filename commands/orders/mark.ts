import type { Review } from '#contract/options.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'

/** The reconciliation mark of an order, and the reason of a discrepancy. */
export interface Mark {
  readonly review: Review
  readonly note?: string
}

export const markOf = ({ review, reviewNote }: Pick<ListedRow, 'review' | 'reviewNote'>): Mark => ({
  review: review ?? 'NONE',
  ...(reviewNote == null ? {} : { note: reviewNote }),
})

export const isSameMark = (one: Mark, other: Mark): boolean =>
  one.review === other.review && (one.note ?? '') === (other.note ?? '')
