import type { Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import type { OptionList } from '#contract/options.ts'
import type { SavedView } from '#contract/rows/views.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { AppScope } from './appScope.ts'
import type { Days, RangeName } from './dateRange.ts'
import type { RouteId } from './navigation/routes.ts'
import type { RowKind, RowRef } from './rows/rowRef.ts'

/** Everything a command may know and touch. Made when it is asked for; what is not read is not computed. */
export interface Scope {
  readonly permissions: Permissions
  readonly hiddenMenus: readonly string[]
  readonly route: RouteId | null
  readonly list: ListScope | null
  readonly detail: DetailScope | null
  readonly form: FormScope | null
  readonly dashboard: DashboardScope | null
  readonly app: AppScope
  /** Names this run to the gateway, which does what it is asked to do under one name at most once. */
  readonly idempotencyKey: string
  /** Calls the gateway. What fails has already been shown to the user; a command may let it pass. */
  call<In extends object, Out>(call: Call<In, Out>, input: In, options?: { idempotencyKey?: string }): Promise<Out>
  /** Fetches a file of the gateway and saves it; how far it is and how it ended is shown to the user. */
  download<In extends object>(call: Call<In, Blob>, input: In): Promise<void>
}

export type CopyTarget = 'orderNo' | 'row' | 'link' | 'payLink' | 'cell' | 'query' | 'smart'

/** A saved view on the screen, and whether something else is asked by now. */
export interface OpenView {
  readonly view: SavedView
  readonly isChanged: boolean
}

/** What can be done to many rows at once. */
export type BulkAction = 'notify' | 'retry' | 'reconcile' | 'enable' | 'disable'

/** The list that is open. Moves are counted from the cursor; what would leave the result stops at its edge. */
export interface ListScope {
  readonly kind: RowKind
  /** The row under the cursor, once its page is here. */
  readonly row: RowRef | null
  /** The row under the cursor is not here yet, and can be waited for. */
  readonly isRowLoading?: boolean
  /** The rows that are shown are those of another query: they go as soon as others come, and nothing is done to them. */
  readonly areRowsStale?: boolean
  readonly selected: readonly RowRef[]
  readonly selectedCount: number
  /** A column the cursor stands in, whether the list can be sorted by it, and filtered by its value, or by all others. */
  readonly column: { id: string; sortable: boolean; filterable: boolean; excludable: boolean } | null
  readonly columns: readonly { id: string; title: CommonKey; sortable: boolean }[]
  readonly canExport: boolean
  /** What it has words for states from; null where rows have none. */
  readonly statuses: OptionList | null
  /** Decimals of the amounts of its rows; null where rows have none of their own. */
  readonly fractionDigits: number | null
  readonly hasDays: boolean
  /** Rows of the result; an estimate when the gateway does not count. */
  readonly total: number
  /** The saved view it shows; null where it shows none. */
  readonly openView: OpenView | null
  /** What is asked of it, as a saved view keeps it: relative days stay relative. */
  viewQuery(how: { withColumns: boolean }): string
  /** From now on it is this view that is open, by name. */
  followView(name: string): void
  /** Rows that are already here and have this number, whichever of their numbers it is. */
  findLoaded(number: string): readonly RowRef[]
  /** What its filter asks of a field, as an address says it; null where it asks nothing. */
  filterValue(field: string): string | null

  /** Puts the focus on the cell of the cursor, wherever its row is drawn by now. */
  focus(): void
  moveBy(rows: number): void
  /** To a row of the whole result, from 1. */
  moveTo(row: number | 'last'): void
  moveByViewport(screens: 1 | -1): void
  moveCell(to: 1 | -1 | 'first' | 'last'): void
  /** By pages as the gateway cuts them. */
  goToPage(to: number | 'first' | 'last' | { by: number }): void
  open(how: 'detail' | 'tab'): void
  peek(): void
  openRowMenu(): void
  enterCell(): void

  toggleSelected(): void
  extendSelection(by: number): void
  /** The rows that are here; again, everything the filter matches. */
  selectAll(): void
  clearSelection(): void
  /** Keeps selected only these ids: what a bulk action could not do. */
  keepSelected(ids: readonly string[]): void
  /** Selects rows that add up to an amount: of the selected ones, else of all that match. */
  selectSum(amount: string): Promise<void>
  /** To the next row that nobody has found to agree or not; an open record goes along. */
  moveToUnreviewed(): void

  /** Reads the list again: what has been made or changed since comes in. */
  refresh(): void
  /** To the next row, so many on, that cannot be as it is, or that has changed and that nobody has looked at since. */
  moveToChange(by: number): void
  /** Something is being done to these rows; what comes of it is no news. To be called when that is over: they are read again. */
  beginMutation(ids: ReadonlySet<string>): () => void
  /** Puts the focus on the filter's text. */
  focusFilter(): void
  /** Puts the focus on the filter's controls. */
  editFilter(): void
  /** Asks for what a text of the filter language says, or shows it with what is wrong in it. */
  filterBy(text: string): void
  submitFilters(): void
  resetFilters(): void
  setRange(range: RangeName | Days): void
  setStatus(status: string): void
  /** Lets through only what has the value under the cursor, or all that has not. */
  filterByCell(how: 'only' | 'without'): void
  sort(column: string, direction: 'asc' | 'desc' | null): void
  toggleSort(): void
  setPageSize(size: number): void
  chooseColumns(): void
  widenColumn(by: 1 | -1): void
  toggleDensity(): void
  copy(what: CopyTarget): Promise<void>
  /** Shows under the rows what the selection comes to, or hides that. */
  toggleSums(): void
  /** Says aloud, and in the status bar, where the cursor is. */
  announcePosition(): void
  /** Downloads what the filter shows. */
  export(range?: RangeName): Promise<void>
  /** Starts a command over the selected rows, with progress and per-row results. */
  runBulkAction(command: BulkAction): void
}

/** The record that is open beside the list or over it. */
export interface DetailScope {
  readonly row: RowRef
  focus(): void
  next(by: number): void
  toggleFull(): void
  tab(by: 1 | -1): void
  openMenu(): void
  /** Says aloud what is open: number, amount, state. */
  announce(): void
  copy(what: 'orderNo' | 'row' | 'link'): Promise<void>
  reload(): void
  /** The days its figures are of; null where it has none. */
  readonly setRange: ((range: RangeName | Days) => void) | null
  close(): void
}

/** The form that is open. */
export interface FormScope {
  /** Does what the form is for, or goes to the step that asks once more. */
  submit(): void
  /** Looks whether what it waits for is there. */
  check?: (() => void) | undefined
  /** Goes to one of its ways, by their order. */
  chooseOption?: ((nth: number) => void) | undefined
}

/** The dashboard that is open. */
export interface DashboardScope {
  /** Reads every card again. */
  refresh(): void
  /** To another figure: sideways the one beside it, up and down to the next group of them. */
  move(to: 'next' | 'prev' | 'down' | 'up'): void
  /** To another chart of the same days. */
  turnChart(by: 1 | -1): void
  /** The chart as a table, and back. */
  toggleTable(): void
}

export type {
  MovementKind,
  OrderIdentity,
  OrderKind,
  OrderRef,
  RowIdentity,
  RowKind,
  RowRef,
  SearchableKind,
} from './rows/rowRef.ts'
