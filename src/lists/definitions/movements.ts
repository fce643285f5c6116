import type { RowKind } from '#commands/scope.ts'
import { calls } from '#contract/calls.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import type { Movement } from '#contract/moneyRows.ts'
import type { MovementStatus, MovementType } from '#contract/options.ts'
import type { Filter, List, ListCall } from '../list.ts'
import {
  amounts,
  banks,
  by,
  channels,
  column,
  days,
  fact,
  HIDDEN,
  merchants,
  number,
  SORTABLE,
  times,
  words,
} from './fields.ts'
import { PLAIN } from './listDefaults.ts'

/** What a merchant did with his own money: what he put in, took out and handed on. */

const ofRecords = (
  kind: RowKind,
  call: ListCall<Movement[]>,
  { fee, direction }: Pick<List, 'fee' | 'direction'>,
): Omit<List, 'id' | 'columns' | 'filters' | 'facts'> => ({
  ...PLAIN,
  kind,
  call,
  places: FRACTION_DIGITS.IDR,
  header: 'merchantOrderNo',
  state: 'status',
  amount: 'payAmount',
  fee,
  tabs: ['facts', 'timeline', 'raw'],
  async fetchTrail(api, { id }, signal) {
    const { record, moves, postings, actions } = await api.call(calls.recordTrail, { id }, { signal, quiet: true })
    return { record, trail: { notifyAddress: null, moves, postings, attempts: [], actions } }
  },
  direction,
  merchants: calls.merchantChoices,
  summary: null,
  export: null,
})

const recordStatuses: Filter = {
  kind: 'several',
  field: 'status',
  name: 'status',
  title: 'field.status',
  from: { list: 'RecordStatus' },
  flags: [
    { name: 'open', values: ['CREATED', 'PENDING_CHECK', 'PROCESSING'] satisfies MovementStatus[] },
    { name: 'paid', values: ['SUCCESS'] satisfies MovementStatus[] },
    { name: 'unpaid', values: ['FAILED', 'EXPIRED', 'CANCELLED'] satisfies MovementStatus[] },
  ],
}

const typesAmong = (...only: MovementType[]): Filter => ({
  kind: 'several',
  field: 'type',
  name: 'type',
  title: 'field.type',
  from: { list: 'RecordType', only },
})

const created = column('createTime', 'dateTime', SORTABLE)
/** Whose it is, for who sees those of others. */
const owner = column('merchantNo', 'text', { audience: 'staff', ...by('merchantNo') })
/** Which record, how much and how it went. */
const leading = [
  column('merchantOrderNo', 'number', by('merchantOrderNo')),
  column('payAmount', 'amount', SORTABLE),
  column('status', 'status', by('status')),
]
const platform = column('platOrderNo', 'number', by('platOrderNo'))
const completed = column('completeTime', 'dateTime', SORTABLE)

const leadingFacts = [
  fact('platOrderNo', 'number'),
  fact('merchantOrderNo', 'number'),
  fact('type', 'type'),
  fact('status', 'status'),
  fact('payAmount', 'amount'),
  fact('merchantNo'),
]

export const recharge: List = {
  id: 'recharge',
  ...ofRecords('recharge', calls.rechargeList, { fee: 'payFee', direction: 'PAYIN' }),
  columns: [
    created,
    owner,
    ...leading,
    column('type', 'type', by('type')),
    column('payChannel', 'channel', by('payChannel')),
    column('bankName', 'text', by('bankCode')),
    column('payerName', 'realName', by('payerName')),
    column('receipt', 'receipt'),
    platform,
    column('payFee', 'amount'),
    column('payerAccountNumber', 'account', HIDDEN),
    column('responseMessage', 'text', HIDDEN),
    completed,
  ],
  filters: [
    days(true),
    recordStatuses,
    typesAmong('RECHARGE_ONLINE', 'RECHARGE_OFFLINE'),
    number('merchantOrderNo'),
    number('platOrderNo'),
    channels,
    banks,
    words('payerName', 'payer'),
    amounts,
    merchants,
  ],
  facts: [
    ...leadingFacts,
    fact('payFee', 'amount'),
    fact('currency'),
    fact('payMethod', 'method'),
    fact('payChannel', 'channel'),
    fact('accountNumber', 'account'),
    fact('bankName'),
    fact('bankCode'),
    fact('receiveName', 'realName'),
    fact('receiveAccount', 'account'),
    fact('payerName', 'realName'),
    fact('payerAccountNumber', 'account'),
    fact('expiryPeriod', 'timeLeft'),
    fact('receipt', 'receipt'),
    fact('remark'),
    fact('responseMessage'),
    ...times,
  ],
}

export const withdraw: List = {
  id: 'withdraw',
  ...ofRecords('withdraw', calls.withdrawList, { fee: 'serviceFee', direction: 'PAYOUT' }),
  columns: [
    created,
    owner,
    ...leading,
    column('bankName', 'text', by('bankCode')),
    column('accountNumber', 'account', by('accountNumber')),
    column('accountHoldName', 'realName', by('accountHoldName')),
    column('serviceFee', 'amount'),
    column('responseMessage'),
    platform,
    column('updateTime', 'dateTime', HIDDEN),
    completed,
  ],
  filters: [
    days(true),
    recordStatuses,
    banks,
    number('merchantOrderNo'),
    number('platOrderNo'),
    { ...words('accountNumber', 'account'), rule: 'digits' },
    words('accountHoldName', 'holder'),
    amounts,
    merchants,
  ],
  facts: [
    ...leadingFacts,
    fact('serviceFee', 'amount'),
    fact('currency'),
    fact('bankName'),
    fact('bankCode'),
    fact('accountNumber', 'account'),
    fact('accountHoldName', 'realName'),
    fact('remark'),
    fact('responseMessage'),
    ...times,
  ],
}

export const transfer: List = {
  id: 'transfer',
  ...ofRecords('transfer', calls.transferList, { fee: 'transferFee', direction: null }),
  columns: [
    created,
    column('type', 'type', by('type')),
    ...leading,
    column('receiveName', 'realName', by('receiveName')),
    column('receiveMerchantNo', 'text', by('receiveMerchantNo')),
    column('merchantNo'),
    column('transferFee', 'amount'),
    column('remark'),
    platform,
    completed,
  ],
  filters: [
    days(true),
    recordStatuses,
    typesAmong('TRANSFER_IN', 'TRANSFER_OUT'),
    words('receiveMerchantNo', 'receiverNo'),
    number('merchantOrderNo'),
    number('platOrderNo'),
    words('receiveName', 'receiver'),
    amounts,
  ],
  facts: [
    ...leadingFacts,
    fact('transferFee', 'amount'),
    fact('currency'),
    fact('merchantName', 'realName'),
    fact('receiveMerchantNo'),
    fact('receiveName', 'realName'),
    fact('remark'),
    fact('responseMessage'),
    ...times,
  ],
}
