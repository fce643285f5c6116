import { calls } from '#contract/calls.ts'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { AccountSums } from '#contract/rows/dashboards.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { createChainWarnings } from '../chain/chainWarnings.ts'
import type { List } from '../list.ts'
import { amountFigure, directionGroups, directionValues, NO_SUM, type Summary } from '../summary/figures.ts'
import { BALANCES, columns, detailFields, hidden, PAYIN_SUMS, PAYOUT_SUMS } from './fields.ts'
import { controls } from './filters.ts'
import { LIST_DEFAULTS } from './listDefaults.ts'

const OWN = ['available', 'total', 'payinFreeze', 'payoutFreeze'] as const satisfies (keyof AccountInfo)[]

/** The current balance, independent of the filter. */
const balance: Summary = {
  groups: OWN.map((name) => ({ label: `field.${name}` as const, figures: [amountFigure(`field.${name}`)] })),
  async read(api, _, { signal }) {
    const info = await api.call(calls.accountInfo, {}, { signal })
    return { ...NO_SUM, values: Object.fromEntries(OWN.map((name) => [`field.${name}`, info[name]])) }
  },
}

const signedAmount = { field: 'payAmount', kind: 'signed' } as const

/** The account statement: every movement with the balances before and after it. */
export const accountDetail: List = {
  ...LIST_DEFAULTS,
  takesTrees: false,
  id: 'accountDetail',
  kind: 'entry',
  call: calls.accountDetail,
  header: 'platOrderNo',
  state: 'type',
  amount: 'payAmount',
  fee: 'payFee',
  createWarnings: createChainWarnings,
  detailHeader: lazyComponent(async () => (await import('../chain/ChainFaults.tsx')).ChainFaults),
  merchants: null,
  columns: columns(
    ['createTime', 'type', 'platOrderNo', signedAmount, 'beforeAvailable', 'afterAvailable', 'afterTotal', 'payFee'],
    ['merchantOrderNo', ...hidden('beforeTotal', 'beforePayinFreeze', 'afterPayinFreeze', 'beforePayoutFreeze')],
    [...hidden('afterPayoutFreeze', 'seq'), 'remark'],
  ),
  filters: controls(['days', 'entryType', 'platOrderNo', 'merchantOrderNo', 'amounts']),
  summary: balance,
  export: { call: calls.exportDetail, permission: 'detail_export' },
  fields: detailFields(
    ['type', 'createTime', 'platOrderNo', 'merchantOrderNo', signedAmount, 'payFee', 'currency', 'seq'],
    [...BALANCES, 'remark'],
  ),
}

const MOVEMENTS = ['rechargeAmount', 'withdrawAmount', 'transferInAmount', 'transferOutAmount'] as const
const SUMS = [...PAYIN_SUMS, 'payinFee', ...PAYOUT_SUMS, 'payoutFee', ...MOVEMENTS] as const satisfies (keyof AccountSums)[]
const isCount = (name: string): boolean => name.endsWith('Count')

/** Sums of the days, computed by the gateway. */
const daySums: Summary = {
  groups: [
    ...directionGroups,
    {
      label: 'field.rechargeAmount',
      figures: [
        amountFigure('field.rechargeAmount'),
        ...MOVEMENTS.slice(1).map((name) => ({ ...amountFigure(`field.${name}`), label: `field.${name}` as const })),
      ],
    },
  ],
  async read(api, filter, { signal }) {
    const { summary } = await api.rows(calls.accountDaily, { ...filter, offset: '0', limit: '1', page: '1' }, { signal })
    const sums = summary as AccountSums | null
    if (sums === null) return { ...NO_SUM, values: {} }
    const moved = MOVEMENTS.map((name) => [`field.${name}`, String(sums[name])])
    return { ...NO_SUM, values: { ...directionValues(sums), ...Object.fromEntries(moved) } }
  },
}

/** Daily movements and the closing balance. */
export const accountDaily: List = {
  ...LIST_DEFAULTS,
  takesTrees: false,
  id: 'accountDaily',
  kind: 'day',
  call: calls.accountDaily,
  header: 'date',
  merchants: calls.merchantChoices,
  columns: columns(
    ['date', 'endingBalance'],
    // Amounts come first, because they are narrower and looked up more often than counts.
    SUMS.filter((name) => !isCount(name)),
    SUMS.filter(isCount),
  ),
  filters: controls(['days', 'summedMerchants']),
  totals: detailFields(SUMS),
  overview: { Overview: lazyComponent(async () => (await import('../summary/BalanceOverview.tsx')).BalanceOverview) },
  summary: daySums,
  fields: detailFields(['date', ...SUMS, 'endingBalance']),
}
