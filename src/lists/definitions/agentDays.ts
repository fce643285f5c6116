import { calls } from '#contract/calls.ts'
import type { Summary as Sums } from '#contract/rows/dashboards.ts'
import type { AgentRange } from '#contract/shapes/dashboards.ts'
import { formatPercent } from '../../format/amount.ts'
import type { List } from '../list.ts'
import { countFigure, directionGroups, directionValues, NO_SUM, type Summary } from '../summary/figures.ts'
import { agentDrillDownLink } from './agentDrillDownLink.ts'
import { clientSideList } from './clientSideList.ts'
import { column, detailField, HIDDEN, SORTABLE } from './fields.ts'
import * as filters from './filters.ts'
import { LIST_DEFAULTS } from './listDefaults.ts'

const ratesOf = ({ totalPayinCount, successPayinCount, totalPayoutCount, successPayoutCount }: Partial<Sums>) => ({
  payinSuccessRate: formatPercent(successPayinCount ?? 0, totalPayinCount ?? 0),
  payoutSuccessRate: formatPercent(successPayoutCount ?? 0, totalPayoutCount ?? 0),
})

const SUMS = [
  'totalPayinCount',
  'totalPayinAmount',
  'successPayinCount',
  'successPayinAmount',
  'totalPayoutCount',
  'totalPayoutAmount',
  'successPayoutCount',
  'successPayoutAmount',
  'payinFee',
  'payoutFee',
] as const satisfies (keyof Sums)[]

/** Sums over all days of the filtered merchants. */
const totals: Summary = {
  groups: [{ label: 'list.figures.merchants', figures: [countFigure('field.merchantCount')] }, ...directionGroups],
  async read(api, filter, signal) {
    const { startDate, endDate, merchantNo } = filter as AgentRange
    const answer = await api.call(calls.agentDashboard, { startDate, endDate, merchantNo } as AgentRange, { signal })
    return {
      ...NO_SUM,
      values: { ...directionValues(answer.summary), 'field.merchantCount': String(answer.merchantCount) },
    }
  },
}

/** Daily results of an agent's merchants, combined or filtered. */
export const agentDays: List = {
  ...LIST_DEFAULTS,
  id: 'agentDays',
  kind: 'agentDay',
  call: calls.agentLatest,
  createReader: clientSideList({
    serverFields: ['startDate', 'endDate', 'merchantNo'],
    computeFields: (row) => ({ ...row, ...ratesOf(row) }),
  }),
  header: 'date',
  totals: SUMS.map((name) => detailField(name, name.endsWith('Count') ? 'count' : 'amount')),
  merchants: calls.agentMerchants,
  columns: [
    column('date', 'day', SORTABLE),
    column('merchantNo'),
    column('merchantName', 'realName', { emptyText: 'list.merchants.all' }),
    column('totalPayinCount', 'count'),
    column('totalPayinAmount', 'amount'),
    column('successPayinCount', 'count'),
    column('successPayinAmount', 'amount'),
    column('payinSuccessRate', 'share'),
    column('totalPayoutCount', 'count'),
    column('totalPayoutAmount', 'amount'),
    column('successPayoutCount', 'count'),
    column('successPayoutAmount', 'amount'),
    column('payoutSuccessRate', 'share'),
    column('payinFee', 'amount', HIDDEN),
    column('payoutFee', 'amount', HIDDEN),
  ],
  filters: [filters.days(false), { ...filters.merchants, isIncludeOnly: true }],
  summary: totals,
  drillDownLink: agentDrillDownLink,
  fields: [
    detailField('date', 'day'),
    detailField('merchantNo'),
    detailField('merchantName', 'realName'),
    detailField('totalPayinCount', 'count'),
    detailField('totalPayinAmount', 'amount'),
    detailField('successPayinCount', 'count'),
    detailField('successPayinAmount', 'amount'),
    detailField('payinSuccessRate', 'share'),
    detailField('payinFee', 'amount'),
    detailField('totalPayoutCount', 'count'),
    detailField('totalPayoutAmount', 'amount'),
    detailField('successPayoutCount', 'count'),
    detailField('successPayoutAmount', 'amount'),
    detailField('payoutSuccessRate', 'share'),
    detailField('payoutFee', 'amount'),
  ],
}
