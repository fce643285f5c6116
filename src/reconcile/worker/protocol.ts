import type { OrderKind } from '#contract/kinds.ts'
import type { Bucket, ReconcileSummary } from '../buckets.ts'
import type { ComparedOrder } from '../comparedOrder.ts'
import type { EntryDetail, EntryRow } from '../entryRow.ts'
import type { ColumnRole, DateOrder, DecimalSign, RememberedLayout } from '../layout.ts'
import type { MatchRule } from '../matchRule.ts'
import type { Decision, DecisionStep, EntryKey, ReconcileSettings, SessionPosition, StoredSession } from '../session.ts'
import type { StatementFormat } from '../statementLine.ts'
import type { SumAnswers } from '../sums/sumAnswer.ts'
import type { OrderPage, OrderReply } from './readOrderPage.ts'

/** A file is read in the worker; a pasted text is sent as it is. */
export type StatementSource =
  | { readonly kind: 'file'; readonly file: Blob; readonly name: string }
  | { readonly kind: 'text'; readonly text: string; readonly name: string }

/** A column above the first lines, and what it was taken for. */
export interface ColumnPreview {
  readonly title: string
  readonly role: ColumnRole
  /** Cells that cannot be read as their role. */
  readonly unreadable: number
}

/** What the user sees before matching. */
export interface StatementPreview {
  readonly fileName: string
  readonly format: StatementFormat
  readonly dialect: string
  readonly columns: readonly ColumnPreview[]
  readonly firstRows: readonly (readonly string[])[]
  readonly lines: number
  /** How many rows above the titles and below the lines are no lines, how many bookings are pending, and which sheets are not read. */
  readonly leftOut: number
  readonly unbooked: number
  readonly otherSheets: readonly string[]
  readonly days: { readonly from: string; readonly to: string } | null
  readonly decimalSign: DecimalSign | null
  readonly dateOrder: DateOrder
  /** Sums of money in and out, decimal text. */
  readonly moneyIn: string
  readonly moneyOut: string
  /** Lines whose amount is not read, whose day is not read, and whose order number Excel destroyed. */
  readonly unreadAmounts: number
  /** False for a list of numbers. */
  readonly hasAmounts: boolean
  readonly unreadDays: number
  readonly digitsLost: number
  readonly fingerprint: string
  /** Whether the layout was remembered from an earlier file. */
  readonly isRemembered: boolean
  readonly rules: readonly MatchRule[]
}

/** `needle` also looks at numbers, names, descriptions and amounts, in any case of letters. */
export interface RowsFilter {
  readonly bucket: Bucket | 'all'
  readonly needle: string
  /** Only entries that need a decision. */
  readonly openOnly: boolean
}

export interface RowsWindow {
  readonly rows: readonly EntryRow[]
  /** Of the filter. */
  readonly total: number
}

/** A set of orders that pays a line, with its difference. Best first. */
export interface LineProposal {
  readonly orders: readonly string[]
  /** The numbers of the first orders, by which a user tells sets apart. */
  readonly numbers: readonly string[]
  readonly basis: 'gross' | 'net'
  readonly sum: string
  readonly difference: string
  /** The rule that would find it again; null for a set without one. */
  readonly rule: MatchRule | null
}

export interface LineProposals {
  readonly proposals: readonly LineProposal[]
  readonly search: Omit<SumAnswers, 'answers'>
}

export type ExportForm = 'csv' | 'xlsx'

/** Texts of an export, in the language of the user. */
export interface ExportTexts {
  /** Titles of our columns, after those of the statement. */
  readonly titles: Readonly<Record<ExportColumn, string>>
  readonly buckets: Readonly<Record<Bucket, string>>
  readonly marks: Readonly<Record<'RECONCILED' | 'DISCREPANCY', string>>
}

export const EXPORT_COLUMNS = [
  'lineNumber',
  'bucket',
  'difference',
  'mark',
  'reason',
  'platOrderNo',
  'merchantOrderNo',
  'payOrderNo',
  'orderAmount',
  'orderFee',
  'orderStatus',
  'orderTime',
] as const

export type ExportColumn = (typeof EXPORT_COLUMNS)[number]

export type ReconcilePhase = 'reading' | 'detecting' | 'matching' | 'solving' | 'exporting' | 'saving' | 'opening'

export interface ReconcileProgress {
  readonly phase: ReconcilePhase
  /** Bytes while reading, else rows. */
  readonly done: number
  /** Null while unknown. */
  readonly all: number | null
  /** While fetching. */
  readonly days?: DaysRead
}

/** How many days are read, of all. */
export interface DaysRead {
  readonly done: number
  readonly all: number
}

/** Every call of the worker: what it takes and what it returns. */
export interface ReconcileCalls {
  /** Reads a statement and replaces the one before. `kind` is that of the orders, by default the last; its currency has the decimals. */
  read: {
    input: { source: StatementSource; layouts: readonly RememberedLayout[]; kind?: OrderKind }
    output: StatementPreview
  }
  /** Changes how columns are read; keeps what is left out. A kind of orders in another currency removes the orders. */
  layout: {
    input: { roles?: readonly ColumnRole[]; decimalSign?: DecimalSign; dateOrder?: DateOrder; kind?: OrderKind }
    output: StatementPreview
  }
  /** Adds orders, replacing those with the same identity. Send pages as they arrive. */
  addOrders: { input: { orders: readonly ComparedOrder[] }; output: { orders: number } }
  /** The same with the reply of the gateway, so that the page need not read it. Null when it is not readable. */
  readOrders: { input: OrderReply; output: ReadOrders | null }
  clearOrders: { input: null; output: null }
  /** Matches everything anew and applies the decisions again. */
  match: {
    input: { settings: ReconcileSettings; rules: readonly MatchRule[] }
    output: {
      summary: ReconcileSummary /** Numbers to look up outside of the read days; add the orders found and match again. */
      lookups: readonly string[]
    }
  }
  summary: { input: null; output: ReconcileSummary }
  rows: { input: RowsFilter & { from: number; to: number }; output: RowsWindow }
  /** The next or previous entry that needs a decision, after the index; null when there is none. */
  seek: { input: RowsFilter & { index: number; by: 1 | -1 }; output: { index: number; key: EntryKey } | null }
  /** The index of an entry under the filter; null when the filter hides it. */
  indexOf: { input: RowsFilter & { key: EntryKey }; output: number | null }
  detail: { input: { key: EntryKey }; output: EntryDetail | null }
  /** The keys of everything the filter shows, for bulk actions. */
  keys: { input: RowsFilter; output: readonly EntryKey[] }
  /** What a bulk action on these entries is about. */
  tally: { input: { keys: readonly EntryKey[] }; output: EntryTally }
  /** All orders of the entries, each once. */
  orders: { input: { keys: readonly EntryKey[] }; output: readonly ComparedOrder[] }
  /** Counts as one step of undo, however many entries it decides. */
  decide: { input: Decision; output: DecisionResult }
  undo: { input: null; output: DecisionResult | null }
  redo: { input: null; output: DecisionResult | null }
  /** Sets of orders that pay a line without a partner. */
  propose: { input: { line: number }; output: LineProposals }
  export: {
    input: { bucket: Bucket | 'all'; form: ExportForm; texts: ExportTexts }
    output: { blob: Blob; fileName: string; rows: number }
  }
  /** Stores the session with its lines and orders; later calls store only what changed. */
  save: { input: { id: string; account: string; position: SessionPosition | null }; output: { savedAt: number } }
  /** Restores a stored session, matched, with its decisions applied. */
  open: { input: { id: string; account: string }; output: OpenedSession | null }
}

export interface ReadOrders extends Pick<OrderPage, 'total' | 'last'> {
  /** The identities of the orders of the page. */
  readonly ids: readonly string[]
}

export interface EntryTally {
  /** Entries per bucket; only those that have some. */
  readonly buckets: Readonly<Partial<Record<Bucket, number>>>
  /** Of the lines, or of the orders where there is no line. Decimal text. */
  readonly sum: string
  readonly orders: number
  /** Entries with a discrepancy. */
  readonly flagged: readonly EntryKey[]
}

export interface DecisionResult {
  readonly decision: Decision
  readonly summary: ReconcileSummary
  /** Entries whose rows must be read again. */
  readonly keys: readonly EntryKey[]
  /** Why the decision changed nothing; null when it did. */
  readonly refusal: 'gone' | 'taken' | 'unreadable' | null
}

export interface OpenedSession {
  readonly preview: StatementPreview
  readonly summary: ReconcileSummary
  readonly session: Omit<StoredSession, 'decisions'>
  /** The last decisions, which can still be undone, in their order. */
  readonly steps: readonly DecisionStep[]
}

export type CallName = keyof ReconcileCalls

/** Why a call failed. `limit` is in lines or bytes. */
export type ReconcileFailure =
  | { readonly code: 'cancelled' | 'empty' | 'unknownFormat' | 'damaged' | 'passwordProtected' | 'noStatement' | 'storage' }
  /** Another tab has changed the session. */
  | { readonly code: 'elsewhere' }
  | { readonly code: 'tooManyLines' | 'tooLarge'; readonly limit: number }
  | { readonly code: 'fault'; readonly message: string }

export const MAX_LINES = 100_000
export const MAX_BYTES = 50_000_000

/** Main thread to worker. */
export type ToWorker =
  | { readonly id: number; readonly call: CallName; readonly input: unknown }
  | { readonly id: number; readonly cancel: true }

/** Worker to main thread. */
export type FromWorker =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failure: ReconcileFailure }
  | { readonly id: number; readonly progress: ReconcileProgress }
