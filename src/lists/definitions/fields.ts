import type { Feature } from '#contract/features.ts'
import type { RowField } from '#contract/rows/listedRow.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { DetailField } from '../../detail/detailField.ts'
import type { FieldKind } from '../../detail/rowTexts.ts'
import { widthKindOf } from '../../table/columns.ts'
import type { ListColumn } from '../list.ts'

/** Columns and detail fields of list definitions, by the names of their fields. */

/** The balances of an account before and after each movement. */
export const BALANCES = (['Available', 'Total', 'PayinFreeze', 'PayoutFreeze'] as const).flatMap(
  (balance) => [`before${balance}`, `after${balance}`] as const,
)

/** Fields whose name does not tell their kind. */
const FIELDS_BY_KIND: Partial<Record<FieldKind, readonly RowField[]>> = {
  day: ['date'],
  number: ['merchantOrderNo', 'platOrderNo', 'payOrderNo', 'checkoutUrl'],
  account: ['accountNumber', 'receiveAccount', 'payerAccountNumber'],
  realName: ['merchantName', 'payerName', 'receiveName', 'accountHoldName'],
  amount: ['available', ...BALANCES],
  count: ['seq', 'notes', 'totalPayinCount', 'successPayinCount', 'totalPayoutCount', 'successPayoutCount'],
  share: ['payinSuccessRate', 'payoutSuccessRate'],
  rate: ['feeRate'],
  feeType: ['feeType'],
  status: ['status'],
  notifyStatus: ['notifyStatus'],
  review: ['review'],
  assignee: ['assignedTo'],
  channel: ['payChannel'],
  method: ['payMethod'],
  type: ['type'],
  receipt: ['receipt'],
  minutes: ['expiryPeriod'],
}

const KINDS = new Map<string, FieldKind>(
  Object.entries(FIELDS_BY_KIND).flatMap(([kind, fields]) => fields.map((field) => [field, kind as FieldKind] as const)),
)

function kindOf(field: RowField): FieldKind {
  const byName = widthKindOf(field)
  return KINDS.get(field) ?? (byName === 'other' ? 'text' : byName)
}

/** Fields that only some gateways have. */
const FEATURES: Partial<Record<RowField, Feature>> = { assignedTo: 'notes', notes: 'notes' }

const SORTABLE: readonly RowField[] = ['createTime', 'completeTime', 'payAmount', 'date']

/** A field with everything as usual, or with settings of its own. */
type Spec<Settings> = RowField | ({ readonly field: RowField } & Partial<Settings>)
type ColumnSpec = Spec<ListColumn>

const detailField = (spec: Spec<DetailField>): DetailField => {
  const settings = typeof spec === 'string' ? { field: spec } : spec
  const { field } = settings
  const feature = FEATURES[field]
  return {
    kind: kindOf(field),
    title: `field.${field}` as CommonKey,
    ...(feature === undefined ? {} : { feature }),
    ...settings,
  }
}

/** The detail fields in their order, related ones in one group. */
export const detailFields = (...groups: (readonly Spec<DetailField>[])[]): DetailField[] => groups.flat().map(detailField)

/** The columns in their order, related ones in one group. */
export const columns = (...groups: (readonly ColumnSpec[])[]): ListColumn[] =>
  groups.flat().map((spec) => {
    const { field } = typeof spec === 'string' ? { field: spec } : spec
    return {
      id: field,
      isSortable: SORTABLE.includes(field),
      isHidden: false,
      audience: field === 'platAccountId' ? 'staff' : null,
      filter: (field === 'bankName' ? 'bankCode' : field) as ListColumn['filter'],
      ...detailField(spec),
    }
  })

export const hidden = (...fields: readonly RowField[]): ColumnSpec[] => fields.map((field) => ({ field, isHidden: true }))

/** Another name for a field, as for USDT merchants. */
export const renamed = (id: string, field: RowField, settings: Partial<ListColumn> = {}) => ({
  id,
  field,
  title: `field.${id}` as CommonKey,
  ...settings,
})

export const NUMBERS = ['merchantOrderNo', 'platOrderNo'] as const satisfies RowField[]
export const MERCHANT = ['currency', 'merchantNo', 'merchantName'] as const satisfies RowField[]
export const TIMES = ['createTime', 'completeTime', 'updateTime'] as const satisfies RowField[]

export const PAYIN_SUMS = ['totalPayinCount', 'totalPayinAmount', 'successPayinCount', 'successPayinAmount'] as const
export const PAYOUT_SUMS = ['totalPayoutCount', 'totalPayoutAmount', 'successPayoutCount', 'successPayoutAmount'] as const

/** The times of an order, its callback and its reconciliation mark. */
export const FOLLOW_UP = [
  ...TIMES,
  'notifyStatus',
  'notifyAttempts',
  'lastNotifyTime',
  'review',
  'reviewNote',
  'assignedTo',
  'notes',
] as const

/** The first columns of every order list. */
export const LEADING_COLUMNS: readonly ColumnSpec[] = [
  'createTime',
  { field: 'merchantNo', audience: 'several' },
  'merchantOrderNo',
  'payAmount',
  'status',
]
