import type { OptionList } from '#contract/options.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Fact, FieldKind, OrderField } from '../detail/fact.ts'
import type { Filter, ListColumn, TextField } from './list.ts'

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

export const days = (hasField: boolean): Filter => ({ kind: 'days', hasField })
export const amounts: Filter = { kind: 'amounts' }

export const number = (field: 'merchantOrderNo' | 'platOrderNo' | 'payOrderNo'): Filter => ({
  kind: 'text',
  field,
  title: `field.${field}`,
  rule: 'orderNumber',
})

/** Text that may be anything. */
export const words = (field: TextField, title: MessageKey = `field.${field}` as MessageKey): Filter => ({
  kind: 'text',
  field,
  title,
  rule: null,
})

export const statuses = (list: Extract<OptionList, 'PayinOrderStatus' | 'PayoutOrderStatus'>): Filter => ({
  kind: 'several',
  field: 'status',
  title: 'field.status',
  from: { list },
})

export const channels = (title: MessageKey = 'field.payChannel'): Filter => ({
  kind: 'several',
  field: 'payChannel',
  title,
  from: 'channels',
})

/** Of whatever the gateway knows, for who has no channels of his own. */
export const anyChannels: Filter = {
  kind: 'several',
  field: 'payChannel',
  title: 'field.payChannel',
  from: { list: 'PayChannel' },
}

export const methods: Filter = { kind: 'several', field: 'payMethod', title: 'field.payMethod', from: 'methods' }
export const banks: Filter = { kind: 'several', field: 'bankCode', title: 'field.bankName', from: 'banks' }
export const notifyStatuses: Filter = {
  kind: 'several',
  field: 'notifyStatus',
  title: 'field.notifyStatus',
  from: 'notifyStatuses',
}
export const merchants: Filter = { kind: 'several', field: 'merchantNo', title: 'field.merchantNo', from: 'merchants' }
