import type { Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import type { ListedRow } from '#contract/listedRow.ts'
import type { Currency } from '#contract/money.ts'
import type { CheckoutOrder, Receipt } from '#contract/moneyRows.ts'
import type { OptionList } from '#contract/options.ts'
import type { Amount, Day, PayOrder, SavedView } from '#contract/rows.ts'
import type { CommonKey, Locale } from '#locales/messages.ts'
import type { ViewChange } from '#machines/views/viewsMachine.ts'
import type { CommandId } from './index.ts'
import type { PlaceId } from './places.ts'

/** Everything a command may know and touch. Made when it is asked for; what is not read is not computed. */
export interface Scope {
  readonly permissions: Permissions
  readonly hiddenMenus: readonly string[]
  readonly place: PlaceId | null
  readonly list: ListScope | null
  readonly detail: DetailScope | null
  readonly form: FormScope | null
  readonly dashboard: DashboardScope | null
  readonly app: AppScope
  /** Names this run to the gateway, which does what it is asked to do under one name at most once. */
  readonly runKey: string
  /** Calls the gateway. What fails has already been shown to the user; a command may let it pass. */
  call<In extends object, Out>(call: Call<In, Out>, input: In, options?: { once?: string }): Promise<Out>
  /** Fetches a file of the gateway and saves it; how far it is and how it ended is shown to the user. */
  download<In extends object>(call: Call<In, Blob>, input: In): Promise<void>
}

/** Which of the order lists a row stands in; says by which calls it is found, notified and moved. */
export type OrderKind = 'payin' | 'payout' | 'checkout' | 'usdtPayin' | 'usdtPayout' | 'agentPayin' | 'agentPayout'

/** Money that a merchant put in, took out or handed on. */
export type RecordKind = 'recharge' | 'withdraw' | 'transfer'

/** What is found by a number of its own, an amount or a name. */
export type FoundKind = OrderKind | RecordKind

/** What a list can hold: orders, records of money that came, went or changed hands, movements, days, and merchants. */
export type RowKind = FoundKind | 'entry' | 'day' | 'agentDay' | 'agentMerchant' | 'subMerchant'

/** A row on the screen. */
export interface RowRef {
  readonly kind: RowKind
  readonly row: ListedRow
}

/** An order on the screen. */
export interface OrderRef {
  readonly kind: OrderKind
  readonly order: PayOrder & Partial<CheckoutOrder>
}

/** Enough of a row to find it again: the id it has in its list, and the number it is known by. */
export interface RowKey<Kind extends RowKind = RowKind> {
  readonly kind: Kind
  readonly id: string
  readonly number: string
}

export type OrderKey = RowKey<OrderKind>

/** Quick ranges of days. Week starts on Monday; each is the whole named period. */
export type RangeName = 'last7' | 'today' | 'week' | 'month' | 'year'

/** Days in WIB, both included. */
export interface Days {
  startDate: Day
  endDate: Day
}

export type Copied = 'orderNo' | 'row' | 'link' | 'payLink' | 'cell' | 'query' | 'smart'

/** A saved view on the screen, and whether something else is asked by now. */
export interface OpenView {
  readonly view: SavedView
  readonly isChanged: boolean
}

/** What can be done to many rows at once. */
export type BulkName = 'notify' | 'retry' | 'reconcile' | 'enable' | 'disable'

/** The list that is open. Moves are counted from the cursor; what would leave the result stops at its edge. */
export interface ListScope {
  readonly kind: RowKind
  /** The row under the cursor, once its page is here. */
  readonly row: RowRef | null
  readonly selected: readonly RowRef[]
  readonly selectedCount: number
  /** A column the cursor stands in, whether the list can be sorted by it, and filtered by its value, or by all others. */
  readonly column: { id: string; sortable: boolean; filterable: boolean; excludable: boolean } | null
  readonly columns: readonly { id: string; title: CommonKey; sortable: boolean }[]
  readonly canExport: boolean
  /** What it has words for states from; null where rows have none. */
  readonly statuses: OptionList | null
  /** Decimals of the amounts of its rows; null where rows have none of their own. */
  readonly decimals: number | null
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
  known(number: string): readonly RowRef[]
  /** What its filter asks of a field, as an address says it; null where it asks nothing. */
  asked(field: string): string | null

  /** Puts the focus on the cell of the cursor, wherever its row is drawn by now. */
  focus(): void
  moveBy(rows: number): void
  /** To a row of the whole result, from 1. */
  moveTo(row: number | 'last'): void
  moveByViewport(screens: 1 | -1): void
  moveCell(to: 1 | -1 | 'first' | 'last'): void
  /** By pages as the gateway cuts them. */
  turn(to: number | 'first' | 'last' | { by: number }): void
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
  toUnreviewed(): void

  /** Reads the list again: what has been made or changed since comes in. */
  refresh(): void
  /** To the next row, so many on, that cannot be as it is, or that has changed and that nobody has looked at since. */
  walkChanges(by: number): void
  /** Reads the page of one row again, after something was done to it. */
  refreshRow(id: string): void
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
  copy(what: Copied): Promise<void>
  /** Shows under the rows what the selection comes to, or hides that. */
  toggleSums(): void
  /** Says aloud, and in the status bar, where the cursor is. */
  speakWhere(): void
  /** Downloads what the filter shows. */
  export(range?: RangeName): Promise<void>
  /** Starts a command over the selected rows, with progress and per-row results. */
  runOverSelection(command: BulkName): void
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
  speak(): void
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
  choose?: ((nth: number) => void) | undefined
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

/** Whether notices may be shown outside of the page: nobody was asked yet, yes, no, or the browser cannot. */
export type DesktopNotices = 'default' | 'granted' | 'denied' | 'unsupported'
/** Something that was done and can be taken back. */
export interface Deed {
  readonly what: Said
  undo(): void | Promise<void>
  redo(): void | Promise<void>
  /** What it was done to; it is forgotten with it. */
  readonly owner?: object
  /** Deeds of one name that follow each other closely are one: a column that is pulled. */
  readonly part?: string
}

/** How much of a row is read out: all that is shown, what differs from the row before, or amount and state. */
export const VERBOSITIES = ['full', 'changed', 'brief'] as const
export type Verbosity = (typeof VERBOSITIES)[number]

export type Theme = 'system' | 'light' | 'dark'

/**
 * What the telephone does: there is none, it is switched off, it cannot be reached, it waits, somebody calls, a call is on its
 * way, or one is heard.
 */
export type TelephoneState = 'none' | 'off' | 'lost' | 'waiting' | 'ringing' | 'calling' | 'talking'

/** What a short notice is about. */
export type Tone = 'info' | 'done' | 'error'

/** A text of the console with what stands in its holes; an `info` when it does not say. */
export type Said = readonly [key: CommonKey, params?: Record<string, string | number>, tone?: Tone]

/** Figures to look at, and to copy one by one. */
export interface Answer {
  figures: readonly Figure[]
}

export interface Figure {
  label: CommonKey
  amount: Amount
  currency: Currency
}

/** A receipt as it was handed in: a picture or a document, as a data URL. */
export interface HandedIn {
  readonly number: string
  readonly content: string
}

/** The console around the screens. */
export interface AppScope {
  readonly locale: Locale
  /** Whether keys without a modifier are commands. */
  readonly characterKeys: boolean
  /** Whether the user's own passcode is on; null while nobody has said. */
  readonly passcode: boolean | null
  readonly hasNotices: boolean
  /** Whether money was sent that can still be taken back. */
  readonly holdsSomething: boolean
  readonly noticeTypes: readonly string[]
  readonly desktopNotices: DesktopNotices
  readonly telephone: TelephoneState
  readonly theme: Theme
  /** Orders and records looked at lately, newest first. */
  readonly recents: readonly RowKey[]
  /** Whether the gateway plays payers and banks; null where it does not say. */
  readonly simulates: boolean | null
  /** Lists as plain tables, one page at a time, for who listens to them. */
  readonly readsAloud: boolean
  readonly verbosity: Verbosity
  readonly views: readonly SavedView[]
  /** What would be taken back or done again, and what was last done to a row. */
  readonly undoable: Said | null
  readonly redoable: Said | null
  readonly repeatable: Said | null
  /** Members of an option list with their texts; none while they are not here. */
  options(list: OptionList): readonly { key: string; value: string }[]
  days(range: RangeName): Days

  go(path: string, how?: 'push' | 'newTab'): void
  goTo(place: PlaceId): void
  back(): void
  /** Opens a page outside of the console in a tab of its own. */
  openLink(url: string): void
  /** Opens the developer document in a tab of its own. */
  openDocument(): void
  /** Opens the list of this kind of row with this one row in it, and its detail. */
  openRow(row: RowKey, how?: 'push' | 'newTab'): void
  /** Looks for many orders, a line each; without lines they are asked for. */
  openLines(text: string | null): void
  signOut(): void
  /** Resolves when the gateway agreed and the texts are here. */
  setLocale(locale: Locale): Promise<void>
  setTheme(theme: Theme): void
  toggleSidebar(): void
  setCharacterKeys(on: boolean): void
  /** How long a chord waits for its next key, in milliseconds; null waits for ever. */
  setChordLimit(ms: number | null): void
  setReadsAloud(on: boolean): void
  setVerbosity(verbosity: Verbosity): void
  /** Resolves when it is kept. */
  changeView(change: ViewChange): Promise<void>
  /** Notes down what can be taken back. */
  did(deed: Deed): void
  undo(): Promise<void>
  redo(): Promise<void>
  /** Does to the row under the cursor what was last done to another. */
  repeat(): void
  openPalette(mode: 'all' | 'commands' | 'orders'): void
  togglePalette(): void
  openShortcuts(): void
  openAbout(): void
  openNotices(): void
  /** Puts the slip of a payout on the screen, ready to be printed. */
  showReceipt(receipt: Receipt): void
  /** Puts a receipt that somebody handed in on the screen. */
  showHandedIn(receipt: HandedIn): void
  /** Puts the form of a sub-merchant over the screen: of this one, or of a new one. */
  openSubMerchant(merchantNo: string | null): void
  openLog(): void
  /** Puts the telephone on the screen with this number in it. */
  openSoftphone(number: string): void
  /** On, it can be called from then on. */
  switchTelephone(on: boolean): Promise<void>
  tellTelephone(order: 'answer' | 'hangUp' | 'mute'): void
  fetchNotices(): void
  /** Takes back what was sent last, while it is on hold; what came of it is told. */
  takeBack(): void
  clearNotices(type: string): void
  /** Lets the browser ask the user, which it only does while he is doing something. */
  askForDesktopNotices(): Promise<DesktopNotices>
  reloadOptions(): Promise<void>
  /** One step down the ladder: what Escape closes or clears next. */
  escape(): void
  /** Says that it is copied, in these words where some are given, or that the browser refuses. A table goes with its text. */
  copy(text: string, said?: Said, html?: string): Promise<void>
  /** A short notice on the screen, read out politely; with the key that takes it back it stands longer. */
  toast(said: Said, way?: 'undo'): void
  run(command: CommandId): void
}
