import { rowKinds } from '#commands/rows/kinds.ts'
import type { MovementKind } from '#commands/rows/rowRef.ts'
import { calls } from '#contract/calls.ts'
import type { List } from '../list.ts'
import { columns, detailFields, hidden, TIMES } from './fields.ts'
import { controls } from './filters.ts'
import { LIST_DEFAULTS } from './listDefaults.ts'

/** The movements of a merchant: recharges, withdrawals and transfers. */

const movementListDefaults = (kind: MovementKind) =>
  ({
    ...LIST_DEFAULTS,
    id: kind,
    kind,
    call: rowKinds[kind].list,
    header: 'merchantOrderNo',
    state: 'status',
    amount: 'payAmount',
    tabs: ['facts', 'timeline', 'raw'],
    trail: calls.recordTrail,
    merchants: calls.merchantChoices,
    isWorded: true,
  }) as const satisfies Partial<List>

/** The owner, for staff. */
const owner = { field: 'merchantNo', audience: 'staff' } as const

const leadingFields = ['platOrderNo', 'merchantOrderNo', 'type', 'status', 'payAmount', 'merchantNo'] as const

export const recharge: List = {
  ...movementListDefaults('recharge'),
  fee: 'payFee',
  direction: 'PAYIN',
  columns: columns(
    ['createTime', owner, 'merchantOrderNo', 'payAmount', 'status', 'type', 'payChannel', 'bankName', 'payerName', 'receipt'],
    ['platOrderNo', 'payFee', ...hidden('payerAccountNumber', 'responseMessage'), 'completeTime'],
  ),
  filters: controls(
    ['daysOfTime', 'movementStatus', 'rechargeType', 'merchantOrderNo', 'platOrderNo'],
    ['payChannel', 'bank', 'payerName', 'amounts', 'merchantNo'],
  ),
  fields: detailFields(
    [...leadingFields, 'payFee', 'currency', 'payMethod', 'payChannel', 'accountNumber', 'bankName', 'bankCode'],
    ['receiveName', 'receiveAccount', 'payerName', 'payerAccountNumber', { field: 'expiryPeriod', kind: 'timeLeft' }],
    ['receipt', 'remark', 'responseMessage', ...TIMES],
  ),
}

export const withdraw: List = {
  ...movementListDefaults('withdraw'),
  fee: 'serviceFee',
  direction: 'PAYOUT',
  columns: columns(
    ['createTime', owner, 'merchantOrderNo', 'payAmount', 'status', 'bankName', 'accountNumber', 'accountHoldName'],
    ['serviceFee', 'responseMessage', 'platOrderNo', ...hidden('updateTime'), 'completeTime'],
  ),
  filters: controls(
    ['daysOfTime', 'movementStatus', 'bank', 'merchantOrderNo', 'platOrderNo'],
    ['accountNumber', 'accountHoldName', 'amounts', 'merchantNo'],
  ),
  fields: detailFields(
    [...leadingFields, 'serviceFee', 'currency', 'bankName', 'bankCode', 'accountNumber', 'accountHoldName'],
    ['remark', 'responseMessage', ...TIMES],
  ),
}

export const transfer: List = {
  ...movementListDefaults('transfer'),
  fee: 'transferFee',
  columns: columns(
    ['createTime', 'type', 'merchantOrderNo', 'payAmount', 'status', 'receiveName', 'receiveMerchantNo', 'merchantNo'],
    ['transferFee', 'remark', 'platOrderNo', 'completeTime'],
  ),
  filters: controls(
    ['daysOfTime', 'movementStatus', 'transferType', 'receiveMerchantNo', 'merchantOrderNo', 'platOrderNo'],
    ['receiveName', 'amounts'],
  ),
  fields: detailFields(
    [...leadingFields, 'transferFee', 'currency', 'merchantName', 'receiveMerchantNo', 'receiveName'],
    ['remark', 'responseMessage', ...TIMES],
  ),
}
