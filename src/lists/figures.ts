import type { PayoutSummary } from '#contract/moneyRows.ts'
import type { Amount, PayinSummary } from '#contract/rows.ts'

/** What everything that a filter matches comes to, whichever way the money goes. */
export interface Figures {
  readonly count: number
  readonly amount: Amount
  readonly successCount: number
  readonly successAmount: Amount
  readonly fee: Amount
}

/** The figures of a summary, under the same names for both directions. */
export const figuresOf = (summary: PayinSummary | PayoutSummary): Figures =>
  'totalPayinCount' in summary
    ? {
        count: summary.totalPayinCount,
        amount: summary.totalPayinAmount,
        successCount: summary.successPayinCount,
        successAmount: summary.successPayinAmount,
        fee: summary.payinFee,
      }
    : {
        count: summary.totalPayoutCount,
        amount: summary.totalPayoutAmount,
        successCount: summary.successPayoutCount,
        successAmount: summary.successPayoutAmount,
        fee: summary.payoutFee,
      }
