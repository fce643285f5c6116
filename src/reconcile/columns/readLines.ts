import { cleanCell } from '../amounts/splitAmount.ts'
import type { ColumnRole, Layout } from '../layout.ts'
import type { LineProblem, StatementLine, StatementTable } from '../statementLine.ts'
import { isTotalRow } from './findTitles.ts'
import { digitsReader, isPlatformNumber, numbersInText, wholeNumber, withoutAmount } from './orderNumbers.ts'
import { type DateNotation, daysAfter, looksLikeDate, readDay, readTime, splitTime } from './readDay.ts'
import { moneyReader } from './readMoney.ts'

export interface ReadStatement {
  readonly lines: readonly StatementLine[]
  /** Whether the file says which way the money went; if not, all of it goes the way of the orders. */
  readonly isSigned: boolean
  /** False for a list of numbers: no line has anything that could be an amount. */
  readonly hasAmounts: boolean
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
  const cellsIn = (columns: readonly number[]) => columns.flatMap((column) => table.rows.map((row) => row[column]!))
  const digitsOf = digitsReader(cellsIn(numbers), cellsIn(descriptions))
  /** A line with one readable number is read. */
  const numberProblem = (cells: readonly string[]): LineProblem | null => {
    const digits = cells.filter(Boolean).map(digitsOf)
    if (digits.includes('intact')) return null
    return digits.includes('uncertain') ? 'digitsUncertain' : digits.includes('lost') ? 'digitsLost' : null
  }
  // Some banks write the date of a day once, above its lines. Formats with fixed columns do not.
  const areDatesCarried = table.roles === null
  let lastDay: string | null = null
  const dayOfRow = (row: readonly string[], dateCell: string): string | null => {
    if (dateCell !== '') lastDay = dayOf(dateCell)
    return dateCell !== '' || (areDatesCarried && !isTotalRow(row)) ? lastDay : null
  }
  const lines = table.rows.map((row, index): StatementLine => {
    const cells = numbers.map((column) => row[column]!)
    const own = cells.flatMap((cell) => (digitsOf(cell) === 'lost' ? [] : wholeNumber(cell)))
    const { amount, amountText, fee, direction, currency, problem } = money.read(row, index)
    const textOf = (column: number) => (amount === null ? row[column]! : withoutAmount(row[column]!, amountText))
    const found = own.concat([...descriptions, ...names].flatMap((column) => numbersInText(textOf(column))))
    const dateCell = date < 0 ? '' : row[date]!.trim()
    return {
      index,
      amount,
      amountText,
      direction,
      currency,
      fee,
      day: dayOfRow(row, dateCell),
      time:
        (time < 0 ? null : readTime(cleanCell(row[time]!))) ??
        (dateCell.length > 10 ? splitTime(cleanCell(dateCell)).time : null),
      numbers: found.length > 1 ? [...new Set(found)] : found,
      name: joined(row, names),
      description: joined(row, descriptions),
      problem: problem ?? numberProblem(cells),
    }
  })
  if (lines.some((line, index) => mayHaveAmount(line, table.rows[index]!, roles)))
    return { lines, isSigned: money.isSigned, hasAmounts: true }
  const withoutAmounts = lines.map((line, index) => ({
    ...line,
    problem: numberProblem(numbers.map((column) => table.rows[index]![column]!)),
  }))
  return { lines: withoutAmounts, isSigned: money.isSigned, hasAmounts: false }
}

/** Columns whose digits are no amounts. */
const WITHOUT_AMOUNTS: readonly ColumnRole[] = ['date', 'time', 'account']

/** Whether a line has an amount, or digits that may be one that is not understood: `91.00x` is not taken for a number. */
function mayHaveAmount({ amountText, numbers }: StatementLine, row: readonly string[], roles: readonly ColumnRole[]): boolean {
  if (amountText !== '') return true
  const cells = row.filter((cell, column) => /\d/.test(cell) && !WITHOUT_AMOUNTS.includes(roles[column]!))
  if (cells.length === 1 && !/\s/.test(cleanCell(cells[0]!))) return false
  const certain = numbers.filter(isSurelyNumber)
  return cells.some((cell) => /\d/.test(certain.reduce((text, number) => text.replaceAll(number, ''), cell)))
}

const isSurelyNumber = (text: string): boolean =>
  isPlatformNumber(text) || (/^\p{L}/u.test(text) && !/^(rp|idr|usdt?|vnd)/i.test(text))

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
const yearUntil = (today: string): NonNullable<DateNotation['period']> => ({
  from: daysAfter(today, -358),
  to: daysAfter(today, 7),
})
