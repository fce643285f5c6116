import type { NotifyStatus, PayinOrderStatus, PayoutOrderStatus } from '#contract/options.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Fact, FieldKind, OrderField } from '../detail/fact.ts'
import type { Filter, ListColumn, QueryName, TextField } from './list.ts'

/** The words in which a list is written down: its columns, filters and facts. */

type ColumnSettings = Partial<Pick<ListColumn, 'isSortable' | 'isHidden' | 'only' | 'filter' | 'title' | 'id'>>

export const SORTABLE = { isSortable: true } as const
export const HIDDEN = { isHidden: true } as const

export const column = (field: OrderField, kind: FieldKind = 'text', settings: ColumnSettings = {}): ListColumn => ({
  id: field,
  field,
  kind,
  title: `field.${field}` as MessageKey,
  isSortable: false,
  isHidden: false,
  only: null,
  filter: null,
  ...settings,
})

/** The same value under another name, as USDT merchants call it. */
export const named = (id: string, field: OrderField, kind: FieldKind, settings: ColumnSettings = {}): ListColumn =>
  column(field, kind, { id, title: `field.${id}` as MessageKey, ...settings })

export const by = (filter: NonNullable<ListColumn['filter']>): ColumnSettings => ({ filter })

export const fact = (
  field: OrderField,
  kind: FieldKind = 'text',
  title: MessageKey = `field.${field}` as MessageKey,
): Fact => ({ field, kind, title })

/** Whose order, how much and how it went: what stands first in the lists of whoever's they are. */
export const leading: readonly ListColumn[] = [
  column('createTime', 'dateTime', SORTABLE),
  column('merchantNo', 'text', { only: 'several', ...by('merchantNo') }),
  column('merchantOrderNo', 'number', by('merchantOrderNo')),
  column('payAmount', 'amount', SORTABLE),
  column('status', 'status', by('status')),
]

export const times: readonly Fact[] = [
  fact('createTime', 'dateTime'),
  fact('completeTime', 'dateTime'),
  fact('updateTime', 'dateTime'),
]

/** Whether the merchant's own system knows. */
export const told: readonly Fact[] = [
  fact('notifyStatus', 'notifyStatus'),
  fact('notifyAttempts'),
  fact('lastNotifyTime', 'dateTime'),
]

export const days = (hasField: boolean): Filter => ({ kind: 'days', hasField })
export const amounts: Filter = { kind: 'amounts' }

const NUMBER_NAMES = { merchantOrderNo: 'merchantOrder', platOrderNo: 'platOrder', payOrderNo: 'payOrder' } as const

export const number = (field: keyof typeof NUMBER_NAMES): Filter => ({
  kind: 'text',
  field,
  name: NUMBER_NAMES[field],
  title: `field.${field}`,
  rule: 'orderNumber',
})

/** Text that may be anything. */
export const words = (field: TextField, name: QueryName, title: MessageKey = `field.${field}` as MessageKey): Filter => ({
  kind: 'text',
  field,
  name,
  title,
  rule: null,
})

const PAID = ['SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'] as const satisfies PayinOrderStatus[]

export const payinStatuses: Filter = {
  kind: 'several',
  field: 'status',
  name: 'status',
  title: 'field.status',
  from: { list: 'PayinOrderStatus' },
  flags: [
    { name: 'open', values: ['CREATED', 'PENDING', 'CONFIRMING'] satisfies PayinOrderStatus[] },
    { name: 'paid', values: PAID },
    { name: 'unpaid', values: ['FAILED', 'EXPIRED', 'CLOSED'] satisfies PayinOrderStatus[] },
    { name: 'refunded', values: PAID.slice(1) },
  ],
}

export const payoutStatuses: Filter = {
  kind: 'several',
  field: 'status',
  name: 'status',
  title: 'field.status',
  from: { list: 'PayoutOrderStatus' },
  flags: [
    { name: 'open', values: ['CREATED', 'PROCESSING', 'UNKNOWN'] satisfies PayoutOrderStatus[] },
    { name: 'paid', values: ['SUCCESS'] satisfies PayoutOrderStatus[] },
    { name: 'unpaid', values: ['FAILED', 'CANCELLED', 'REVERSED'] satisfies PayoutOrderStatus[] },
  ],
}

export const channels: Filter = {
  kind: 'several',
  field: 'payChannel',
  name: 'channel',
  title: 'field.payChannel',
  from: 'channels',
}

/** Of whatever the gateway knows, for who has no channels of his own. */
export const anyChannels: Filter = { ...channels, from: { list: 'PayChannel' } }
/** The channels of a chain. */
export const networks: Filter = { ...channels, name: 'network', title: 'field.network' }

export const methods: Filter = {
  kind: 'several',
  field: 'payMethod',
  name: 'method',
  title: 'field.payMethod',
  from: 'methods',
}
export const banks: Filter = { kind: 'several', field: 'bankCode', name: 'bank', title: 'field.bankName', from: 'banks' }
export const notifyStatuses: Filter = {
  kind: 'several',
  field: 'notifyStatus',
  name: 'notify',
  title: 'field.notifyStatus',
  from: 'notifyStatuses',
  flags: [{ name: 'undelivered', values: ['PENDING', 'FAILED'] satisfies NotifyStatus[] }],
}
export const merchants: Filter = {
  kind: 'several',
  field: 'merchantNo',
  name: 'merchant',
  title: 'field.merchantNo',
  from: 'merchants',
}
