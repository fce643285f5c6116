import type { Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import type { HasFeature } from '#contract/features.ts'
import type { OptionList } from '#contract/options.ts'
import type { SavedView } from '#contract/rows/views.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { AppScope } from './appScope.ts'
import type { Days, RangeName } from './dateRange.ts'
import type { RouteId } from './navigation/routes.ts'
import type { ReconcileScope } from './reconcile/scope.ts'
import type { RowKind, RowRef } from './rows/rowRef.ts'

/** Everything a command can read and do. The properties are getters, so unread ones cost nothing. */
export interface Scope {
  readonly permissions: Permissions
  readonly hiddenMenus: readonly string[]
  readonly hasFeature: HasFeature
  readonly route: RouteId | null
  readonly list: ListScope | null
  readonly detail: DetailScope | null
  readonly form: FormScope | null
  readonly dashboard: DashboardScope | null
  readonly reconcile: ReconcileScope | null
  readonly app: AppScope
  /** Idempotency key of this run: the gateway executes calls with the same key at most once. */
  readonly idempotencyKey: string
  /**
   * Calls the gateway. Errors are shown to the user before they are rethrown, so commands need not catch them, except for a refusal
   * with the code that the command handles.
   */
  call<In extends object, Out>(
    call: Call<In, Out>,
    input: In,
    options?: { idempotencyKey?: string; handles?: string },
  ): Promise<Out>
  /** Downloads a file from the gateway and saves it. Progress and outcome are shown to the user. */
  download<In extends object>(call: Call<In, Blob>, input: In): Promise<void>
}

export type CopyTarget = 'orderNo' | 'row' | 'link' | 'payLink' | 'cell' | 'query' | 'smart'

/** The open saved view, and whether the list has been changed since. */
export interface OpenView {
  readonly view: SavedView
  readonly isChanged: boolean
}

export type BulkAction = 'notify' | 'retry' | 'reconcile' | 'note' | 'assign' | 'unassign' | 'enable' | 'disable'

/** The open list. Cursor moves are relative to the cursor and stop at the edges of the result. */
export interface ListScope {
  readonly kind: RowKind
  /** Its rows are in this browser: the gateway neither filters, sorts nor pages them. */
  readonly isLocal?: true
  /** The row under the cursor; null while its page is not loaded. */
  readonly row: RowRef | null
  readonly isRowLoading?: boolean
  /** The shown rows belong to the previous query and are replaced when the new ones arrive. Actions skip them. */
  readonly areRowsStale?: boolean
  readonly selected: readonly RowRef[]
  readonly selectedCount: number
  /**
   * The column of the cursor: whether it can be sorted, filtered by the value under the cursor, and filtered by all other
   * values.
   */
  readonly column: { id: string; sortable: boolean; filterable: boolean; excludable: boolean } | null
  readonly columns: readonly { id: string; title: CommonKey; sortable: boolean }[]
  readonly canExport: boolean
  /** No call exports the list: its rows are read and exported by the console, which needs no further permission. */
  readonly exportsRows: boolean
  /** The option list with the status labels; null when rows have no status. */
  readonly statuses: OptionList | null
  /** Fraction digits of the rows' amounts; null when rows have no amount of their own. */
  readonly fractionDigits: number | null
  readonly hasDays: boolean
  /** Number of rows of the result; an estimate when the gateway does not count. */
  readonly total: number
  readonly openView: OpenView | null
  /** The query as a saved view stores it: relative dates stay relative. */
  viewQuery(how: { withColumns: boolean }): string
  /** Marks the view with this name as the open one. */
  followView(name: string): void
  /** Loaded rows that have this number in any of their number fields. */
  findLoaded(number: string): readonly RowRef[]
  /** The filter value of a field, encoded as in an address; null when the field is not filtered. */
  filterValue(field: string): string | null

  /** Focuses the cell under the cursor. */
  focus(): void
  moveBy(rows: number): void
  /** Moves the cursor to a row of the whole result, counted from 1. */
  moveTo(row: number | 'last'): void
  moveByViewport(screens: 1 | -1): void
  moveCell(to: 1 | -1 | 'first' | 'last'): void
  /** Moves by pages of the gateway. */
  goToPage(to: number | 'first' | 'last' | { by: number }): void
  open(how: 'detail' | 'tab'): void
  peek(): void
  openRowMenu(): void
  enterCell(): void

  toggleSelected(): void
  extendSelection(by: number): void
  /** Selects the loaded rows; when called again, everything that matches the filter. */
  selectAll(): void
  /** Selects what is not selected, among everything that matches the filter. */
  invertSelection(): void
  /** Adds the loaded rows with this text in a shown column to the selection; `*` stands for any characters. */
  selectLike(pattern: string): Promise<void>
  /** Shows the two selected rows side by side. */
  compareSelected(): void
  clearSelection(): void
  /** Keeps only these ids selected: the rows on which a bulk action failed. */
  keepSelected(ids: readonly string[]): void
  /** Whether the list can be filtered to the selected rows. */
  readonly canShowSelected: boolean
  showSelected(): void
  /** Selects rows that add up to an amount: among the selected ones, else among all that match. */
  selectSum(amount: string): Promise<void>
  /** The sets of rows that the last search for a sum has found; 0 before. */
  readonly sumCount: number
  /** Selects the next or previous of them. */
  walkSums(by: 1 | -1): void
  /** Moves to the next row without a review mark. An open detail follows. */
  moveToUnreviewed(): void

  refresh(): void
  /** Moves forward or back by this many rows that are inconsistent or have an unseen change. */
  moveToChange(by: number): void
  /**
   * Marks rows as being mutated, so that their changes are not announced. Call the returned function when done; it re-reads the
   * rows.
   */
  beginMutation(ids: ReadonlySet<string>): () => void
  focusFilter(): void
  /** Focuses the controls of the filter. */
  editFilter(): void
  /** Applies a text of the filter language, or shows it with its errors. */
  filterBy(text: string): void
  submitFilters(): void
  resetFilters(): void
  setRange(range: RangeName | Days): void
  setStatus(status: string): void
  /** Filters by the value under the cursor, or by all other values. */
  filterByCell(how: 'only' | 'without'): void
  sort(column: string, direction: 'asc' | 'desc' | null): void
  toggleSort(): void
  setPageSize(size: number): void
  chooseColumns(): void
  widenColumn(by: 1 | -1): void
  toggleDensity(): void
  copy(what: CopyTarget): Promise<void>
  toggleSums(): void
  /** Announces the cursor position and shows it in the status bar. */
  announcePosition(): void
  export(what: 'list' | 'selection'): Promise<void>
  /** Runs an action on the selected rows, with progress and a result per row. `value` is the note that it writes or the account that it assigns. */
  runBulkAction(command: BulkAction, value?: string): void
}

/** The open detail, next to the list or covering it. */
export interface DetailScope {
  readonly row: RowRef
  focus(): void
  next(by: number): void
  toggleFull(): void
  tab(by: 1 | -1): void
  openMenu(): void
  /** Announces number, amount and status of the open row. */
  announce(): void
  copy(what: 'orderNo' | 'row' | 'link'): Promise<void>
  reload(): void
  /** Sets the days its figures cover; null when it has none. */
  readonly setRange: ((range: RangeName | Days) => void) | null
  close(): void
}

export interface FormScope {
  /** Submits the form, or goes to its confirmation step. */
  submit(): void
  /** Checks whether the awaited payment has arrived. */
  check?: (() => void) | undefined
  chooseOption?: ((nth: number) => void) | undefined
  /** Fills the form in from the next earlier submission of its kind. */
  refill?: (() => void) | undefined
}

export interface DashboardScope {
  refresh(): void
  /** Moves to another figure: `next` and `prev` within a group, `up` and `down` between groups. */
  move(to: 'next' | 'prev' | 'down' | 'up'): void
  /** Whether there are days to draw, as far as is known. */
  readonly hasChart: boolean
  /** Moves to the next or previous chart of the same days. */
  turnChart(by: 1 | -1): void
  toggleTable(): void
}
