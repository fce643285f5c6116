import { calls } from '#contract/calls.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import type { List } from '../list.ts'
import { clientSideList } from './clientSideList.ts'
import { columns, detailFields, hidden } from './fields.ts'
import { controls } from './filters.ts'
import { LIST_DEFAULTS } from './listDefaults.ts'

const merchantListDefaults = { ...LIST_DEFAULTS, header: 'merchantNo', state: 'status' } as const satisfies Partial<List>

const leading = [
  { field: 'merchantNo', isSortable: true },
  { field: 'merchantName', isSortable: true },
] as const
const fees = ['feeType', 'feeRate', 'merchantFee'] as const

const leadingFields = ['merchantNo', 'merchantName', 'username', 'type', 'status'] as const
const addresses = ['payinNotifyAddress', 'payoutNotifyAddress'] as const
const moreFields = ['mobile', ...fees, ...addresses, 'createTime', 'lastLoginTime'] as const

export const agentMerchants: List = {
  id: 'agentMerchants',
  kind: 'agentMerchant',
  ...merchantListDefaults,
  call: calls.agentMerchants,
  createReader: clientSideList(),
  detailHeader: lazyComponent(async () => (await import('../summary/MerchantFigures.tsx')).MerchantFigures),
  hasDetailRange: true,
  merchants: calls.agentMerchants,
  columns: columns([...leading, 'status', 'type', ...fees, 'createTime'], hidden('lastLoginTime')),
  filters: controls(['merchantNo', 'merchantName', 'merchantStatus', 'merchantType']),
  fields: detailFields(leadingFields, moreFields),
}

export const subMerchants: List = {
  id: 'subMerchants',
  kind: 'subMerchant',
  ...merchantListDefaults,
  takesTrees: false,
  call: calls.subMerchants,
  merchants: calls.merchantChoices,
  totals: detailFields(['available']),
  columns: columns(
    [...leading, 'username', 'available', 'status', ...fees, 'createTime', 'mobile', 'type'],
    hidden('lastLoginTime'),
  ),
  filters: controls(['anyDays', 'merchantNo', 'merchantName', 'username', 'merchantStatus', 'subMerchantType']),
  fields: detailFields(leadingFields, ['available'], moreFields),
}
