import { orderKinds } from '#commands/orderKinds.ts'
import { calls } from '#contract/calls.ts'
import { PLACES } from '#contract/money.ts'
import type { NotifyStatus, PayinOrderStatus } from '#contract/options.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Fact, FieldKind, OrderField } from '../detail/fact.ts'
import type { Filter, FilterField, List, ListColumn } from './list.ts'

type ColumnSettings = Partial<Pick<ListColumn, 'isSortable' | 'isHidden' | 'only' | 'filter' | 'title' | 'id'>>

const SORTABLE = { isSortable: true } as const
const HIDDEN = { isHidden: true } as const

const column = (field: OrderField, kind: FieldKind = 'text', settings: ColumnSettings = {}): ListColumn => ({
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
const named = (id: string, field: OrderField, kind: FieldKind, settings: ColumnSettings = {}): ListColumn =>
  column(field, kind, { id, title: `field.${id}` as MessageKey, ...settings })

const fact = (field: OrderField, kind: FieldKind = 'text', title: MessageKey = `field.${field}` as MessageKey): Fact => ({
  field,
  kind,
  title,
})

const days = (hasField: boolean): Filter => ({ kind: 'days', hasField })
const amounts: Filter = { kind: 'amounts' }

const numbers: readonly Filter[] = [
  { kind: 'text', field: 'merchantOrderNo', name: 'merchantOrder', title: 'field.merchantOrderNo', rule: 'orderNumber' },
  { kind: 'text', field: 'platOrderNo', name: 'platOrder', title: 'field.platOrderNo', rule: 'orderNumber' },
]

const PAID = ['SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'] as const satisfies PayinOrderStatus[]

const statuses: Filter = {
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
const channels: Filter = {
  kind: 'several',
  field: 'payChannel',
  name: 'channel',
  title: 'field.payChannel',
  from: 'channels',
}
const notifyStatuses: Filter = {
  kind: 'several',
  field: 'notifyStatus',
  name: 'notify',
  title: 'field.notifyStatus',
  from: 'notifyStatuses',
  flags: [{ name: 'undelivered', values: ['PENDING', 'FAILED'] satisfies NotifyStatus[] }],
}
const merchants: Filter = {
  kind: 'several',
  field: 'merchantNo',
  name: 'merchant',
  title: 'field.merchantNo',
  from: 'merchants',
}

const by = (filter: FilterField): ColumnSettings => ({ filter })

/**
 * What the merchant and his staff see of money that comes in. Who, how much and how it went stand first in every list of
 * orders: they fit on a laptop's screen beside an open record.
 */
export const payin: List = {
  id: 'payin',
  kind: 'payin',
  call: orderKinds.payin.list,
  places: PLACES.IDR,
  columns: [
    column('createTime', 'dateTime', SORTABLE),
    column('merchantNo', 'text', { only: 'several', ...by('merchantNo') }),
    column('merchantOrderNo', 'number', by('merchantOrderNo')),
    column('payAmount', 'amount', SORTABLE),
    column('status', 'status', by('status')),
    column('notifyStatus', 'notifyStatus', by('notifyStatus')),
    column('payMethod', 'method', by('payMethod')),
    column('payChannel', 'channel', by('payChannel')),
    column('platOrderNo', 'number', by('platOrderNo')),
    column('payOrderNo', 'number', { ...HIDDEN, ...by('payOrderNo') }),
    column('accountNumber', 'account', by('accountNumber')),
    column('payerName', 'realName', by('payerName')),
    column('payFee', 'amount'),
    column('completeTime', 'dateTime', SORTABLE),
    column('updateTime', 'dateTime', HIDDEN),
    column('responseMessage', 'text', HIDDEN),
    column('platAccountId', 'text', { ...HIDDEN, only: 'staff' }),
  ],
  filters: [
    days(true),
    ...numbers,
    statuses,
    channels,
    { kind: 'several', field: 'payMethod', name: 'method', title: 'field.payMethod', from: 'methods' },
    notifyStatuses,
    amounts,
    { kind: 'text', field: 'payOrderNo', name: 'payOrder', title: 'field.payOrderNo', rule: 'orderNumber' },
    { kind: 'text', field: 'accountNumber', name: 'va', title: 'field.vaNumber', rule: 'digits' },
    { kind: 'text', field: 'payerName', name: 'payer', title: 'field.payerName', rule: null },
    merchants,
  ],
  summary: calls.payinCount,
  export: { call: calls.exportPayin, key: 'payin_export' },
  facts: [
    fact('merchantOrderNo', 'number'),
    fact('platOrderNo', 'number'),
    fact('payOrderNo', 'number'),
    fact('status', 'status'),
    fact('payAmount', 'amount'),
    fact('paidAmount', 'amount'),
    fact('payFee', 'amount'),
    fact('serviceFee', 'amount'),
    fact('feeType', 'feeType'),
    fact('currency'),
    fact('merchantNo'),
    fact('merchantName', 'realName'),
    fact('payMethod', 'method'),
    fact('payChannel', 'channel'),
    fact('accountNumber', 'account'),
    fact('accountHoldName', 'realName'),
    fact('bankName'),
    fact('bankCode'),
    fact('payerName', 'realName'),
    fact('payerAccountNumber', 'account'),
    fact('mobile', 'mobile'),
    fact('platAccountId'),
    fact('expiryPeriod', 'minutes'),
    fact('createTime', 'dateTime'),
    fact('completeTime', 'dateTime'),
    fact('updateTime', 'dateTime'),
    fact('notifyStatus', 'notifyStatus'),
    fact('notifyAttempts'),
    fact('lastNotifyTime', 'dateTime'),
    fact('responseMessage'),
  ],
}

/** The same on a chain: the channel is the network, the account the address, the number the transaction's hash. */
export const usdtPayin: List = {
  id: 'usdtPayin',
  kind: 'usdtPayin',
  call: orderKinds.usdtPayin.list,
  places: PLACES.USDT,
  columns: [
    column('createTime', 'dateTime', SORTABLE),
    column('merchantNo', 'text', { only: 'several', ...by('merchantNo') }),
    column('merchantOrderNo', 'number', by('merchantOrderNo')),
    column('payAmount', 'amount', SORTABLE),
    column('status', 'status', by('status')),
    column('notifyStatus', 'notifyStatus', by('notifyStatus')),
    named('network', 'payChannel', 'channel', by('payChannel')),
    named('address', 'receiveAccount', 'number', by('receiveAccount')),
    column('platOrderNo', 'number', by('platOrderNo')),
    named('fromAddress', 'payerAccountNumber', 'number', HIDDEN),
    named('txHash', 'payOrderNo', 'number', by('payOrderNo')),
    column('payFee', 'amount'),
    column('completeTime', 'dateTime', SORTABLE),
  ],
  filters: [
    days(false),
    ...numbers,
    { kind: 'text', field: 'payOrderNo', name: 'hash', title: 'field.txHash', rule: null },
    { kind: 'text', field: 'receiveAccount', name: 'address', title: 'field.address', rule: null },
    statuses,
    { ...channels, name: 'network', title: 'field.network' },
    notifyStatuses,
    amounts,
    merchants,
  ],
  summary: null,
  export: null,
  facts: [
    fact('merchantOrderNo', 'number'),
    fact('platOrderNo', 'number'),
    fact('payOrderNo', 'number', 'field.txHash'),
    fact('status', 'status'),
    fact('payAmount', 'amount'),
    fact('paidAmount', 'amount'),
    fact('payFee', 'amount'),
    fact('feeType', 'feeType'),
    fact('currency'),
    fact('merchantNo'),
    fact('merchantName', 'realName'),
    fact('payChannel', 'channel', 'field.network'),
    fact('receiveAccount', 'number', 'field.address'),
    fact('payerAccountNumber', 'number', 'field.fromAddress'),
    fact('expiryPeriod', 'minutes'),
    fact('createTime', 'dateTime'),
    fact('completeTime', 'dateTime'),
    fact('updateTime', 'dateTime'),
    fact('notifyStatus', 'notifyStatus'),
    fact('notifyAttempts'),
    fact('lastNotifyTime', 'dateTime'),
    fact('responseMessage'),
  ],
}

/** What an agent sees of his merchants: he looks, and touches nothing. */
export const agentPayin: List = {
  id: 'agentPayin',
  kind: 'agentPayin',
  call: orderKinds.agentPayin.list,
  places: PLACES.IDR,
  columns: [
    column('createTime', 'dateTime', SORTABLE),
    column('merchantNo', 'text', by('merchantNo')),
    column('merchantName', 'realName'),
    column('merchantOrderNo', 'number', by('merchantOrderNo')),
    column('payAmount', 'amount', SORTABLE),
    column('status', 'status', by('status')),
    column('payChannel', 'channel', by('payChannel')),
    column('payMethod', 'method'),
    column('platOrderNo', 'number', by('platOrderNo')),
    column('payFee', 'amount'),
    column('completeTime', 'dateTime', SORTABLE),
  ],
  filters: [days(false), merchants, ...numbers, statuses, { ...channels, from: { list: 'PayChannel' } }, amounts],
  summary: null,
  export: null,
  facts: [
    fact('merchantOrderNo', 'number'),
    fact('platOrderNo', 'number'),
    fact('status', 'status'),
    fact('payAmount', 'amount'),
    fact('payFee', 'amount'),
    fact('currency'),
    fact('merchantNo'),
    fact('merchantName', 'realName'),
    fact('payMethod', 'method'),
    fact('payChannel', 'channel'),
    fact('accountNumber', 'account'),
    fact('payerName', 'realName'),
    fact('createTime', 'dateTime'),
    fact('completeTime', 'dateTime'),
    fact('updateTime', 'dateTime'),
    fact('responseMessage'),
  ],
}
