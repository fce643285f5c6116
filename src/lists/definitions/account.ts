import { calls } from '#contract/calls.ts'
import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { AccountSums } from '#contract/rows/dashboards.ts'
import type { RowField } from '#contract/rows/listedRow.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { createChainWarnings } from '../chain/chainWarnings.ts'
import type { Filter } from '../filters/filter.ts'
import type { List } from '../list.ts'
import { amountFigure, directionGroups, directionValues, NO_SUM, type Summary } from '../summary/figures.ts'
import { column, detailField, filterBy, HIDDEN, SORTABLE } from './fields.ts'
import * as filters from './filters.ts'
import { LIST_DEFAULTS } from './listDefaults.ts'

const OWN = ['available', 'total', 'payinFreeze', 'payoutFreeze'] as const satisfies (keyof AccountInfo)[]

/** The current balance, independent of the filter. */
const balance: Summary = {
  groups: OWN.map((name) => ({ label: `field.${name}` as const, figures: [amountFigure(`field.${name}`)] })),
  async read(api, _, signal) {
    const info = await api.call(calls.accountInfo, {}, { signal })
    return { ...NO_SUM, values: Object.fromEntries(OWN.map((name) => [`field.${name}`, info[name]])) }
  },
}

const types = filters.types({ list: 'DetailType' })

/** The four balances of an account, recorded before and after each movement. */
const FIGURES = ['Available', 'Total', 'PayinFreeze', 'PayoutFreeze'] as const

/** The account statement: every movement with the balances before and after it. */
export const accountDetail: List = {
  ...LIST_DEFAULTS,
  id: 'accountDetail',
  kind: 'entry',
  call: calls.accountDetail,
  header: 'platOrderNo',
  state: 'type',
  amount: 'payAmount',
  fee: 'payFee',
  createWarnings: createChainWarnings,
  detailHeader: lazyComponent(async () => (await import('../chain/ChainFaults.tsx')).ChainFaults),
  headerLinks: ['account.info', 'account.recharge'],
  merchants: null,
  columns: [
    column('createTime', 'dateTime', SORTABLE),
    column('type', 'type', filterBy('type')),
    column('platOrderNo', 'number', filterBy('platOrderNo')),
    column('payAmount', 'signed', SORTABLE),
    column('beforeAvailable', 'amount'),
    column('afterAvailable', 'amount'),
    column('afterTotal', 'amount'),
    column('payFee', 'amount'),
    column('merchantOrderNo', 'number', filterBy('merchantOrderNo')),
    column('beforeTotal', 'amount', HIDDEN),
    column('beforePayinFreeze', 'amount', HIDDEN),
    column('afterPayinFreeze', 'amount', HIDDEN),
    column('beforePayoutFreeze', 'amount', HIDDEN),
    column('afterPayoutFreeze', 'amount', HIDDEN),
    column('seq', 'count', HIDDEN),
    column('remark'),
  ],
  filters: [filters.days(false), types, filters.number('platOrderNo'), filters.number('merchantOrderNo'), filters.amounts],
  summary: balance,
  export: { call: calls.exportDetail, permission: 'detail_export', title: 'command.export.detail' },
  fields: [
    detailField('type', 'type'),
    detailField('createTime', 'dateTime'),
    detailField('platOrderNo', 'number'),
    detailField('merchantOrderNo', 'number'),
    detailField('payAmount', 'signed'),
    detailField('payFee', 'amount'),
    detailField('currency'),
    detailField('seq', 'count'),
    ...FIGURES.flatMap((figure) => [detailField(`before${figure}`, 'amount'), detailField(`after${figure}`, 'amount')]),
    detailField('remark'),
  ],
}

const COUNTS = ['totalPayinCount', 'successPayinCount', 'totalPayoutCount', 'successPayoutCount'] as const satisfies RowField[]

const MOVEMENTS = ['rechargeAmount', 'withdrawAmount', 'transferInAmount', 'transferOutAmount'] as const

const SUMS = [
  'totalPayinCount',
  'totalPayinAmount',
  'successPayinCount',
  'successPayinAmount',
  'payinFee',
  'totalPayoutCount',
  'totalPayoutAmount',
  'successPayoutCount',
  'successPayoutAmount',
  'payoutFee',
  ...MOVEMENTS,
] as const satisfies (keyof AccountSums)[]

const isCount = (name: string): boolean => (COUNTS as readonly string[]).includes(name)
const sumFields = SUMS.map((name) => detailField(name, isCount(name) ? 'count' : 'amount'))

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
  async read(api, filter, signal) {
    const { summary } = await api.rows(calls.accountDaily, { ...filter, offset: '0', limit: '1', page: '1' }, { signal })
    const sums = summary as AccountSums | null
    if (sums === null) return { ...NO_SUM, values: {} }
    const moved = MOVEMENTS.map((name) => [`field.${name}`, String(sums[name])])
    return { ...NO_SUM, values: { ...directionValues(sums), ...Object.fromEntries(moved) } }
  },
}

/** Days of several merchants are summed. Excluding a merchant has no obvious sum. */
const accounts: Filter = { ...filters.merchants, isIncludeOnly: true }

/** Daily movements and the closing balance. */
export const accountDaily: List = {
  ...LIST_DEFAULTS,
  id: 'accountDaily',
  kind: 'day',
  call: calls.accountDaily,
  header: 'date',
  headerLinks: ['account.info', 'account.recharge'],
  merchants: calls.merchantChoices,
  columns: [
    column('date', 'day', SORTABLE),
    column('endingBalance', 'amount'),
    // Amounts come first, because they are narrower and looked up more often than counts.
    ...SUMS.filter((name) => !isCount(name)).map((name) => column(name, 'amount')),
    ...COUNTS.map((name) => column(name, 'count')),
  ],
  filters: [filters.days(false), accounts],
  totals: sumFields,
  summary: daySums,
  fields: [detailField('date', 'day'), ...sumFields, detailField('endingBalance', 'amount')],
}
