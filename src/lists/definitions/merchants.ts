import { calls } from '#contract/calls.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import type { List } from '../list.ts'
import { clientSideList } from './clientSideList.ts'
import { column, detailField, filterBy, HIDDEN, SORTABLE } from './fields.ts'
import * as filters from './filters.ts'
import { LIST_DEFAULTS } from './listDefaults.ts'

const statuses = filters.statuses('MerchantStatus')
const types = filters.types({ list: 'MerchantType' })

const merchantListDefaults = { ...LIST_DEFAULTS, header: 'merchantNo', state: 'status' } as const satisfies Partial<List>

const leading = [
  column('merchantNo', 'text', { ...SORTABLE, ...filterBy('merchantNo') }),
  column('merchantName', 'realName', { ...SORTABLE, ...filterBy('merchantName') }),
]
const fees = [column('feeType', 'feeType'), column('feeRate', 'rate'), column('merchantFee', 'amount')]

const facts = [
  detailField('merchantNo'),
  detailField('merchantName', 'realName'),
  detailField('username'),
  detailField('type', 'type'),
  detailField('status', 'status'),
  detailField('mobile', 'mobile'),
  detailField('feeType', 'feeType'),
  detailField('feeRate', 'rate'),
  detailField('merchantFee', 'amount'),
  detailField('payinNotifyAddress'),
  detailField('payoutNotifyAddress'),
  detailField('createTime', 'dateTime'),
  detailField('lastLoginTime', 'dateTime'),
]

/** The merchants of an agent. */
export const agentMerchants: List = {
  id: 'agentMerchants',
  kind: 'agentMerchant',
  ...merchantListDefaults,
  call: calls.agentMerchants,
  createReader: clientSideList(),
  detailHeader: lazyComponent(async () => (await import('../summary/MerchantFigures.tsx')).MerchantFigures),
  hasDetailRange: true,
  merchants: calls.agentMerchants,
  columns: [
    ...leading,
    column('status', 'status', filterBy('status')),
    column('type', 'type', filterBy('type')),
    ...fees,
    column('createTime', 'dateTime', SORTABLE),
    column('lastLoginTime', 'dateTime', HIDDEN),
  ],
  filters: [filters.merchants, filters.text('merchantName', 'name'), statuses, types],
  fields: facts,
}

/** The sub-merchants of a merchant. */
export const subMerchants: List = {
  id: 'subMerchants',
  kind: 'subMerchant',
  ...merchantListDefaults,
  call: calls.subMerchants,
  merchants: calls.merchantChoices,
  totals: [detailField('available', 'amount')],
  columns: [
    ...leading,
    column('username', 'text', filterBy('username')),
    column('available', 'amount'),
    column('status', 'status', filterBy('status')),
    ...fees,
    column('createTime', 'dateTime', SORTABLE),
    column('mobile', 'mobile'),
    column('type', 'type', filterBy('type')),
    column('lastLoginTime', 'dateTime', HIDDEN),
  ],
  filters: [
    filters.days(false, null),
    filters.merchants,
    filters.text('merchantName', 'name'),
    filters.text('username', 'username'),
    statuses,
    types,
  ],
  fields: [...facts.slice(0, 5), detailField('available', 'amount'), ...facts.slice(5)],
}
