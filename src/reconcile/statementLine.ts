import type { Sign } from './amounts/splitAmount.ts'
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
  /** Excel replaced the digits of the order number: `2.61E+18`, or zeros after the fifteenth digit. */
  | 'digitsLost'
  /** The one long number of the statement ends in zeros: its own, if an order has it. */
  | 'digitsUncertain'

/** Whether a line should have an amount and none is read. A line of a statement without any amounts is not unread. */
export const isUnread = ({ amount, problem }: Pick<StatementLine, 'amount' | 'problem'>): boolean =>
  amount === null && (problem === 'amountUnreadable' || problem === 'amountMissing')

export interface StatementLine {
  /** The index in the table, from 0. */
  readonly index: number
  /** Null when it cannot be read, and in a statement without amounts. */
  readonly amount: bigint | null
  /** As it stands in the file. */
  readonly amountText: string
  /** Which way the money of an unread line went, -1 for out; 0 when the line does not say. */
  readonly direction: Sign
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
