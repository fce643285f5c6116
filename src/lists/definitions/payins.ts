import { calls } from '#contract/calls.ts'
import type { List } from '../list.ts'
import { payinSummary } from '../summary/figures.ts'
import { columns, detailFields, FOLLOW_UP, hidden, LEADING_COLUMNS, MERCHANT, NUMBERS } from './fields.ts'
import { controls } from './filters.ts'
import { orderListDefaults } from './listDefaults.ts'

/** The payins of a merchant. As in every order list, the leading columns fit on a laptop screen next to an open row. */
export const payin: List = {
  ...orderListDefaults('payin'),
  columns: columns(
    [
      ...LEADING_COLUMNS,
      'notifyStatus',
      'payChannel',
      'review',
      'payMethod',
      'platOrderNo',
      ...hidden('assignedTo', 'notes', 'payOrderNo'),
    ],
    ['accountNumber', 'payerName', 'payFee', 'completeTime', ...hidden('updateTime', 'responseMessage', 'platAccountId')],
  ),
  filters: controls(
    ['daysOfTime', 'merchantOrderNo', 'platOrderNo', 'payinStatus', 'payChannel', 'payMethod', 'notifyStatus', 'review'],
    ['assignedTo', 'has', 'amounts', 'payOrderNo', 'virtualAccount', 'payerName', 'merchantNo', 'createdFrom', 'createdBefore'],
  ),
  summary: payinSummary,
  export: { call: calls.exportPayin, permission: 'payin_export' },
  fields: detailFields(
    [...NUMBERS, 'payOrderNo', 'status', 'payAmount', 'paidAmount', 'payFee', 'serviceFee', 'feeType', ...MERCHANT],
    ['payMethod', 'payChannel', 'accountNumber', 'accountHoldName', 'bankName', 'bankCode'],
    ['payerName', 'payerAccountNumber', 'mobile', 'platAccountId', 'expiryPeriod', ...FOLLOW_UP, 'remark', 'responseMessage'],
  ),
}
