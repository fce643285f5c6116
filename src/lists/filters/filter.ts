import type { Feature } from '#contract/features.ts'
import type { OptionList } from '#contract/options.ts'
import type { RowField } from '#contract/rows/listedRow.ts'
import type { PATTERNS } from '#contract/rules.ts'
import type { EntryFilter } from '#contract/shapes/ledger.ts'
import type { SubMerchantFilter } from '#contract/shapes/merchants.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { CommonKey, MessageKey } from '#locales/messages.ts'
import type { RangeName } from '../../format/ranges.ts'

/** Fields of the gateway's filters that a list may offer. The `days` control covers three of them. */
export type FilterField = (keyof OrderFilter | keyof EntryFilter | keyof SubMerchantFilter) & string

/** Fields with a set of values, separated by commas in the address. */
export const SEVERAL_FIELDS = [
  'status',
  'payMethod',
  'payChannel',
  'bankCode',
  'notifyStatus',
  'review',
  'assignedTo',
  'has',
  'merchantNo',
  'type',
] as const satisfies FilterField[]

export type SeveralField = (typeof SEVERAL_FIELDS)[number]

/** Fields of rows with other text. */
export type RowTextField = Exclude<Extract<FilterField, RowField>, SeveralField>

/** The same, and limits of the creation time. */
export type TextField = RowTextField | 'createdFrom' | 'createdBefore'

/** Filter field -> the field that excludes the same values. */
export const EXCLUDE_FIELDS: Partial<Record<FilterField, FilterField>> = {
  status: 'notStatus',
  type: 'notType',
  payMethod: 'notPayMethod',
  payChannel: 'notPayChannel',
  notifyStatus: 'notNotifyStatus',
  review: 'notReview',
  assignedTo: 'notAssignedTo',
  has: 'notHas',
  merchantNo: 'notMerchantNo',
  payerName: 'notPayerName',
}

/** The field that excludes the values of a control; null when the control cannot exclude. */
export const excludeFieldOf = (control: Filter | undefined): FilterField | null =>
  control === undefined || control.kind === 'days' || control.kind === 'amounts' || control.isIncludeOnly === true
    ? null
    : (EXCLUDE_FIELDS[control.field] ?? null)

export const controlOf = (
  { filters }: { readonly filters: readonly Filter[] },
  field: FilterField | null,
): Filter | undefined =>
  filters.find((control) => (control.kind === 'text' || control.kind === 'several') && control.field === field)

type Suffix<Key extends MessageKey, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never

/** The English name of a condition in the filter language. Every locale adds names of its own. */
export type QueryName = Suffix<MessageKey, 'query.name.'>

/** A named group of values of one field, such as `is:paid`. */
export interface ListFlag {
  readonly name: Suffix<MessageKey, 'query.flag.'>
  readonly values: readonly string[]
}

/** Settings that a control may have. */
interface ControlSettings {
  /** The filter cannot exclude values. */
  readonly isIncludeOnly?: true
  /** The filter takes one value. */
  readonly isSingle?: true
  /** Without a control: a condition of links and of the filter language. */
  readonly isTyped?: true
  /** The gateway must have announced this feature. */
  readonly feature?: Feature
}

/** A control of the filter bar and its conditions in the filter language. */
export type Filter =
  | {
      readonly kind: 'days'
      /** The date range may apply to the completion time instead of the creation time. */
      readonly hasField: boolean
      /** The range applied when the query names none; null for all days. */
      readonly defaultRange: RangeName | null
    }
  | (ControlSettings & {
      readonly kind: 'text'
      readonly field: TextField
      readonly name: QueryName
      readonly title: CommonKey
      readonly rule: keyof typeof PATTERNS | null
    })
  | (ControlSettings & {
      readonly kind: 'several'
      readonly field: SeveralField
      readonly name: QueryName
      readonly title: CommonKey
      readonly from: Choices
      readonly flags?: readonly ListFlag[]
    })
  | { readonly kind: 'amounts' }

/** The source of the choices of a filter. */
export type Choices =
  | {
      readonly list: OptionList /** The members of the list that rows of this kind can have. */
      readonly only?: readonly string[]
    }
  | 'channels'
  /** Channels in USDT. */
  | 'networks'
  | 'methods'
  | 'banks'
  | 'notifyStatuses'
  | 'reviews'
  | 'people'
  | 'parts'
  | 'merchants'
