import { calls } from '#contract/calls.ts'
import type { Summary as Sums } from '#contract/rows/dashboards.ts'
import type { Amount } from '#contract/rows/scalars.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Api } from '../../api/client.ts'
import { formatPercent } from '../../format/amount.ts'
import type { ListCall } from '../paging/rowReader.ts'
import { ORDER_FIELDS } from './orderFields.ts'

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
  readonly values: Partial<Record<CommonKey, string | null>>
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
  read(api: Api, filter: object, how: { signal: AbortSignal; isFirst: boolean }): Promise<Figures>
}

export const countFigure = (title: CommonKey): Figure => ({ title, kind: 'count' })
export const amountFigure = (title: CommonKey): Figure => ({ title, kind: 'amount' })

type OrderFields = (typeof ORDER_FIELDS)['payin' | 'payout']

const figuresOf = ({ all, paid, fee, rate }: OrderFields) => ({
  all: [countFigure(`field.${all.count}`), amountFigure(`field.${all.amount}`)],
  success: [
    countFigure(`field.${paid.count}`),
    amountFigure(`field.${paid.amount}`),
    { title: `field.${rate}`, kind: 'text' } as const,
  ],
  fee: [amountFigure(`field.${fee}`)],
})

/** Payins and payouts, aligned below each other. */
export const directionGroups: readonly FigureGroup[] = [
  directionGroup('list.figures.payin', ORDER_FIELDS.payin),
  directionGroup('list.figures.payout', ORDER_FIELDS.payout),
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
    async read(api, filter, { signal }) {
      const sums = await api.call(call, filter, { signal })
      return {
        count: sums[fields.all.count] ?? null,
        amount: sums[fields.all.amount] ?? null,
        fee: sums[fields.fee] ?? null,
        values: orderValues(sums, fields),
      }
    },
  }
}

export const payinSummary = orderSummary(ORDER_FIELDS.payin, calls.payinCount)
export const payoutSummary = orderSummary(ORDER_FIELDS.payout, calls.payoutCount)

/** A figure as text; null when unknown. */
export const figureText = (figure: string | number | null | undefined): string | null =>
  figure == null ? null : String(figure)

const orderValues = (sums: Partial<Sums>, { all, paid, fee, rate }: OrderFields): Figures['values'] => ({
  ...Object.fromEntries(
    [...Object.values(all), ...Object.values(paid), fee].map((name) => [`field.${name}`, figureText(sums[name])]),
  ),
  [`field.${rate}`]: sums[paid.count] == null ? null : formatPercent(sums[paid.count], sums[all.count]),
})

export const directionValues = (sums: Sums | null): Figures['values'] => ({
  ...orderValues(sums ?? {}, ORDER_FIELDS.payin),
  ...orderValues(sums ?? {}, ORDER_FIELDS.payout),
})
