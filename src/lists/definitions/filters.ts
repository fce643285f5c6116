import { RECHARGES, TRANSFERS } from '#contract/kinds.ts'
import type { NotifyStatus, OptionList, Review } from '#contract/options.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Choices, Filter, ListFlag, QueryName, SeveralField, TextField } from '../filters/filter.ts'

/** The controls of the filters of lists, by name. */

type TextFilter = Extract<Filter, { kind: 'text' }>
type SeveralFilter = Extract<Filter, { kind: 'several' }>

const days = { kind: 'days', hasField: false, defaultRange: 'last7' } as const satisfies Filter

/** A filter for text without a pattern. */
const text = (field: TextField, name: QueryName, title = `field.${field}` as CommonKey): TextFilter => ({
  kind: 'text',
  field,
  name,
  title,
  rule: null,
})

const number = (field: TextField, name: QueryName): Filter => ({ ...text(field, name), rule: 'orderNumber' })

/** A limit of the creation time. Dashboards link with it. */
const time = (field: TextField, name: QueryName): Filter => ({
  ...text(field, name),
  rule: 'minute',
  isTyped: true,
  feature: 'insights',
})

const several = (field: SeveralField, name: QueryName, from: Choices, flags: readonly ListFlag[] = []): SeveralFilter => ({
  kind: 'several',
  field,
  name,
  title: `field.${field}` as CommonKey,
  from,
  ...(flags.length === 0 ? {} : { flags }),
})

/** The filter by status, with the flags that stand for several statuses. */
const status = (list: OptionList, groups: Partial<Record<ListFlag['name'], readonly string[]>> = {}): SeveralFilter =>
  several(
    'status',
    'status',
    { list },
    Object.entries(groups).map(([name, values]) => ({ name: name as ListFlag['name'], values })),
  )

const type = (list: OptionList, only?: readonly string[]): SeveralFilter =>
  several('type', 'type', only === undefined ? { list } : { list, only })

const payChannel = several('payChannel', 'channel', 'channels')
const merchantNo = several('merchantNo', 'merchant', 'merchants')

const CONTROLS = {
  days,
  /** Of the creation or the completion. */
  daysOfTime: { ...days, hasField: true },
  /** All days, unless some are chosen. */
  anyDays: { ...days, defaultRange: null },
  amounts: { kind: 'amounts' },
  merchantOrderNo: number('merchantOrderNo', 'merchantOrder'),
  platOrderNo: number('platOrderNo', 'platOrder'),
  payOrderNo: number('payOrderNo', 'payOrder'),
  txHash: text('payOrderNo', 'hash', 'field.txHash'),
  accountNumber: { ...text('accountNumber', 'account'), rule: 'digits' },
  /** The number of the virtual account that the payer pays to. */
  virtualAccount: { ...text('accountNumber', 'va', 'field.vaNumber'), rule: 'digits' },
  receiveAccount: text('receiveAccount', 'account'),
  address: text('receiveAccount', 'address', 'field.address'),
  payerName: text('payerName', 'payer'),
  receiveName: text('receiveName', 'receiver'),
  receiveMerchantNo: { ...text('receiveMerchantNo', 'receiverNo'), rule: 'word', feature: 'filters' },
  accountHoldName: { ...text('accountHoldName', 'holder'), feature: 'filters' },
  merchantName: text('merchantName', 'name'),
  username: text('username', 'username'),
  payinStatus: status('PayinOrderStatus', STATUS_GROUPS.PAYIN),
  payoutStatus: status('PayoutOrderStatus', STATUS_GROUPS.PAYOUT),
  movementStatus: status('RecordStatus', STATUS_GROUPS.MOVEMENT),
  merchantStatus: status('MerchantStatus'),
  merchantType: type('MerchantType'),
  subMerchantType: { ...type('MerchantType'), feature: 'filters' },
  entryType: type('DetailType'),
  rechargeType: type('RecordType', RECHARGES),
  transferType: type('RecordType', TRANSFERS),
  payChannel,
  /** All channels known to the gateway, for users without channels of their own. */
  anyChannel: { ...payChannel, from: { list: 'PayChannel' } },
  /** The network of a blockchain. */
  network: { ...payChannel, name: 'network', title: 'field.network', from: 'networks' },
  payMethod: several('payMethod', 'method', 'methods'),
  bank: { ...several('bankCode', 'bank', 'banks'), title: 'field.bankName' },
  notifyStatus: several('notifyStatus', 'notify', 'notifyStatuses', [
    { name: 'undelivered', values: ['PENDING', 'FAILED'] satisfies NotifyStatus[] },
  ]),
  review: {
    ...several('review', 'mark', 'reviews', [
      { name: 'reconciled', values: ['RECONCILED'] satisfies Review[] },
      { name: 'unreconciled', values: ['NONE', 'DISCREPANT'] satisfies Review[] },
      { name: 'discrepant', values: ['DISCREPANT'] satisfies Review[] },
    ]),
    feature: 'reviews',
  },
  assignedTo: { ...several('assignedTo', 'assigned', 'people'), feature: 'notes' },
  has: { ...several('has', 'has', 'parts'), isTyped: true, feature: 'notes' },
  createdFrom: time('createdFrom', 'createdFrom'),
  createdBefore: time('createdBefore', 'createdBefore'),
  merchantNo,
  /** Rows of several merchants are summed. Excluding a merchant has no obvious sum. */
  summedMerchants: { ...merchantNo, isIncludeOnly: true },
} as const satisfies Record<string, Filter>

export type ControlName = keyof typeof CONTROLS

/** The controls in their order, related ones in one group. */
export const controls = (...groups: (readonly ControlName[])[]): Filter[] => groups.flat().map((name) => CONTROLS[name])
