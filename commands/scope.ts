import type { Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import type { Currency } from '#contract/money.ts'
import type { CheckoutOrder, Receipt } from '#contract/moneyRows.ts'
import type { OptionList } from '#contract/options.ts'
import type { Amount, Day, PayOrder } from '#contract/rows.ts'
import type { Locale, MessageKey } from '#locales/messages.ts'
import type { CommandId } from './index.ts'
import type { PlaceId } from './places.ts'

/** Everything a command may know and touch. Made when it is asked for; what is not read is not computed. */
export interface Scope {
  readonly permissions: Permissions
  readonly hiddenMenus: readonly string[]
  readonly place: PlaceId | null
  readonly list: ListScope | null
  readonly detail: DetailScope | null
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

/** An order on the screen. */
export interface OrderRef {
  readonly kind: OrderKind
  readonly order: PayOrder & Partial<CheckoutOrder>
}

/** Enough of an order to find it again: the gateway's id, and the platform's number for people to read. */
export interface OrderKey {
  readonly kind: OrderKind
  readonly id: string
  readonly number: string
}

/** Quick ranges of days. Week starts on Monday; each is the whole named period. */
export type RangeName = 'last7' | 'today' | 'week' | 'month' | 'year'

/** Days in WIB, both included. */
export interface Days {
  startDate: Day
  endDate: Day
}

export type Copied = 'orderNo' | 'row' | 'link' | 'cell' | 'query' | 'smart'

/** What can be done to many orders at once. */
export type BulkName = 'notify' | 'retry'

/** The list that is open. Moves are counted from the cursor; what would leave the result stops at its edge. */
export interface ListScope {
  readonly kind: OrderKind
  /** The order under the cursor, once its page is here. */
  readonly row: OrderRef | null
  readonly selected: readonly OrderRef[]
  readonly selectedCount: number
  /** A column the cursor stands in, whether the list can be sorted by it, and filtered by its value, or by all others. */
  readonly column: { id: string; sortable: boolean; filterable: boolean; excludable: boolean } | null
  readonly columns: readonly { id: string; title: MessageKey; sortable: boolean }[]
  readonly canExport: boolean
  /** Rows of the result; an estimate when the gateway does not count. */
  readonly total: number
  /** Orders that are already here and have this number, whichever of their numbers it is. */
  known(number: string): readonly OrderRef[]

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

  refresh(): void
  /** Reads the page of one order again, after something was done to it. */
  refreshOrder(id: string): void
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
  /** Puts a table of the sums of the selection on the screen. */
  sumSelection(): void
  /** Says aloud, and in the status bar, where the cursor is. */
  speakWhere(): void
  /** Downloads what the filter shows. */
  export(range?: RangeName): Promise<void>
  /** Starts a command over the selected rows, with progress and per-row results. */
  runOverSelection(command: BulkName): void
}

/** The record that is open beside the list or over it. */
export interface DetailScope {
  readonly order: OrderRef
  focus(): void
  next(by: number): void
  toggleFull(): void
  tab(by: 1 | -1): void
  openMenu(): void
  /** Says aloud what is open: number, amount, state. */
  speak(): void
  copy(what: 'orderNo' | 'row' | 'link'): Promise<void>
  reload(): void
  close(): void
}

export type Theme = 'system' | 'light' | 'dark'

/** What a short notice is about. */
export type Tone = 'info' | 'done' | 'error'

/** A text of the console with what stands in its holes; an `info` when it does not say. */
export type Said = readonly [key: MessageKey, params?: Record<string, string | number>, tone?: Tone]

/** Figures to look at, and to copy one by one. */
export interface Answer {
  figures: readonly Figure[]
}

export interface Figure {
  label: MessageKey
  amount: Amount
  currency: Currency
}

/** The console around the screens. */
export interface AppScope {
  readonly locale: Locale
  /** Whether keys without a modifier are commands. */
  readonly characterKeys: boolean
  readonly hasNotices: boolean
  readonly noticeTypes: readonly string[]
  readonly theme: Theme
  /** Orders looked at lately, newest first. */
  readonly recents: readonly OrderKey[]
  /** Whether the gateway plays payers and banks; null where it does not say. */
  readonly simulates: boolean | null
  /** Members of an option list with their texts; none while they are not here. */
  options(list: OptionList): readonly { key: string; value: string }[]
  days(range: RangeName): Days

  go(path: string, how?: 'push' | 'newTab'): void
  goTo(place: PlaceId): void
  back(): void
  /** Opens a page outside of the console in a tab of its own. */
  openLink(url: string): void
  /** Opens the list of this kind of order with this one order in it, and its detail. */
  openOrder(order: OrderKey, how?: 'push' | 'newTab'): void
  signOut(): void
  /** Resolves when the gateway agreed and the texts are here. */
  setLocale(locale: Locale): Promise<void>
  setTheme(theme: Theme): void
  toggleSidebar(): void
  setCharacterKeys(on: boolean): void
  /** How long a chord waits for its next key, in milliseconds; null waits for ever. */
  setChordLimit(ms: number | null): void
  openPalette(mode: 'all' | 'commands' | 'orders'): void
  togglePalette(): void
  openShortcuts(): void
  openAbout(): void
  openNotices(): void
  /** Puts the slip of a payout on the screen, ready to be printed. */
  showReceipt(receipt: Receipt): void
  openLog(): void
  fetchNotices(): void
  clearNotices(type: string): void
  reloadOptions(): Promise<void>
  /** One step down the ladder: what Escape closes or clears next. */
  escape(): void
  /** Says that it is copied, in these words where some are given, or that the browser refuses. */
  copy(text: string, said?: Said): Promise<void>
  /** A short notice on the screen, read out politely. */
  toast(said: Said): void
  run(command: CommandId): void
}
