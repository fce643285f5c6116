import { calls } from '#contract/calls.ts'
import type { Filter } from '../filters/filter.ts'
import type { List } from '../list.ts'
import { payoutSummary } from '../summary/figures.ts'
import {
  column,
  completed,
  detailField,
  filterBy,
  followUpColumns,
  followUpFields,
  HIDDEN,
  leadingColumns,
  merchantFields,
  numberFields,
  platformNumber,
  renamedColumn,
  SORTABLE,
  timeFields,
} from './fields.ts'
import * as filters from './filters.ts'
import { orderListDefaults } from './listDefaults.ts'

/** The lists of orders that the first screen does not need: all except payins. */

const payoutExport: List['export'] = { call: calls.exportPayout, permission: 'payout_export', title: 'command.export.payout' }

/** The payouts of a merchant. */
export const payout: List = {
  ...orderListDefaults('payout'),
  columns: [
    ...leadingColumns,
    ...followUpColumns,
    column('bankName', 'text', filterBy('bankCode')),
    column('receiveAccount', 'account', filterBy('receiveAccount')),
    column('receiveName', 'realName', filterBy('receiveName')),
    column('receipt', 'receipt'),
    column('responseMessage'),
    platformNumber,
    column('payOrderNo', 'number', { ...HIDDEN, ...filterBy('payOrderNo') }),
    column('payChannel', 'channel', { ...HIDDEN, ...filterBy('payChannel') }),
    column('payFee', 'amount'),
    completed,
    column('updateTime', 'dateTime', HIDDEN),
    column('platAccountId', 'text', { ...HIDDEN, audience: 'staff' }),
  ],
  filters: [
    filters.days(true),
    ...filters.numbers,
    filters.payoutStatuses,
    filters.banks,
    filters.notifyStatuses,
    filters.reviews,
    filters.amounts,
    filters.text('receiveAccount', 'account'),
    filters.text('receiveName', 'receiver'),
    filters.channels,
    filters.number('payOrderNo'),
    filters.merchants,
  ],
  summary: payoutSummary,
  export: payoutExport,
  fields: [
    ...numberFields,
    detailField('payOrderNo', 'number'),
    detailField('status', 'status'),
    detailField('payAmount', 'amount'),
    detailField('payFee', 'amount'),
    detailField('serviceFee', 'amount'),
    detailField('feeType', 'feeType'),
    ...merchantFields,
    detailField('receiveName', 'realName'),
    detailField('receiveAccount', 'account'),
    detailField('bankName'),
    detailField('bankCode'),
    detailField('accountHoldName', 'realName'),
    detailField('mobile', 'mobile'),
    detailField('payMethod', 'method'),
    detailField('payChannel', 'channel'),
    detailField('platAccountId'),
    ...followUpFields,
    detailField('receipt', 'receipt'),
    detailField('responseMessage'),
  ],
}

/** Payins with a checkout page, and their links. */
export const checkout: List = {
  ...orderListDefaults('checkout'),
  columns: [
    ...leadingColumns,
    column('expiryPeriod', 'timeLeft'),
    column('payerName', 'realName', filterBy('payerName')),
    column('checkoutUrl', 'number'),
    column('payMethod', 'method', filterBy('payMethod')),
    column('payChannel', 'channel', filterBy('payChannel')),
    platformNumber,
    column('payFee', 'amount'),
    completed,
  ],
  filters: [
    filters.days(false),
    ...filters.numbers,
    filters.payinStatuses,
    filters.channels,
    filters.methods,
    filters.amounts,
    filters.text('payerName', 'payer'),
    filters.merchants,
  ],
  fields: [
    ...numberFields,
    detailField('status', 'status'),
    detailField('payAmount', 'amount'),
    detailField('paidAmount', 'amount'),
    detailField('payFee', 'amount'),
    detailField('feeType', 'feeType'),
    ...merchantFields,
    detailField('payerName', 'realName'),
    detailField('mobile', 'mobile'),
    detailField('payMethod', 'method'),
    detailField('payChannel', 'channel'),
    detailField('expiryPeriod', 'timeLeft'),
    detailField('checkoutUrl', 'number'),
    ...timeFields,
    detailField('responseMessage'),
  ],
}

/** In USDT the channel is the network, the account is the address, and the number is the transaction hash. */
const usdtColumns = {
  leading: [
    ...leadingColumns,
    ...followUpColumns,
    renamedColumn('network', 'payChannel', 'channel', filterBy('payChannel')),
    renamedColumn('address', 'receiveAccount', 'number', filterBy('receiveAccount')),
  ],
  txHash: renamedColumn('txHash', 'payOrderNo', 'number', filterBy('payOrderNo')),
}
const usdtFields = {
  leading: [
    ...numberFields,
    detailField('payOrderNo', 'number', 'field.txHash'),
    detailField('status', 'status'),
    detailField('payAmount', 'amount'),
  ],
  addresses: [
    ...merchantFields,
    detailField('payChannel', 'channel', 'field.network'),
    detailField('receiveAccount', 'number', 'field.address'),
  ],
}
const usdtFilters = (statuses: Filter): Filter[] => [
  filters.days(false),
  ...filters.numbers,
  filters.text('payOrderNo', 'hash', 'field.txHash'),
  filters.text('receiveAccount', 'address', 'field.address'),
  statuses,
  filters.networks,
  filters.notifyStatuses,
  filters.reviews,
  filters.amounts,
  filters.merchants,
]

export const usdtPayin: List = {
  ...orderListDefaults('usdtPayin'),
  columns: [
    ...usdtColumns.leading,
    platformNumber,
    renamedColumn('fromAddress', 'payerAccountNumber', 'number', HIDDEN),
    usdtColumns.txHash,
    column('payFee', 'amount'),
    completed,
  ],
  filters: usdtFilters(filters.payinStatuses),
  export: { call: calls.exportPayin, permission: 'payin_export', title: 'command.export.payin' },
  fields: [
    ...usdtFields.leading,
    detailField('paidAmount', 'amount'),
    detailField('payFee', 'amount'),
    detailField('feeType', 'feeType'),
    ...usdtFields.addresses,
    detailField('payerAccountNumber', 'number', 'field.fromAddress'),
    detailField('expiryPeriod', 'minutes'),
    ...followUpFields,
    detailField('responseMessage'),
  ],
}

export const usdtPayout: List = {
  ...orderListDefaults('usdtPayout'),
  columns: [
    ...usdtColumns.leading,
    usdtColumns.txHash,
    platformNumber,
    column('payFee', 'amount'),
    column('serviceFee', 'amount', HIDDEN),
    column('responseMessage'),
    completed,
  ],
  filters: usdtFilters(filters.payoutStatuses),
  export: payoutExport,
  fields: [
    ...usdtFields.leading,
    detailField('payFee', 'amount'),
    detailField('serviceFee', 'amount'),
    detailField('feeType', 'feeType'),
    ...usdtFields.addresses,
    ...followUpFields,
    detailField('responseMessage'),
  ],
}

const agentColumns = [
  column('createTime', 'dateTime', SORTABLE),
  column('merchantNo', 'text', filterBy('merchantNo')),
  column('merchantName', 'realName'),
  column('merchantOrderNo', 'number', filterBy('merchantOrderNo')),
  column('payAmount', 'amount', SORTABLE),
  column('status', 'status', filterBy('status')),
]
const agentFields = [
  ...numberFields,
  detailField('status', 'status'),
  detailField('payAmount', 'amount'),
  detailField('payFee', 'amount'),
  ...merchantFields,
  detailField('payMethod', 'method'),
  detailField('payChannel', 'channel'),
]
const agentFilters = (statuses: Filter): Filter[] => [
  filters.days(false),
  filters.merchants,
  ...filters.numbers,
  statuses,
  filters.anyChannels,
  filters.amounts,
]

/** The payins of an agent's merchants, read-only. */
export const agentPayin: List = {
  ...orderListDefaults('agentPayin'),
  columns: [
    ...agentColumns,
    column('payChannel', 'channel', filterBy('payChannel')),
    column('payMethod', 'method'),
    platformNumber,
    column('payFee', 'amount'),
    completed,
    column('accountNumber', 'account', { ...HIDDEN, ...filterBy('accountNumber') }),
    column('payerName', 'realName', { ...HIDDEN, ...filterBy('payerName') }),
  ],
  filters: [...agentFilters(filters.payinStatuses), filters.virtualAccount, filters.text('payerName', 'payer')],
  fields: [
    ...agentFields,
    detailField('accountNumber', 'account'),
    detailField('payerName', 'realName'),
    ...timeFields,
    detailField('responseMessage'),
  ],
}

/** The payouts of an agent's merchants, read-only. */
export const agentPayout: List = {
  ...orderListDefaults('agentPayout'),
  columns: [
    ...agentColumns,
    column('bankName'),
    column('payChannel', 'channel', filterBy('payChannel')),
    platformNumber,
    column('payFee', 'amount'),
    completed,
    column('receiveName', 'realName', { ...HIDDEN, ...filterBy('receiveName') }),
  ],
  filters: [...agentFilters(filters.payoutStatuses), filters.text('receiveName', 'receiver')],
  fields: [
    ...agentFields,
    detailField('bankName'),
    detailField('receiveAccount', 'account'),
    detailField('receiveName', 'realName'),
    ...timeFields,
    detailField('responseMessage'),
  ],
}
