import type { Sign } from './amounts/signOfWord.ts'
import type { ColumnRole } from './layout.ts'

/** Days are `2026-11-21`, times `08:15:30`, amounts minor units (`bigint`) of the session's currency; positive is money in. */

/** The formats that are read. `lines` is plain text without columns. */
export type StatementFormat = 'delimited' | 'workbook' | 'mt940' | 'camt053' | 'lines'

/** A statement as a table of texts, whatever its format. Every row has as many cells as there are columns. */
export interface StatementTable {
  readonly format: StatementFormat
  /** For people: `UTF-16, semicolon`. */
  readonly dialect: string
  /** Empty where the file has no title. */
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The number of each row in the file, from 1. */
  readonly lineNumbers: readonly number[]
  /** Rows above the titles and totals below the lines, which are no lines of the statement. */
  readonly surroundings: readonly (readonly string[])[]
  /** Names of sheets whose lines have other titles. */
  readonly otherSheets?: readonly string[]
  /** How many bookings were left out because they are pending. */
  readonly unbooked?: number
  /** The roles of the columns where the format has fixed ones. */
  readonly roles: readonly ColumnRole[] | null
  /** Opening and closing balances of formats that state them. */
  readonly balances: readonly StatedBalances[]
}

/** Plain decimal text. Of a file with several statements there are several. */
export interface StatedBalances {
  readonly opening: string | null
  readonly closing: string | null
}

/** Why a line has no usable amount or number. */
export type LineProblem =
  | 'amountUnreadable'
  | 'amountMissing'
  /** The amount is not in the currency of the orders. */
  | 'otherCurrency'
  /** Excel replaced the digits of the order number: `2.61E+18`, or zeros after the fifteenth digit. */
  | 'digitsLost'
  /** The one long number of the statement ends in zeros: its own, if an order has it. */
  | 'digitsUncertain'

const UNREAD = ['amountUnreadable', 'amountMissing', 'otherCurrency'] as const satisfies LineProblem[]

/** Why a line that should have an amount has none; null for others. A line of a statement without any amounts should have none. */
export const unreadReason = ({ amount, problem }: Pick<StatementLine, 'amount' | 'problem'>): (typeof UNREAD)[number] | null =>
  amount === null ? (UNREAD.find((one) => one === problem) ?? null) : null

export const isUnread = (line: Pick<StatementLine, 'amount' | 'problem'>): boolean => unreadReason(line) !== null

export interface StatementLine {
  /** The index in the table, from 0. */
  readonly index: number
  /** Null when it cannot be read, and in a statement without amounts. */
  readonly amount: bigint | null
  /** As it stands in the file. */
  readonly amountText: string
  /** Which way the money of an unread line went, -1 for out; 0 when the line does not say. */
  readonly direction: Sign
  /** The code of the currency that the line states; null when it states none that is known. */
  readonly currency: string | null
  /** The fee that the statement names; null without such a column. */
  readonly fee: bigint | null
  readonly day: string | null
  readonly time: string | null
  /** Texts that may be numbers of orders, in the order of trust: number columns, then descriptions. */
  readonly numbers: readonly string[]
  readonly name: string
  readonly description: string
  readonly problem: LineProblem | null
}
