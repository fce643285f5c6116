import { cleanCell } from '../amounts/splitAmount.ts'
import type { ColumnRole, Layout } from '../layout.ts'
import type { StatementLine, StatementTable } from '../statementLine.ts'
import { hasLostDigits, numbersInText, wholeNumber } from './orderNumbers.ts'
import { type DateNotation, looksLikeDate, readDay, readTime, splitTime } from './readDay.ts'
import { moneyReader } from './readMoney.ts'

export interface ReadStatement {
  readonly lines: readonly StatementLine[]
  /** Whether the file says which way the money went; if not, all of it goes the way of the orders. */
  readonly isSigned: boolean
}

/** Reads the lines of a table by its layout. `today` (`2026-11-21`) tells the year of dates without one. */
export function readLines(
  table: StatementTable,
  layout: Layout,
  { scale, today }: { scale: number; today: string },
): ReadStatement {
  const { roles } = layout
  const columnsOf = (role: ColumnRole) => roles.flatMap((one, column) => (one === role ? [column] : []))
  const [numbers, names, descriptions] = (['number', 'name', 'description'] as const).map(columnsOf) as [
    number[],
    number[],
    number[],
  ]
  const date = roles.indexOf('date')
  const time = roles.indexOf('time')
  const notation: DateNotation = { order: layout.dateOrder, period: periodOf(table.surroundings) ?? yearUntil(today) }
  const money = moneyReader(table, layout, scale)
  const days = new Map<string, string | null>()
  const dayOf = (cell: string) => {
    const known = days.get(cell)
    if (known !== undefined) return known
    const day = readDay(cleanCell(cell), notation)
    // Times make every cell distinct; only plain dates repeat.
    if (cell.length <= 12) days.set(cell, day)
    return day
  }
  const lines = table.rows.map((row, index): StatementLine => {
    const own = numbers.flatMap((column) => wholeNumber(row[column]!))
    const isLost = own.length === 0 && numbers.some((column) => hasLostDigits(row[column]!))
    const found = own.concat([...descriptions, ...names].flatMap((column) => numbersInText(row[column]!)))
    const { amount, amountText, fee, problem } = money.read(row, index)
    const dateCell = date < 0 ? '' : row[date]!
    return {
      index,
      amount,
      amountText,
      fee,
      day: dateCell === '' ? null : dayOf(dateCell),
      time:
        (time < 0 ? null : readTime(cleanCell(row[time]!))) ??
        (dateCell.length > 10 ? splitTime(cleanCell(dateCell)).time : null),
      numbers: found.length > 1 ? [...new Set(found)] : found,
      name: joined(row, names),
      description: joined(row, descriptions),
      problem: problem ?? (isLost ? 'digitsLost' : null),
    }
  })
  return { lines, isSigned: money.isSigned }
}

const joined = (row: readonly string[], columns: readonly number[]): string =>
  columns.length === 1 ? row[columns[0]!]! : columns.flatMap((column) => row[column] || []).join(' ')

/** The period that stands above the lines, `01/11/2026 - 30/11/2026`; null when there is none. */
function periodOf(surroundings: StatementTable['surroundings']): DateNotation['period'] {
  for (const row of surroundings) {
    const dates = row
      .join(' ')
      .split(/\s+(?:-|–|s\/d|sd|to|sampai|until)\s+|[:;]\s*/i)
      .flatMap((text) => text.trim().match(/\d{1,4}[-/. ]\w{1,9}[-/. ]\d{2,4}$|^\d{1,4}[-/. ]\w{1,9}[-/. ]\d{2,4}/)?.[0] ?? [])
      .filter(looksLikeDate)
    const days = dates.flatMap((text) => readDay(text, { order: 'dmy', period: null }) ?? [])
    if (days.length >= 2 && days[0]! <= days[1]!) return { from: days[0]!, to: days[1]! }
  }
  return null
}

/** The year up to a week after today. */
function yearUntil(today: string): NonNullable<DateNotation['period']> {
  const at = Date.parse(`${today}T00:00:00Z`)
  const day = (days: number) => new Date(at + days * 86_400_000).toISOString().slice(0, 10)
  return { from: day(-358), to: day(7) }
}
