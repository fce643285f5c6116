import type { OrderKind } from '#commands/scope.ts'
import type { PermissionKey } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import type { PayoutSummary } from '#contract/moneyRows.ts'
import type { OptionList } from '#contract/options.ts'
import type { PayinSummary, PayOrder } from '#contract/rows.ts'
import type { PATTERNS } from '#contract/rules.ts'
import type { ExportQuery, OrderFilter, PagedOrders } from '#contract/shapes.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Fact, OrderField } from '../detail/fact.ts'

/** A list of orders as a value: what it asks for, shows, filters by and can do. Everything a list screen is follows from it. */
export interface List {
  /** Names what is remembered of it. */
  readonly id: string
  readonly kind: OrderKind
  readonly call: Call<PagedOrders, PayOrder[]>
  /** Decimals of its amounts. */
  readonly places: number
  readonly columns: readonly ListColumn[]
  readonly filters: readonly Filter[]
  /** Figures of the whole query; null where no call tells them, because a sum of some rows would look like one of all. */
  readonly summary: Call<OrderFilter, PayinSummary | PayoutSummary> | null
  readonly export: { readonly call: Call<ExportQuery, Blob>; readonly key: PermissionKey; readonly title: MessageKey } | null
  /** Facts of a record, in the order they are read. */
  readonly facts: readonly Fact[]
}

export interface ListColumn extends Fact {
  readonly id: string
  /** The gateway can sort by it. */
  readonly isSortable: boolean
  /** Waits to be switched on. */
  readonly isHidden: boolean
  /** For whom it is: who sees the orders of several merchants, staff, or everybody. */
  readonly only: 'several' | 'staff' | null
  /** The filter that its value can be put into. */
  readonly filter: Extract<FilterField, OrderField> | null
}

/** Fields of the filter that a list may offer; days stand for three of them. */
export type FilterField = keyof OrderFilter & string

export type TextField = Extract<
  FilterField,
  'merchantOrderNo' | 'platOrderNo' | 'payOrderNo' | 'accountNumber' | 'payerName' | 'receiveAccount' | 'receiveName'
>

export type SeveralField = Extract<
  FilterField,
  'status' | 'payMethod' | 'payChannel' | 'bankCode' | 'notifyStatus' | 'merchantNo'
>

const WITHOUT: Partial<Record<FilterField, FilterField>> = {
  status: 'notStatus',
  payMethod: 'notPayMethod',
  payChannel: 'notPayChannel',
  notifyStatus: 'notNotifyStatus',
  merchantNo: 'notMerchantNo',
  payerName: 'notPayerName',
}

/** The field that leaves out what another one asks for; null where nothing can be left out. */
export const withoutOf = (field: FilterField): FilterField | null => WITHOUT[field] ?? null

type Suffix<Key extends MessageKey, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never

/** What a condition is called in the filter language, in English; every other language has its own words for it. */
export type QueryName = Suffix<MessageKey, 'query.name.'>

/** Values of a field that have a name together. */
export interface ListFlag {
  readonly name: Suffix<MessageKey, 'query.flag.'>
  readonly values: readonly string[]
}

/** One control of the filter bar, and the conditions of the filter language that say the same. */
export type Filter =
  | { readonly kind: 'days'; readonly hasField: boolean }
  | {
      readonly kind: 'text'
      readonly field: TextField
      readonly name: QueryName
      readonly title: MessageKey
      readonly rule: keyof typeof PATTERNS | null
    }
  | {
      readonly kind: 'several'
      readonly field: SeveralField
      readonly name: QueryName
      readonly title: MessageKey
      readonly from: Choices
      readonly flags?: readonly ListFlag[]
    }
  | { readonly kind: 'amounts' }

/** Where the choices of a filter come from. */
export type Choices = { readonly list: OptionList } | 'channels' | 'methods' | 'banks' | 'notifyStatuses' | 'merchants'
