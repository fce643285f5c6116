import { decimalText } from '../amounts/decimalText.ts'
import { signOfWord } from '../amounts/signOfWord.ts'
import type { ReadStatement } from '../columns/readLines.ts'
import type { Layout } from '../layout.ts'
import type { MatchRule } from '../matchRule.ts'
import { isUnread, type StatementLine, type StatementTable } from '../statementLine.ts'
import type { StatementPreview } from './protocol.ts'

const FIRST_ROWS = 20

export interface OpenStatement {
  readonly fileName: string
  readonly table: StatementTable
  readonly layout: Layout
  readonly fingerprint: string
  readonly isRemembered: boolean
  readonly rules: readonly MatchRule[]
}

/** What the user sees of a statement before it is matched. */
export function previewOf(statement: OpenStatement, { lines, hasAmounts }: ReadStatement, scale: number): StatementPreview {
  const { table, layout, fileName, fingerprint, isRemembered, rules } = statement
  const days = lines.flatMap(({ day }) => day ?? [])
  const date = layout.roles.indexOf('date')
  const hasDates = date >= 0 && table.rows.some((row) => row[date] !== '')
  const sum = (isWanted: (amount: bigint) => boolean) =>
    lines.reduce((all, { amount }) => (amount !== null && isWanted(amount) ? all + amount : all), 0n)
  return {
    fileName,
    format: table.format,
    dialect: table.dialect,
    columns: table.titles.map((title, column) => ({
      title,
      role: layout.roles[column]!,
      unreadable: unreadableCells(column, statement, lines),
    })),
    firstRows: table.rows.slice(0, FIRST_ROWS),
    lines: lines.length,
    leftOut: table.surroundings.length,
    unbooked: table.unbooked ?? 0,
    otherSheets: table.otherSheets ?? [],
    days: days.length === 0 ? null : { from: least(days), to: greatest(days) },
    decimalSign: layout.decimalSign,
    dateOrder: layout.dateOrder,
    moneyIn: decimalText(
      sum((amount) => amount > 0n),
      scale,
    ),
    moneyOut: decimalText(
      sum((amount) => amount < 0n),
      scale,
    ),
    hasAmounts,
    unreadAmounts: lines.filter(isUnread).length,
    unreadDays: hasDates ? lines.filter(({ day }) => day === null).length : 0,
    digitsLost: lines.filter(({ problem }) => problem === 'digitsLost').length,
    fingerprint,
    isRemembered,
    rules,
  }
}

// Spreading 100,000 arguments would overflow the stack.
const least = (texts: readonly string[]): string => texts.reduce((one, other) => (other < one ? other : one))
const greatest = (texts: readonly string[]): string => texts.reduce((one, other) => (other > one ? other : one))

function unreadableCells(column: number, { table, layout }: OpenStatement, lines: readonly StatementLine[]): number {
  const role = layout.roles[column]!
  const isFilled = (index: number) => table.rows[index]![column] !== ''
  if (role === 'amount' || role === 'credit' || role === 'debit')
    return lines.filter(({ index, problem }) => problem === 'amountUnreadable' && isFilled(index)).length
  if (role === 'direction')
    return lines.filter(
      ({ index, problem }) =>
        problem === 'amountUnreadable' && isFilled(index) && signOfWord(table.rows[index]![column]!) === 0,
    ).length
  if (role === 'date') return lines.filter(({ index, day }) => day === null && isFilled(index)).length
  if (role === 'number') return lines.filter(({ index, problem }) => problem === 'digitsLost' && isFilled(index)).length
  return 0
}
