import { calls } from '#contract/calls.ts'
import type { List } from '../list.ts'
import { payoutSummary } from '../summary/figures.ts'
import { columns, detailFields, FOLLOW_UP, hidden, LEADING_COLUMNS, MERCHANT, NUMBERS, renamed, TIMES } from './fields.ts'
import { type ControlName, controls } from './filters.ts'
import { orderListDefaults } from './listDefaults.ts'

/** The lists of orders that the first screen does not need: all except payins. */

const payoutExport = { call: calls.exportPayout, permission: 'payout_export' } as const

export const payout: List = {
  ...orderListDefaults('payout'),
  columns: columns(
    [...LEADING_COLUMNS, 'notifyStatus', 'bankName', 'review', 'receiveAccount', 'receiveName', 'receipt', 'responseMessage'],
    [
      'platOrderNo',
      ...hidden('assignedTo', 'notes', 'payOrderNo', 'payChannel'),
      'payFee',
      'completeTime',
      ...hidden('updateTime', 'platAccountId'),
    ],
  ),
  filters: controls(
    [
      'daysOfTime',
      'merchantOrderNo',
      'platOrderNo',
      'payoutStatus',
      'bank',
      'notifyStatus',
      'review',
      'assignedTo',
      'has',
      'amounts',
    ],
    ['receiveAccount', 'receiveName', 'payChannel', 'payOrderNo', 'merchantNo', 'createdFrom', 'createdBefore'],
  ),
  summary: payoutSummary,
  export: payoutExport,
  fields: detailFields(
    [...NUMBERS, 'payOrderNo', 'status', 'payAmount', 'payFee', 'serviceFee', 'feeType', ...MERCHANT],
    ['receiveName', 'receiveAccount', 'bankName', 'bankCode', 'accountHoldName', 'mobile'],
    ['payMethod', 'payChannel', 'platAccountId', ...FOLLOW_UP, 'receipt', 'remark', 'responseMessage'],
  ),
}

const timeLeft = { field: 'expiryPeriod', kind: 'timeLeft' } as const

/** Payins with a checkout page, and their links. */
export const checkout: List = {
  ...orderListDefaults('checkout'),
  columns: columns(
    [...LEADING_COLUMNS, timeLeft, 'payerName', 'checkoutUrl', 'payMethod', 'payChannel'],
    ['platOrderNo', 'payFee', 'completeTime'],
  ),
  filters: controls(
    ['days', 'merchantOrderNo', 'platOrderNo', 'payinStatus', 'payChannel', 'payMethod'],
    ['amounts', 'payerName', 'merchantNo'],
  ),
  fields: detailFields(
    [...NUMBERS, 'status', 'payAmount', 'paidAmount', 'payFee', 'feeType', ...MERCHANT],
    ['payerName', 'mobile', 'payMethod', 'payChannel', timeLeft, 'checkoutUrl', ...TIMES, 'remark', 'responseMessage'],
  ),
}

/** In USDT the channel is the network, the account is the address, and the number is the transaction hash. */
const network = renamed('network', 'payChannel')
const address = renamed('address', 'receiveAccount', { kind: 'number' })
const fromAddress = renamed('fromAddress', 'payerAccountNumber', { kind: 'number', isHidden: true })
const txHash = renamed('txHash', 'payOrderNo')

const usdtColumns = [...LEADING_COLUMNS, 'notifyStatus', network, 'review', address, ...hidden('assignedTo', 'notes')] as const
const usdtFields = [...NUMBERS, txHash, 'status', 'payAmount'] as const
const usdtFilters = (status: ControlName) =>
  controls(
    ['days', 'merchantOrderNo', 'platOrderNo', 'txHash', 'address', status, 'network'],
    ['notifyStatus', 'review', 'assignedTo', 'has', 'amounts', 'merchantNo', 'createdFrom', 'createdBefore'],
  )

export const usdtPayin: List = {
  ...orderListDefaults('usdtPayin'),
  columns: columns([...usdtColumns, 'platOrderNo', fromAddress, txHash, 'payFee', 'completeTime']),
  filters: usdtFilters('payinStatus'),
  export: { call: calls.exportPayin, permission: 'payin_export', isForOwnersOnly: true },
  fields: detailFields(
    [...usdtFields, 'paidAmount', 'payFee', 'feeType', ...MERCHANT, network, address, fromAddress],
    ['expiryPeriod', ...FOLLOW_UP, 'remark', 'responseMessage'],
  ),
}

export const usdtPayout: List = {
  ...orderListDefaults('usdtPayout'),
  columns: columns(usdtColumns, [txHash, 'platOrderNo', 'payFee', ...hidden('serviceFee'), 'responseMessage', 'completeTime']),
  filters: usdtFilters('payoutStatus'),
  export: { ...payoutExport, isForOwnersOnly: true },
  fields: detailFields(
    [...usdtFields, 'payFee', 'serviceFee', 'feeType', ...MERCHANT, network, address],
    [...FOLLOW_UP, 'remark', 'responseMessage'],
  ),
}

const agentColumns = ['createTime', 'merchantNo', 'merchantName', 'merchantOrderNo', 'payAmount', 'status'] as const
const agentFields = [...NUMBERS, 'status', 'payAmount', 'payFee', ...MERCHANT, 'payMethod', 'payChannel'] as const
const agentFilters = (status: ControlName) =>
  ['days', 'merchantNo', 'merchantOrderNo', 'platOrderNo', status, 'anyChannel', 'amounts'] as const

/** The payins of an agent's merchants, read-only. */
export const agentPayin: List = {
  ...orderListDefaults('agentPayin'),
  columns: columns(
    [...agentColumns, 'payChannel', 'payMethod', 'platOrderNo', 'payFee', 'completeTime'],
    hidden('accountNumber', 'payerName'),
  ),
  filters: controls(agentFilters('payinStatus'), ['virtualAccount', 'payerName']),
  fields: detailFields(agentFields, ['accountNumber', 'payerName', ...TIMES, 'responseMessage']),
}

/** The payouts of an agent's merchants, read-only. */
export const agentPayout: List = {
  ...orderListDefaults('agentPayout'),
  columns: columns([...agentColumns, 'bankName', 'payChannel', 'platOrderNo', 'payFee', 'completeTime'], hidden('receiveName')),
  filters: controls(agentFilters('payoutStatus'), ['receiveName']),
  fields: detailFields(agentFields, ['bankName', 'receiveAccount', 'receiveName', ...TIMES, 'responseMessage']),
}
