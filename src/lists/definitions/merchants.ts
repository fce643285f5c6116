import { calls } from '#contract/calls.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import { later } from '../../ui/later.tsx'
import type { Filter, List } from '../list.ts'
import { clientSideList } from './clientSideList.ts'
import { by, column, days, fact, HIDDEN, merchants, SORTABLE, words } from './fields.ts'
import { PLAIN } from './listDefaults.ts'

const statuses: Filter = {
  kind: 'several',
  field: 'status',
  name: 'status',
  title: 'field.status',
  from: { list: 'MerchantStatus' },
}

const types: Filter = { kind: 'several', field: 'type', name: 'type', title: 'field.type', from: { list: 'MerchantType' } }

const ofMerchants = {
  ...PLAIN,
  places: FRACTION_DIGITS.IDR,
  header: 'merchantNo',
  state: 'status',
  amount: null,
  fee: null,
  fetchTrail: null,
  direction: null,
  summary: null,
  export: null,
} as const satisfies Partial<List>

const facts = [
  fact('merchantNo'),
  fact('merchantName', 'realName'),
  fact('username', 'text', 'field.username'),
  fact('type', 'type'),
  fact('status', 'status'),
  fact('mobile', 'mobile'),
  fact('feeType', 'feeType'),
  fact('feeRate', 'rate'),
  fact('merchantFee', 'amount'),
  fact('payinNotifyAddress'),
  fact('payoutNotifyAddress'),
  fact('createTime', 'dateTime'),
  fact('lastLoginTime', 'dateTime'),
]

/** Whom an agent brought. */
export const agentMerchants: List = {
  id: 'agentMerchants',
  kind: 'agentMerchant',
  ...ofMerchants,
  call: calls.agentMerchants,
  createReader: clientSideList(),
  detailHeader: later(async () => (await import('../summary/MerchantFigures.tsx')).MerchantFigures),
  hasDetailRange: true,
  merchants: calls.agentMerchants,
  tabs: ['facts', 'raw'],
  columns: [
    column('merchantNo', 'text', { ...SORTABLE, ...by('merchantNo') }),
    column('merchantName', 'realName', { ...SORTABLE, ...by('merchantName') }),
    column('status', 'status', by('status')),
    column('type', 'type', by('type')),
    column('feeType', 'feeType'),
    column('feeRate', 'rate'),
    column('merchantFee', 'amount'),
    column('createTime', 'dateTime', SORTABLE),
    column('lastLoginTime', 'dateTime', HIDDEN),
  ],
  filters: [merchants, words('merchantName', 'name'), statuses, types],
  facts,
}

/** The branches of a merchant. */
export const subMerchants: List = {
  id: 'subMerchants',
  kind: 'subMerchant',
  ...ofMerchants,
  call: calls.subMerchants,
  merchants: calls.merchantChoices,
  totals: [fact('available', 'amount')],
  tabs: ['facts', 'raw'],
  columns: [
    column('merchantNo', 'text', { ...SORTABLE, ...by('merchantNo') }),
    column('merchantName', 'realName', { ...SORTABLE, ...by('merchantName') }),
    column('username', 'text', by('username')),
    column('available', 'amount'),
    column('status', 'status', by('status')),
    column('feeType', 'feeType'),
    column('feeRate', 'rate'),
    column('merchantFee', 'amount'),
    column('createTime', 'dateTime', SORTABLE),
    column('mobile', 'mobile'),
    column('type', 'type', by('type')),
    column('lastLoginTime', 'dateTime', HIDDEN),
  ],
  filters: [days(false, null), merchants, words('merchantName', 'name'), words('username', 'username'), statuses, types],
  facts: [...facts.slice(0, 5), fact('available', 'amount'), ...facts.slice(5)],
}
