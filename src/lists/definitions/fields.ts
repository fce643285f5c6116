import type { NotifyStatus, OptionList, Review } from '#contract/options.ts'
import type { RowField } from '#contract/rows/listedRow.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { DetailField, FieldKind } from '../../detail/detailField.ts'
import type { RangeName } from '../../format/ranges.ts'
import type { Choices, Filter, ListFlag, QueryName, TextField } from '../filters/filter.ts'
import type { ListColumn } from '../list.ts'

export type SeveralFilter = Extract<Filter, { kind: 'several' }>

/** Builders for list definitions: columns, filters and detail fields. */

type ColumnSettings = Partial<
  Pick<ListColumn, 'isSortable' | 'isHidden' | 'audience' | 'filter' | 'emptyText' | 'title' | 'id'>
>

export const SORTABLE = { isSortable: true } as const
export const HIDDEN = { isHidden: true } as const

export const column = (field: RowField, kind: FieldKind = 'text', settings: ColumnSettings = {}): ListColumn => ({
  id: field,
  field,
  kind,
  title: `field.${field}` as CommonKey,
  isSortable: false,
  isHidden: false,
  audience: null,
  filter: null,
  ...settings,
})

/** A column with another name for a field, as for USDT merchants. */
export const renamedColumn = (id: string, field: RowField, kind: FieldKind, settings: ColumnSettings = {}): ListColumn =>
  column(field, kind, { id, title: `field.${id}` as CommonKey, ...settings })

export const filterBy = (filter: NonNullable<ListColumn['filter']>): ColumnSettings => ({ filter })

export const detailField = (
  field: RowField,
  kind: FieldKind = 'text',
  title: CommonKey = `field.${field}` as CommonKey,
): DetailField => ({
  field,
  kind,
  title,
})

/** The first columns of every order list. */
export const leadingColumns: readonly ListColumn[] = [
  column('createTime', 'dateTime', SORTABLE),
  column('merchantNo', 'text', { audience: 'several', ...filterBy('merchantNo') }),
  column('merchantOrderNo', 'number', filterBy('merchantOrderNo')),
  column('payAmount', 'amount', SORTABLE),
  column('status', 'status', filterBy('status')),
]

export const timeFields: readonly DetailField[] = [
  detailField('createTime', 'dateTime'),
  detailField('completeTime', 'dateTime'),
  detailField('updateTime', 'dateTime'),
]

/** Fields of the notification to the merchant's system. */
export const notifyFields: readonly DetailField[] = [
  detailField('notifyStatus', 'notifyStatus'),
  detailField('notifyAttempts'),
  detailField('lastNotifyTime', 'dateTime'),
]

/** Fields of the merchant's reconciliation. */
export const reviewFields: readonly DetailField[] = [detailField('review', 'review'), detailField('reviewNote')]

export const days = (hasField: boolean, usual: RangeName | null = 'last7'): Filter => ({
  kind: 'days',
  hasField,
  defaultRange: usual,
})
export const amounts: Filter = { kind: 'amounts' }

const NUMBER_NAMES = { merchantOrderNo: 'merchantOrder', platOrderNo: 'platOrder', payOrderNo: 'payOrder' } as const

export const numberFilter = (field: keyof typeof NUMBER_NAMES): Filter => ({
  kind: 'text',
  field,
  name: NUMBER_NAMES[field],
  title: `field.${field}`,
  rule: 'orderNumber',
})

/** A filter for text without a pattern. */
export const textFilter = (
  field: TextField,
  name: QueryName,
  title: CommonKey = `field.${field}` as CommonKey,
): Extract<Filter, { kind: 'text' }> => ({
  kind: 'text',
  field,
  name,
  title,
  rule: null,
})

/** The number of the virtual account that the payer pays to. */
export const virtualAccount: Filter = {
  kind: 'text',
  field: 'accountNumber',
  name: 'va',
  title: 'field.vaNumber',
  rule: 'digits',
}

const flagsOf = (groups: Partial<Record<ListFlag['name'], readonly string[]>>): ListFlag[] =>
  Object.entries(groups).map(([name, values]) => ({ name: name as ListFlag['name'], values }))

/** The filter by status, with the flags that stand for several statuses. */
export const statusFilter = (list: OptionList, groups: Parameters<typeof flagsOf>[0] = {}): SeveralFilter => ({
  kind: 'several',
  field: 'status',
  name: 'status',
  title: 'field.status',
  from: { list },
  flags: flagsOf(groups),
})

export const payinStatuses = statusFilter('PayinOrderStatus', STATUS_GROUPS.PAYIN)
export const payoutStatuses = statusFilter('PayoutOrderStatus', STATUS_GROUPS.PAYOUT)
export const movementStatuses = statusFilter('RecordStatus', STATUS_GROUPS.MOVEMENT)

/** The filter by type. */
export const typeFilter = (from: Choices): SeveralFilter => ({
  kind: 'several',
  field: 'type',
  name: 'type',
  title: 'field.type',
  from,
})

export const channels: SeveralFilter = {
  kind: 'several',
  field: 'payChannel',
  name: 'channel',
  title: 'field.payChannel',
  from: 'channels',
}

/** All channels known to the gateway, for users without channels of their own. */
export const anyChannels: SeveralFilter = { ...channels, from: { list: 'PayChannel' } }
/** Networks of a blockchain. */
export const networks: SeveralFilter = { ...channels, name: 'network', title: 'field.network' }

export const methods: SeveralFilter = {
  kind: 'several',
  field: 'payMethod',
  name: 'method',
  title: 'field.payMethod',
  from: 'methods',
}
export const banks: SeveralFilter = { kind: 'several', field: 'bankCode', name: 'bank', title: 'field.bankName', from: 'banks' }
export const notifyStatuses: SeveralFilter = {
  kind: 'several',
  field: 'notifyStatus',
  name: 'notify',
  title: 'field.notifyStatus',
  from: 'notifyStatuses',
  flags: [{ name: 'undelivered', values: ['PENDING', 'FAILED'] satisfies NotifyStatus[] }],
}
export const reviews: SeveralFilter = {
  kind: 'several',
  field: 'review',
  name: 'mark',
  title: 'field.review',
  from: 'reviews',
  flags: [
    { name: 'reconciled', values: ['RECONCILED'] satisfies Review[] },
    { name: 'unreconciled', values: ['NONE', 'DISCREPANT'] satisfies Review[] },
    { name: 'discrepant', values: ['DISCREPANT'] satisfies Review[] },
  ],
}
export const merchants: SeveralFilter = {
  kind: 'several',
  field: 'merchantNo',
  name: 'merchant',
  title: 'field.merchantNo',
  from: 'merchants',
}
