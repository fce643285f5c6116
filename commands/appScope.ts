import type { OptionList } from '#contract/options.ts'
import type { Receipt } from '#contract/rows/orders.ts'
import type { SavedView } from '#contract/rows/views.ts'
import type { Locale } from '#locales/messages.ts'
import type { ViewChange } from '#machines/views/viewsMachine.ts'
import type { Days, RangeName } from './dateRange.ts'
import type { Message } from './message.ts'
import type { RouteId } from './navigation/routes.ts'
import type { RowIdentity } from './rows/rowRef.ts'

/** Whether notices may be shown outside of the page: nobody was asked yet, yes, no, or the browser cannot. */
export type DesktopNotices = 'default' | 'granted' | 'denied' | 'unsupported'
/** Something that was done and can be taken back. */
export interface UndoEntry {
  readonly label: Message
  undo(): void | Promise<void>
  redo(): void | Promise<void>
  /** What it was done to; it is forgotten with it. */
  readonly owner?: object
  /** Deeds of one name that follow each other closely are one: a column that is pulled. */
  readonly group?: string
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

/** A receipt as it was handed in: a picture or a document, as a data URL. */
export interface UploadedReceipt {
  readonly number: string
  readonly content: string
}

/** The console around the screens. */
export interface AppScope {
  readonly locale: Locale
  /** Whether keys without a modifier are commands. */
  readonly characterKeys: boolean
  /** Whether the user's own passcode is on; null while nobody has said. */
  readonly isPasscodeOn: boolean | null
  readonly hasNotices: boolean
  /** Whether money was sent that can still be taken back. */
  readonly hasHeldMovement: boolean
  readonly noticeTypes: readonly string[]
  readonly desktopNotices: DesktopNotices
  readonly telephone: TelephoneState
  readonly theme: Theme
  /** Orders and records looked at lately, newest first. */
  readonly recents: readonly RowIdentity[]
  /** Whether the gateway plays payers and banks; null where it does not say. */
  readonly isSimulationOn: boolean | null
  /** Lists as plain tables, one page at a time, for who listens to them. */
  readonly screenReaderMode: boolean
  readonly verbosity: Verbosity
  readonly views: readonly SavedView[]
  /** What would be taken back or done again, and what was last done to a row. */
  readonly undoLabel: Message | null
  readonly redoLabel: Message | null
  readonly repeatLabel: Message | null
  /** Members of an option list with their texts; none while they are not here. */
  options(list: OptionList): readonly { key: string; value: string }[]
  days(range: RangeName): Days

  go(path: string, how?: 'push' | 'newTab'): void
  goTo(place: RouteId): void
  back(): void
  /** Opens a page outside of the console in a tab of its own. */
  openLink(url: string): void
  /** Opens the developer document in a tab of its own. */
  openDocument(): void
  /** Opens the list of this kind of row with this one row in it, and its detail. */
  openRow(row: RowIdentity, how?: 'push' | 'newTab'): void
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
  setScreenReaderMode(on: boolean): void
  setVerbosity(verbosity: Verbosity): void
  /** Resolves when it is kept. */
  changeView(change: ViewChange): Promise<void>
  /** Notes down what can be taken back. */
  pushUndo(deed: UndoEntry): void
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
  showUploadedReceipt(receipt: UploadedReceipt): void
  /** Puts the form of a sub-merchant over the screen: of this one, or of a new one. */
  openSubMerchant(merchantNo: string | null): void
  openLog(): void
  /** Puts the telephone on the screen with this number in it. */
  openSoftphone(number: string): void
  /** On, it can be called from then on. */
  switchTelephone(on: boolean): Promise<void>
  controlTelephone(order: 'answer' | 'hangUp' | 'mute'): void
  fetchNotices(): void
  /** Takes back what was sent last, while it is on hold; what came of it is told. */
  cancelHeldMovement(): void
  clearNotices(type: string): void
  /** Lets the browser ask the user, which it only does while he is doing something. */
  askForDesktopNotices(): Promise<DesktopNotices>
  reloadOptions(): Promise<void>
  /** One step down the ladder: what Escape closes or clears next. */
  escape(): void
  /** Says that it is copied, in these words where some are given, or that the browser refuses. A table goes with its text. */
  copy(text: string, said?: Message, html?: string): Promise<void>
  /** A short notice on the screen, read out politely; with the key that takes it back it stands longer. */
  toast(said: Message, way?: 'undo'): void
}
