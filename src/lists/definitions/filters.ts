import type { NotifyStatus, OptionList, Review } from '#contract/options.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { RangeName } from '../../format/ranges.ts'
import type { Choices, Filter, ListFlag, QueryName, SeveralField, TextField } from '../filters/filter.ts'

/** Builders and shared controls of the filters of lists. */

type SeveralFilter = Extract<Filter, { kind: 'several' }>

export const days = (hasField: boolean, defaultRange: RangeName | null = 'last7'): Filter => ({
  kind: 'days',
  hasField,
  defaultRange,
})
export const amounts: Filter = { kind: 'amounts' }

/** A filter for text without a pattern. */
export const text = (
  field: TextField,
  name: QueryName,
  title: CommonKey = `field.${field}` as CommonKey,
): Extract<Filter, { kind: 'text' }> => ({
  kind: 'text',
  field,
  name,
  title,
  rule: null,
})

const NUMBER_NAMES = { merchantOrderNo: 'merchantOrder', platOrderNo: 'platOrder', payOrderNo: 'payOrder' } as const

export const number = (field: keyof typeof NUMBER_NAMES): Filter => ({
  ...text(field, NUMBER_NAMES[field]),
  rule: 'orderNumber',
})

export const numbers: readonly Filter[] = [number('merchantOrderNo'), number('platOrderNo')]

/** The number of the virtual account that the payer pays to. */
export const virtualAccount: Filter = { ...text('accountNumber', 'va', 'field.vaNumber'), rule: 'digits' }

const severalFilter = (
  field: SeveralField,
  name: QueryName,
  title: CommonKey,
  from: Choices,
  flags?: readonly ListFlag[],
): SeveralFilter => ({ kind: 'several', field, name, title, from, ...(flags === undefined ? {} : { flags }) })

const flagsOf = (groups: Partial<Record<ListFlag['name'], readonly string[]>>): ListFlag[] =>
  Object.entries(groups).map(([name, values]) => ({ name: name as ListFlag['name'], values }))

/** The filter by status, with the flags that stand for several statuses. */
export const statuses = (list: OptionList, groups: Parameters<typeof flagsOf>[0] = {}): SeveralFilter =>
  severalFilter('status', 'status', 'field.status', { list }, flagsOf(groups))

export const payinStatuses = statuses('PayinOrderStatus', STATUS_GROUPS.PAYIN)
export const payoutStatuses = statuses('PayoutOrderStatus', STATUS_GROUPS.PAYOUT)
export const movementStatuses = statuses('RecordStatus', STATUS_GROUPS.MOVEMENT)

/** The filter by type. */
export const types = (from: Choices): SeveralFilter => severalFilter('type', 'type', 'field.type', from)

export const channels = severalFilter('payChannel', 'channel', 'field.payChannel', 'channels')

/** All channels known to the gateway, for users without channels of their own. */
export const anyChannels: SeveralFilter = { ...channels, from: { list: 'PayChannel' } }
/** Networks of a blockchain. */
export const networks: SeveralFilter = { ...channels, name: 'network', title: 'field.network' }

export const methods = severalFilter('payMethod', 'method', 'field.payMethod', 'methods')
export const banks = severalFilter('bankCode', 'bank', 'field.bankName', 'banks')
export const notifyStatuses = severalFilter('notifyStatus', 'notify', 'field.notifyStatus', 'notifyStatuses', [
  { name: 'undelivered', values: ['PENDING', 'FAILED'] satisfies NotifyStatus[] },
])
export const reviews = severalFilter('review', 'mark', 'field.review', 'reviews', [
  { name: 'reconciled', values: ['RECONCILED'] satisfies Review[] },
  { name: 'unreconciled', values: ['NONE', 'DISCREPANT'] satisfies Review[] },
  { name: 'discrepant', values: ['DISCREPANT'] satisfies Review[] },
])
export const merchants = severalFilter('merchantNo', 'merchant', 'field.merchantNo', 'merchants')
