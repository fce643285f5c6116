import { calls } from '#contract/calls.ts'
import { RECHARGES, TRANSFERS } from '#contract/kinds.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { List } from '../list.ts'
import type { ListCall } from '../paging/rowReader.ts'
import { column, completed, detailField, filterBy, HIDDEN, platformNumber, SORTABLE, timeFields } from './fields.ts'
import * as filters from './filters.ts'
import { LIST_DEFAULTS, type ListBase } from './listDefaults.ts'

/** The movements of a merchant: recharges, withdrawals and transfers. */

const movementListDefaults = (
  kind: 'recharge' | 'withdraw' | 'transfer',
  call: ListCall<Movement[]>,
  { fee, direction }: Pick<List, 'fee' | 'direction'>,
): ListBase => ({
  ...LIST_DEFAULTS,
  id: kind,
  kind,
  call,
  header: 'merchantOrderNo',
  state: 'status',
  amount: 'payAmount',
  fee,
  tabs: ['facts', 'timeline', 'raw'],
  async fetchTrail(api, { id }, signal) {
    const { record, moves, postings, actions } = await api.call(calls.recordTrail, { id }, { signal, quiet: true })
    return { row: record, trail: { notifyAddress: null, moves, postings, attempts: [], actions } }
  },
  direction,
  merchants: calls.merchantChoices,
})

const created = column('createTime', 'dateTime', SORTABLE)
/** The owner, for staff. */
const owner = column('merchantNo', 'text', { audience: 'staff', ...filterBy('merchantNo') })

const leading = [
  column('merchantOrderNo', 'number', filterBy('merchantOrderNo')),
  column('payAmount', 'amount', SORTABLE),
  column('status', 'status', filterBy('status')),
]

const leadingFacts = [
  detailField('platOrderNo', 'number'),
  detailField('merchantOrderNo', 'number'),
  detailField('type', 'type'),
  detailField('status', 'status'),
  detailField('payAmount', 'amount'),
  detailField('merchantNo'),
]

export const recharge: List = {
  ...movementListDefaults('recharge', calls.rechargeList, { fee: 'payFee', direction: 'PAYIN' }),
  columns: [
    created,
    owner,
    ...leading,
    column('type', 'type', filterBy('type')),
    column('payChannel', 'channel', filterBy('payChannel')),
    column('bankName', 'text', filterBy('bankCode')),
    column('payerName', 'realName', filterBy('payerName')),
    column('receipt', 'receipt'),
    platformNumber,
    column('payFee', 'amount'),
    column('payerAccountNumber', 'account', HIDDEN),
    column('responseMessage', 'text', HIDDEN),
    completed,
  ],
  filters: [
    filters.days(true),
    filters.movementStatuses,
    filters.types({ list: 'RecordType', only: RECHARGES }),
    ...filters.numbers,
    filters.channels,
    filters.banks,
    filters.text('payerName', 'payer'),
    filters.amounts,
    filters.merchants,
  ],
  fields: [
    ...leadingFacts,
    detailField('payFee', 'amount'),
    detailField('currency'),
    detailField('payMethod', 'method'),
    detailField('payChannel', 'channel'),
    detailField('accountNumber', 'account'),
    detailField('bankName'),
    detailField('bankCode'),
    detailField('receiveName', 'realName'),
    detailField('receiveAccount', 'account'),
    detailField('payerName', 'realName'),
    detailField('payerAccountNumber', 'account'),
    detailField('expiryPeriod', 'timeLeft'),
    detailField('receipt', 'receipt'),
    detailField('remark'),
    detailField('responseMessage'),
    ...timeFields,
  ],
}

export const withdraw: List = {
  ...movementListDefaults('withdraw', calls.withdrawList, { fee: 'serviceFee', direction: 'PAYOUT' }),
  columns: [
    created,
    owner,
    ...leading,
    column('bankName', 'text', filterBy('bankCode')),
    column('accountNumber', 'account', filterBy('accountNumber')),
    column('accountHoldName', 'realName', filterBy('accountHoldName')),
    column('serviceFee', 'amount'),
    column('responseMessage'),
    platformNumber,
    column('updateTime', 'dateTime', HIDDEN),
    completed,
  ],
  filters: [
    filters.days(true),
    filters.movementStatuses,
    filters.banks,
    ...filters.numbers,
    { ...filters.text('accountNumber', 'account'), rule: 'digits' },
    filters.text('accountHoldName', 'holder'),
    filters.amounts,
    filters.merchants,
  ],
  fields: [
    ...leadingFacts,
    detailField('serviceFee', 'amount'),
    detailField('currency'),
    detailField('bankName'),
    detailField('bankCode'),
    detailField('accountNumber', 'account'),
    detailField('accountHoldName', 'realName'),
    detailField('remark'),
    detailField('responseMessage'),
    ...timeFields,
  ],
}

export const transfer: List = {
  ...movementListDefaults('transfer', calls.transferList, { fee: 'transferFee', direction: null }),
  columns: [
    created,
    column('type', 'type', filterBy('type')),
    ...leading,
    column('receiveName', 'realName', filterBy('receiveName')),
    column('receiveMerchantNo', 'text', filterBy('receiveMerchantNo')),
    column('merchantNo'),
    column('transferFee', 'amount'),
    column('remark'),
    platformNumber,
    completed,
  ],
  filters: [
    filters.days(true),
    filters.movementStatuses,
    filters.types({ list: 'RecordType', only: TRANSFERS }),
    filters.text('receiveMerchantNo', 'receiverNo'),
    ...filters.numbers,
    filters.text('receiveName', 'receiver'),
    filters.amounts,
  ],
  fields: [
    ...leadingFacts,
    detailField('transferFee', 'amount'),
    detailField('currency'),
    detailField('merchantName', 'realName'),
    detailField('receiveMerchantNo'),
    detailField('receiveName', 'realName'),
    detailField('remark'),
    detailField('responseMessage'),
    ...timeFields,
  ],
}
