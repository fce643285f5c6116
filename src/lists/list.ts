import type { RowKind } from '#commands/rows/rowRef.ts'
import type { Permission, Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import type { Feature } from '#contract/features.ts'
import type { ListedRow, RowField } from '#contract/rows/listedRow.ts'
import type { Merchant } from '#contract/rows/merchants.ts'
import type { MovementTrail } from '#contract/rows/movements.ts'
import type { OrderTrail } from '#contract/rows/orders.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { DetailField } from '../detail/detailField.ts'
import type { Tab } from '../detail/tabs.ts'
import type { LazyComponent } from '../ui/lazyComponent.tsx'
import type { createChainWarnings } from './chain/chainWarnings.ts'
import type { FilterField } from './filters/filter.ts'
import type { ListCall, RowSource } from './paging/rowReader.ts'
import type { Summary } from './summary/figures.ts'

/** The definition of a list: what it requests, shows, filters by and can do. The list screen is derived from it. */
export interface List extends RowSource {
  /** Key of the stored column layout and name of saved files. */
  readonly id: string
  readonly kind: RowKind
  readonly columns: readonly ListColumn[]
  /** The fields and the tabs of the open row. */
  readonly fields: readonly DetailField[]
  readonly tabs: readonly Tab[]
  /** The field of the heading of the open row. */
  readonly header: RowField
  readonly state: 'status' | 'type' | null
  readonly amount: RowField | null
  readonly fractionDigits: number
  /** The gateway knows only the documented conditions: one number of an order, in full. */
  readonly hasPlainFilters: boolean
  /** Figures of the whole query; null when no call returns them, because the sum of one page would look like a total. */
  readonly summary: Summary | null
  /** Address of the list behind a figure, in a row or in the summary; null for a figure without one. */
  readonly drillDownLink?: (field: string, of: DrillDownFilter, permissions: Permissions) => string | null
  readonly export: ListExport | null
  /** The field that holds the fee; null for rows without one. */
  readonly fee: RowField | null
  /** The fields summed over a selection of rows without an amount and a status of their own. */
  readonly totals: readonly DetailField[]
  /** The call that returns the current row and its history; `row` when the row itself is all there is, null when its list has it. */
  readonly trail: Call<{ id: string }, OrderTrail | MovementTrail> | 'row' | null
  /** Finds the rows that need attention; null for lists without such rows. */
  readonly createWarnings: typeof createChainWarnings | null
  /** A section above the fields of the open row; null for most lists. */
  readonly detailHeader: LazyComponent<{ row: ListedRow }> | null
  /** A picture of the filtered rows above them. */
  readonly overview?: { readonly Overview: LazyComponent<object>; readonly feature?: Feature }
  /** The detail header covers a date range that the user can change. */
  readonly hasDetailRange: boolean
  /** The gateway words fields of the rows in the language of the user. */
  readonly isWorded?: true
  /** The direction of the channels and methods to choose from; null when none can. */
  readonly direction: 'PAYIN' | 'PAYOUT' | null
  /** The call that returns the merchants to filter by; null for lists of one merchant. */
  readonly merchants: Call<Record<string, never>, Pick<Merchant, 'merchantNo' | 'merchantName'>[]> | null
}

/** The call that exports a list, as the gateway offers it to accounts with this permission. */
interface ListExport {
  readonly call: ListCall<Blob>
  readonly permission: Permission
  /** The gateway chooses the kind of order by the account: for staff, which sees this kind, too, it would export the other one. */
  readonly isForOwnersOnly?: boolean
}

/** The date range and the merchant of a figure. */
export interface DrillDownFilter {
  readonly startDate?: string
  readonly endDate?: string
  readonly merchantNo?: string
}

export interface ListColumn extends DetailField {
  readonly id: string
  /** The gateway can sort by this column. */
  readonly isSortable: boolean
  /** Hidden until the user shows it. */
  readonly isHidden: boolean
  /** Users that see the column: `several` for users with several merchants, null for all users. */
  readonly audience: 'several' | 'staff' | null
  /** The filter that takes a value of this column. */
  readonly filter: Extract<FilterField, RowField> | null
  /** Shown in rows without a value. */
  readonly emptyText?: CommonKey
}
