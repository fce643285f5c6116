import type { RowKind } from '#commands/scope.ts'
import type { Permission, Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import type { ListedRow, RowField } from '#contract/listedRow.ts'
import type { OptionList } from '#contract/options.ts'
import type { MerchantChoice } from '#contract/rows/merchants.ts'
import type { PATTERNS } from '#contract/rules.ts'
import type { EntryFilter } from '#contract/shapes/ledger.ts'
import type { SubMerchantFilter } from '#contract/shapes/merchants.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { Api } from '../api/client.ts'
import type { Fact } from '../detail/fact.ts'
import type { RecordLook } from '../detail/Record.tsx'
import type { Trail } from '../detail/trail.ts'
import type { Words } from '../detail/words.ts'
import type { RangeName } from '../format/ranges.ts'
import type { Later } from '../ui/later.tsx'
import type { DrillDownFilter } from './definitions/agentDrillDownLink.ts'
import type { HeaderLink } from './HeaderLinks.tsx'
import type { ListController } from './listController.ts'
import type { CreateRowReader } from './paging/rowReader.ts'
import type { RowWarnings, WarningHost } from './rowWarnings.ts'
import type { Summary } from './summary/figures.ts'

/** A list as a value: what it asks for, shows, filters by and can do. Everything a list screen is follows from it. */
export interface List extends RecordLook {
  /** Names what is remembered of it. */
  readonly id: string
  readonly kind: RowKind
  readonly call: ListCall<readonly object[]>
  /** How it is read, where its call knows no filter, no order and no pages. */
  readonly createReader?: CreateRowReader
  readonly columns: readonly ListColumn[]
  readonly filters: readonly Filter[]
  /** Figures of the whole query; null where no call tells them, because a sum of some rows would look like one of all. */
  readonly summary: Summary | null
  /** The list of what a figure counts, in a row or above them; null for what counts nothing that is listed. */
  readonly drillDownLink?: (field: string, of: DrillDownFilter, permissions: Permissions) => string | null
  /** Places it leads to. */
  readonly headerLinks?: readonly HeaderLink[]
  readonly export: { readonly call: ListCall<Blob>; readonly key: Permission; readonly title: CommonKey } | null
  /** The field that has what an amount cost; null where sums have no such column. */
  readonly fee: RowField | null
  /** What is added up of chosen rows, where they have no amount of their own and no state to tell them apart by. */
  readonly totals: readonly Fact[]
  /** What happened to a row, newer than the row itself; null where no call tells. */
  readonly fetchTrail: ((api: Api, row: ListedRow, signal: AbortSignal) => Promise<RowWithTrail>) | null
  /** Which of its rows want to be looked at; null where all are alike. */
  readonly createWarnings: ((controller: WarningHost) => RowWarnings) | null
  /** What stands above the facts of a record, where a list has more to say of one. */
  readonly detailHeader: Later<DetailHeaderProps> | null
  /** Whether that is of a range of days. */
  readonly hasDetailRange: boolean
  /** Which way money goes whose channels and methods can be chosen; null where none can. */
  readonly direction: 'PAYIN' | 'PAYOUT' | null
  /** Whose rows these may be; null where that is not asked. */
  readonly merchants: Call<Record<string, never>, Pick<MerchantChoice, 'merchantNo' | 'merchantName'>[]> | null
}

/** What is above the facts of a record is drawn from these. */
export interface DetailHeaderProps {
  readonly controller: ListController
  readonly row: ListedRow
  readonly words: Words
}

/** A call that takes a list's filter, each some of its fields. */
// biome-ignore lint/suspicious/noExplicitAny: the input is contravariant, so anything narrower would accept no call at all
export type ListCall<Out> = Call<any, Out>

/** A row as it stands now, and what happened to it. */
export interface RowWithTrail {
  readonly record: ListedRow
  readonly trail: Trail
}

export interface ListColumn extends Fact {
  readonly id: string
  /** The gateway can sort by it. */
  readonly isSortable: boolean
  /** Waits to be switched on. */
  readonly isHidden: boolean
  /** For whom it is: who sees the orders of several merchants, staff, or everybody. */
  readonly audience: 'several' | 'staff' | null
  /** The filter that its value can be put into. */
  readonly filter: Extract<FilterField, RowField> | null
  /** What stands where a row has no value. */
  readonly emptyText?: CommonKey
}

/** Fields of the filter that a list may offer; days stand for three of them. */
export type FilterField = (keyof OrderFilter | keyof EntryFilter | keyof SubMerchantFilter) & string

export type TextField = Extract<
  FilterField,
  | 'merchantOrderNo'
  | 'platOrderNo'
  | 'payOrderNo'
  | 'accountNumber'
  | 'payerName'
  | 'receiveAccount'
  | 'receiveName'
  | 'receiveMerchantNo'
  | 'accountHoldName'
  | 'merchantName'
  | 'username'
>

export type SeveralField = Extract<
  FilterField,
  'status' | 'payMethod' | 'payChannel' | 'bankCode' | 'notifyStatus' | 'review' | 'merchantNo' | 'type'
>

/** A field -> the one that leaves out what it asks for. */
export const EXCLUDE_FIELDS: Partial<Record<FilterField, FilterField>> = {
  status: 'notStatus',
  type: 'notType',
  payMethod: 'notPayMethod',
  payChannel: 'notPayChannel',
  notifyStatus: 'notNotifyStatus',
  review: 'notReview',
  merchantNo: 'notMerchantNo',
  payerName: 'notPayerName',
}

/** The field that leaves out what a control asks for; null where nothing can be left out. */
export const excludeFieldOf = (control: Filter | undefined): FilterField | null =>
  control === undefined || control.kind === 'days' || control.kind === 'amounts' || control.isOnlyWith === true
    ? null
    : (EXCLUDE_FIELDS[control.field] ?? null)

/** The control that puts a value into a field. */
export const controlOf = ({ filters }: Pick<List, 'filters'>, field: FilterField | null): Filter | undefined =>
  filters.find((control) => (control.kind === 'text' || control.kind === 'several') && control.field === field)

type Suffix<Key extends CommonKey, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never

/** What a condition is called in the filter language, in English; every other language has its own words for it. */
export type QueryName = Suffix<CommonKey, 'query.name.'>

/** Values of a field that have a name together. */
export interface ListFlag {
  readonly name: Suffix<CommonKey, 'query.flag.'>
  readonly values: readonly string[]
}

/** One control of the filter bar, and the conditions of the filter language that say the same. */
export type Filter =
  | {
      readonly kind: 'days'
      /** Whether they may be those of completion. */
      readonly hasField: boolean
      /** What is asked for where nothing is said; null for all of them. */
      readonly usual: RangeName | null
    }
  | {
      readonly kind: 'text'
      readonly field: TextField
      readonly name: QueryName
      readonly title: CommonKey
      readonly rule: keyof typeof PATTERNS | null
      /** Nothing can be left out by it. */
      readonly isOnlyWith?: true
    }
  | {
      readonly kind: 'several'
      readonly field: SeveralField
      readonly name: QueryName
      readonly title: CommonKey
      readonly from: Choices
      readonly flags?: readonly ListFlag[]
      readonly isOnlyWith?: true
    }
  | { readonly kind: 'amounts' }

/** Where the choices of a filter come from. */
export type Choices =
  | { readonly list: OptionList /** Those of its members that such rows have. */; readonly only?: readonly string[] }
  | 'channels'
  | 'methods'
  | 'banks'
  | 'notifyStatuses'
  | 'reviews'
  | 'merchants'
