import { calls } from '#contract/calls.ts'
import type { Summary as Sums } from '#contract/rows/dashboards.ts'
import type { Amount } from '#contract/rows/scalars.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Api } from '../../api/client.ts'
import { formatPercent } from '../../format/amount.ts'
import type { ListCall } from '../paging/rowReader.ts'

/** A figure of the summary. */
export interface Figure {
  readonly title: CommonKey
  readonly kind: 'count' | 'amount' | 'text'
  /** A label in front of the figure, when the label of the group does not cover it. */
  readonly label?: CommonKey
}

/** The figures of a query. Unknown figures are null or absent. */
export interface Figures {
  readonly count: number | null
  readonly amount: Amount | null
  readonly fee: Amount | null
  readonly values: Partial<Record<CommonKey, string>>
}

/** For summaries without the number and the sum of the rows. */
export const NO_SUM: Omit<Figures, 'values'> = { count: null, amount: null, fee: null }

export interface FigureGroup {
  readonly label: CommonKey
  readonly figures: readonly Figure[]
  /** The group has the same figures as its neighbors and is aligned with them. */
  readonly isRow?: true
}

/** The summary of a list: groups of figures and the call that returns them. */
export interface Summary {
  readonly groups: readonly FigureGroup[]
  read(api: Api, filter: object, signal: AbortSignal): Promise<Figures>
}

export const countFigure = (title: CommonKey): Figure => ({ title, kind: 'count' })
export const amountFigure = (title: CommonKey): Figure => ({ title, kind: 'amount' })

/** The fields of the sums of one direction. */
const PAYINS = {
  count: 'totalPayinCount',
  amount: 'totalPayinAmount',
  successCount: 'successPayinCount',
  successAmount: 'successPayinAmount',
  fee: 'payinFee',
  rate: 'payinSuccessRate',
} as const

const PAYOUTS = {
  count: 'totalPayoutCount',
  amount: 'totalPayoutAmount',
  successCount: 'successPayoutCount',
  successAmount: 'successPayoutAmount',
  fee: 'payoutFee',
  rate: 'payoutSuccessRate',
} as const

type OrderFields = typeof PAYINS | typeof PAYOUTS

const figuresOf = ({ count, amount, successCount, successAmount, fee, rate }: OrderFields) => ({
  all: [countFigure(`field.${count}`), amountFigure(`field.${amount}`)],
  success: [
    countFigure(`field.${successCount}`),
    amountFigure(`field.${successAmount}`),
    { title: `field.${rate}`, kind: 'text' } as const,
  ],
  fee: [amountFigure(`field.${fee}`)],
})

/** Payins and payouts, aligned below each other. */
export const directionGroups: readonly FigureGroup[] = [
  directionGroup('list.figures.payin', PAYINS),
  directionGroup('list.figures.payout', PAYOUTS),
]

function directionGroup(label: CommonKey, fields: OrderFields): FigureGroup {
  const { all, success, fee } = figuresOf(fields)
  const labelled = (text: CommonKey, [first, ...rest]: readonly Figure[]) => [{ ...first!, label: text }, ...rest]
  return {
    label,
    isRow: true,
    figures: [...all, ...labelled('list.figures.success', success), ...labelled('list.figures.fee', fee)],
  }
}

/** The summary of orders of one direction: all, succeeded, fees. */
function orderSummary(fields: OrderFields, call: ListCall<Partial<Sums>>): Summary {
  const { all, success, fee } = figuresOf(fields)
  return {
    groups: [
      { label: 'list.figures.all', figures: all },
      { label: 'list.figures.success', figures: success },
      { label: 'list.figures.fee', figures: fee },
    ],
    async read(api, filter, signal) {
      const sums = await api.call(call, filter, { signal })
      return {
        count: sums[fields.count] ?? null,
        amount: sums[fields.amount] ?? null,
        fee: sums[fields.fee] ?? null,
        values: orderValues(sums, fields),
      }
    },
  }
}

export const payinSummary = orderSummary(PAYINS, calls.payinCount)
export const payoutSummary = orderSummary(PAYOUTS, calls.payoutCount)

const orderValues = (sums: Partial<Sums>, { rate, ...names }: OrderFields): Figures['values'] => ({
  ...Object.fromEntries(Object.values(names).map((name) => [`field.${name}`, String(sums[name])])),
  [`field.${rate}`]: formatPercent(sums[names.successCount] ?? 0, sums[names.count] ?? 0),
})

/** The figures of payins and payouts. */
export const directionValues = (sums: Sums): Figures['values'] => ({
  ...orderValues(sums, PAYINS),
  ...orderValues(sums, PAYOUTS),
})
