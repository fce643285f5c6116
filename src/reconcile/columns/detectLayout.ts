import { type AmountNotation, decideNotation, readAmount } from '../amounts/notation.ts'
import { cleanCell, isBlankAmount } from '../amounts/splitAmount.ts'
import { type ColumnRole, type Layout, MONEY_ROLES, type RememberedLayout } from '../layout.ts'
import type { StatementTable } from '../statementLine.ts'
import { detectRoles } from './detectRoles.ts'
import { fingerprint } from './fingerprint.ts'
import { ANY_YEAR, decideDateOrder, readDay } from './readDay.ts'

/**
 * The layout of a file: the remembered one of its fingerprint where it fits, else what its format or its content tells. Rules go by the
 * words of a line, so they are kept when the notation is another one.
 */
export function detectLayout(table: StatementTable, remembered: readonly RememberedLayout[], scale: number) {
  const detected = layoutOf(table, table.roles ?? detectRoles(table.titles, table.rows), scale)
  const print = fingerprint(table, detected.roles)
  const known = remembered.find((one) => one.fingerprint === print && one.roles.length === table.titles.length)
  const isRemembered = known !== undefined && isAsReadable(table, known, detected, scale)
  return {
    layout: isRemembered ? (known satisfies Layout) : detected,
    fingerprint: print,
    rules: known?.rules ?? [],
    isRemembered,
  }
}

/** Whether a layout leaves no more cells of its days and amounts unread than another one does. */
function isAsReadable(table: StatementTable, layout: Layout, other: Layout, scale: number): boolean {
  const columns = layout.roles.flatMap((role, column) => (role === 'date' || MONEY_ROLES.includes(role) ? column : []))
  return unreadCells(table, layout, columns, scale) <= unreadCells(table, other, columns, scale)
}

/** Cells of these columns that have content and are not read as a day or an amount. */
function unreadCells(table: StatementTable, layout: Layout, columns: readonly number[], scale: number): number {
  const notation = notationOf(table, layout, scale)
  const isRead = (role: ColumnRole, cell: string): boolean => {
    if (role === 'date') return readDay(cleanCell(cell), { order: layout.dateOrder, period: ANY_YEAR }) !== null
    return MONEY_ROLES.includes(role) && (readAmount(cell, notation) !== null || isBlankAmount(cell))
  }
  const unread = (column: number) =>
    table.rows.filter((row) => row[column] !== '' && !isRead(layout.roles[column]!, row[column]!)).length
  return columns.reduce((count, column) => count + unread(column), 0)
}

/** The notations that the columns of these roles have. */
export function layoutOf(table: StatementTable, roles: readonly ColumnRole[], scale: number): Layout {
  // Amounts of formats with fixed columns have a point, whatever few lines tell.
  if (table.roles !== null && table.format !== 'lines') return { roles, decimalSign: '.', dateOrder: 'ymd' }
  return {
    roles,
    decimalSign: decideNotation(cellsOf(table, roles, MONEY_ROLES), scale).decimalSign,
    dateOrder: decideDateOrder(cellsOf(table, roles, ['date'])),
  }
}

/** How the amounts of a layout are written, with the decimal sign that it states. */
export function notationOf(table: Pick<StatementTable, 'rows'>, { roles, decimalSign }: Layout, scale: number): AmountNotation {
  const decided = decideNotation(cellsOf(table, roles, MONEY_ROLES), scale)
  return { ...decided, decimalSign: decimalSign ?? decided.decimalSign }
}

/** All cells of the columns with these roles. */
function* cellsOf(
  { rows }: Pick<StatementTable, 'rows'>,
  roles: readonly ColumnRole[],
  wanted: readonly ColumnRole[],
): Generator<string> {
  for (const [column, role] of roles.entries()) if (wanted.includes(role)) for (const row of rows) yield row[column]!
}
