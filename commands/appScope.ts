import type { OptionList } from '#contract/options.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Person } from '#contract/rows/notes.ts'
import type { Receipt } from '#contract/rows/orders.ts'
import type { SavedView } from '#contract/rows/views.ts'
import type { Locale } from '#locales/messages.ts'
import type { ViewChange } from '#machines/views/viewsMachine.ts'
import type { Days, RangeName } from './dateRange.ts'
import type { Message } from './message.ts'
import type { RouteId } from './navigation/routes.ts'
import type { Mark } from './orders/mark.ts'
import type { RowIdentity, RowKind } from './rows/rowRef.ts'

/** Permission for desktop notifications: `default` means not asked yet, `unsupported` that the browser has none. */
export type DesktopNotices = 'default' | 'granted' | 'denied' | 'unsupported'
export interface UndoEntry {
  readonly label: Message
  undo(): void | Promise<void>
  redo(): void | Promise<void>
  /** The object the action belongs to; the entry is dropped together with it. */
  readonly owner?: object
  /**
   * Consecutive entries of the same group are merged into one: those of an object always, as the steps of a drag are, those of a
   * name within a second.
   */
  readonly group?: string | object
}

/** What an action gave to rows of a kind. */
export interface GivenState {
  readonly kind: RowKind
  /** Whether a row as it is now still has it. */
  isUnchanged(now: ListedRow): boolean
}

/** How much of a row is read aloud: all shown cells, the cells that differ from the previous row, or amount and status. */
export const VERBOSITIES = ['full', 'changed', 'brief'] as const
export type Verbosity = (typeof VERBOSITIES)[number]

/** What an export exports while rows are selected. */
export const EXPORTED = ['selection', 'list'] as const
export type Exported = (typeof EXPORTED)[number]

export type Theme = 'system' | 'light' | 'dark'

/**
 * State of the softphone: not available, switched off, connection lost, registered and waiting, incoming call, outgoing call
 * being set up, or connected.
 */
export type TelephoneState = 'none' | 'off' | 'lost' | 'waiting' | 'ringing' | 'calling' | 'talking'

/** An uploaded receipt: an image or a document, as a data URL. */
export interface UploadedReceipt {
  readonly number: string
  readonly content: string
}

export interface GettingStarted {
  readonly isDismissed: boolean
  /** Shows them again, on the start screen. */
  open(): void
  dismiss(): void
}

/** What commands can read and do in the console outside of the open screen. */
export interface AppScope {
  readonly locale: Locale
  /** Whether keys without a modifier run commands. */
  readonly characterKeys: boolean
  keysFor(command: string): readonly string[]
  /** Whether the user has a one-time passcode enabled; null while unknown, and where a gateway does not say. */
  readonly isPasscodeOn: boolean | null
  readonly hasNotices: boolean
  /** The first things to try; null while the commands load. */
  readonly gettingStarted: GettingStarted | null
  /** Whether a movement is on hold and can still be cancelled. */
  readonly hasHeldMovement: boolean
  /** Whether a reload has ended a bulk run before its last row. */
  readonly hasUnfinishedRun: boolean
  readonly noticeTypes: readonly string[]
  readonly desktopNotices: DesktopNotices
  /** Of the API documentation: as the gateway names it where that can be opened, else the gateway's own page. */
  readonly documentAddress: string
  readonly telephone: TelephoneState
  readonly theme: Theme
  /** Recently opened orders and movements, newest first. */
  readonly recents: readonly RowIdentity[]
  /** Whether the gateway simulates payers and banks; null when it does not say. */
  readonly isSimulationOn: boolean | null
  /** Screen-reader mode: lists are plain tables, one page at a time. */
  readonly screenReaderMode: boolean
  readonly verbosity: Verbosity
  /** What an export exports while rows are selected; null before the user has chosen. */
  readonly exported: Exported | null
  /** The accounts that can be assigned to orders, the own one first; empty while they are not loaded. */
  readonly people: readonly Person[]
  readonly views: readonly SavedView[]
  /**
   * Labels of the next undo, the next redo, and the last command that can be repeated on another row; null when there is none.
   */
  readonly undoLabel: Message | null
  readonly redoLabel: Message | null
  readonly repeatLabel: Message | null
  /** Members of an option list with their labels; empty while they are not loaded. */
  options(list: OptionList): readonly { key: string; value: string }[]
  days(range: RangeName): Days

  go(path: string, how?: 'push' | 'newTab'): void
  goTo(route: RouteId): void
  back(): void
  /** Opens a page outside of the console in a new tab. */
  openLink(url: string): void
  /** Opens the API documentation in a new tab. */
  openDocument(): void
  /** Opens the list of this kind of row, filtered to this row, with its detail. */
  openRow(row: RowIdentity, how?: 'push' | 'newTab'): void
  /** Opens the reconcile workbench, with the lines of a statement if there are some. */
  openReconcile(text: string | null): void
  signOut(): void
  /** Resolves when the gateway has accepted the language and its texts are loaded. */
  setLocale(locale: Locale): Promise<void>
  setTheme(theme: Theme): void
  toggleSidebar(): void
  setCharacterKeys(on: boolean): void
  /** How long a chord waits for its next key, in milliseconds; null means no limit. */
  setChordLimit(ms: number | null): void
  setScreenReaderMode(on: boolean): void
  setVerbosity(verbosity: Verbosity): void
  rememberExport(exported: Exported): void
  /** Resolves when the change is saved. */
  changeView(change: ViewChange): Promise<void>
  /** Sets the reconciliation mark of an order; resolves when it is saved. */
  saveMark(id: string, mark: Mark): Promise<void>
  /** Loads what can tell, for an undo, which rows were changed since. */
  loadRuns(): Promise<{ untouched(rows: readonly ListedRow[], given: GivenState): Promise<readonly ListedRow[]> }>
  pushUndo(entry: UndoEntry): void
  undo(): Promise<void>
  redo(): Promise<void>
  /** Runs the last repeatable command on the row under the cursor. */
  repeat(): void
  openPalette(mode: 'all' | 'commands' | 'orders'): void
  togglePalette(): void
  openShortcuts(): void
  openAbout(): void
  openNotices(): void
  /** Shows the slip of a payout, ready to print. */
  showReceipt(receipt: Receipt): void
  showUploadedReceipt(receipt: UploadedReceipt): void
  /** Opens the sub-merchant dialog for this merchant; null creates a new one. */
  openSubMerchant(merchantNo: string | null): void
  openLog(): void
  openSoftphone(number: string): void
  /** While on, the softphone accepts incoming calls. */
  switchTelephone(on: boolean): Promise<void>
  controlTelephone(order: 'answer' | 'hangUp' | 'mute'): void
  fetchNotices(): void
  /** Cancels the last movement that is on hold and shows the outcome. */
  cancelHeldMovement(): void
  /** Continues the newest bulk run that a reload has ended. */
  continueRun(): void
  clearNotices(type: string): void
  /** Asks for notification permission. Browsers allow this only during a user gesture. */
  askForDesktopNotices(): Promise<DesktopNotices>
  reloadOptions(): Promise<void>
  /** Closes or clears the topmost thing that Escape applies to. */
  escape(): void
  /** Copies text, and a table as HTML where given. Shows `message`, a default message, or that the browser refused. */
  copy(text: string, message?: Message, html?: string): Promise<void>
  /** Shows a toast and announces it politely. With `undo` it offers the undo key and stays longer. */
  toast(message: Message, way?: 'undo'): void
}
