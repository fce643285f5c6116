import { calls } from '#contract/calls.ts'
import type { PayinSummary, PayoutSummary } from '#contract/rows/orders.ts'
import type { Amount } from '#contract/rows/scalars.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Api } from '../../api/client.ts'
import { formatPercent } from '../../format/amount.ts'

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

type OrderFigureTitles = Record<'count' | 'amount' | 'successCount' | 'successAmount' | 'rate' | 'fee', CommonKey>

const PAYINS: OrderFigureTitles = {
  count: 'field.totalPayinCount',
  amount: 'field.totalPayinAmount',
  successCount: 'field.successPayinCount',
  successAmount: 'field.successPayinAmount',
  rate: 'field.payinSuccessRate',
  fee: 'field.payinFee',
}

const PAYOUTS: OrderFigureTitles = {
  count: 'field.totalPayoutCount',
  amount: 'field.totalPayoutAmount',
  successCount: 'field.successPayoutCount',
  successAmount: 'field.successPayoutAmount',
  rate: 'field.payoutSuccessRate',
  fee: 'field.payoutFee',
}

/** The figures of orders of one direction: all, succeeded, fees. */
const orderGroups = (titles: OrderFigureTitles) => [
  { label: 'list.figures.all' as const, figures: [countFigure(titles.count), amountFigure(titles.amount)] },
  {
    label: 'list.figures.success' as const,
    figures: [
      countFigure(titles.successCount),
      amountFigure(titles.successAmount),
      { title: titles.rate, kind: 'text' as const },
    ],
  },
  { label: 'list.figures.fee' as const, figures: [amountFigure(titles.fee)] },
]

/** Payins and payouts, aligned below each other. */
export const directionGroups: readonly FigureGroup[] = [
  directionGroup('list.figures.payin', PAYINS),
  directionGroup('list.figures.payout', PAYOUTS),
]

function directionGroup(word: CommonKey, titles: OrderFigureTitles): FigureGroup {
  return {
    label: word,
    isRow: true,
    figures: [
      countFigure(titles.count),
      amountFigure(titles.amount),
      { ...countFigure(titles.successCount), label: 'list.figures.success' },
      amountFigure(titles.successAmount),
      { title: titles.rate, kind: 'text' },
      { ...amountFigure(titles.fee), label: 'list.figures.fee' },
    ],
  }
}

export const payinSummary: Summary = {
  groups: orderGroups(PAYINS),
  read: async (api, filter, signal) => payinFigures(await api.call(calls.payinCount, filter, { signal })),
}

const payinFigures = (answer: PayinSummary): Figures => ({
  count: answer.totalPayinCount,
  amount: answer.totalPayinAmount,
  fee: answer.payinFee,
  values: {
    'field.totalPayinCount': String(answer.totalPayinCount),
    'field.totalPayinAmount': answer.totalPayinAmount,
    'field.successPayinCount': String(answer.successPayinCount),
    'field.successPayinAmount': answer.successPayinAmount,
    'field.payinSuccessRate': formatPercent(answer.successPayinCount, answer.totalPayinCount),
    'field.payinFee': answer.payinFee,
  },
})

export const payoutSummary: Summary = {
  groups: orderGroups(PAYOUTS),
  read: async (api, filter, signal) => payoutFigures(await api.call(calls.payoutCount, filter, { signal })),
}

const payoutFigures = (summary: PayoutSummary): Figures => ({
  count: summary.totalPayoutCount,
  amount: summary.totalPayoutAmount,
  fee: summary.payoutFee,
  values: {
    'field.totalPayoutCount': String(summary.totalPayoutCount),
    'field.totalPayoutAmount': summary.totalPayoutAmount,
    'field.successPayoutCount': String(summary.successPayoutCount),
    'field.successPayoutAmount': summary.successPayoutAmount,
    'field.payoutSuccessRate': formatPercent(summary.successPayoutCount, summary.totalPayoutCount),
    'field.payoutFee': summary.payoutFee,
  },
})
