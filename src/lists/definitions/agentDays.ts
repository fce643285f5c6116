import { calls } from '#contract/calls.ts'
import type { Summary as Sums } from '#contract/rows/dashboards.ts'
import type { AgentRange } from '#contract/shapes/dashboards.ts'
import { formatPercent } from '../../format/amount.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import type { List } from '../list.ts'
import { countFigure, directionGroups, directionValues, figureText, NO_SUM, type Summary } from '../summary/figures.ts'
import { agentDrillDownLink } from './agentDrillDownLink.ts'
import { clientSideList } from './clientSideList.ts'
import { columns, detailFields, hidden, PAYIN_SUMS, PAYOUT_SUMS } from './fields.ts'
import { controls } from './filters.ts'
import { LIST_DEFAULTS } from './listDefaults.ts'

const ratesOf = ({ totalPayinCount, successPayinCount, totalPayoutCount, successPayoutCount }: Partial<Sums>) => ({
  payinSuccessRate: formatPercent(successPayinCount, totalPayinCount),
  payoutSuccessRate: formatPercent(successPayoutCount, totalPayoutCount),
})

/** Sums over all days of the filtered merchants. */
const totals: Summary = {
  groups: [{ label: 'list.figures.merchants', figures: [countFigure('field.merchantCount')] }, ...directionGroups],
  async read(api, filter, { signal, isFirst }) {
    const { startDate, endDate, merchantNo } = filter as AgentRange
    const asked = { startDate, endDate, merchantNo } as AgentRange
    // As on the other dashboards, only the first request may redirect to another screen. A merchant may have left the agent.
    const answer = await api.call(calls.agentDashboard, asked, { signal, redirects: isFirst && merchantNo === undefined })
    return {
      ...NO_SUM,
      values: { ...directionValues(answer.summary), 'field.merchantCount': figureText(answer.merchantCount) },
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
  totals: detailFields(PAYIN_SUMS, PAYOUT_SUMS, ['payinFee', 'payoutFee']),
  merchants: calls.agentMerchants,
  columns: columns(
    ['date', { field: 'merchantNo', filter: null, isHidden: true }, { field: 'merchantName', emptyText: 'list.merchants.all' }],
    [...PAYIN_SUMS, 'payinSuccessRate', ...PAYOUT_SUMS, 'payoutSuccessRate'],
    hidden('payinFee', 'payoutFee'),
  ),
  filters: controls(['days', 'summedMerchants']),
  overview: {
    Overview: lazyComponent(async () => (await import('../summary/MerchantOverview.tsx')).MerchantOverview),
    feature: 'insights',
  },
  summary: totals,
  drillDownLink: agentDrillDownLink,
  fields: detailFields(
    ['date', 'merchantNo', 'merchantName'],
    [...PAYIN_SUMS, 'payinSuccessRate', 'payinFee', ...PAYOUT_SUMS, 'payoutSuccessRate', 'payoutFee'],
  ),
}
