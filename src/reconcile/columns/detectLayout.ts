import { decideNotation } from '../amounts/notation.ts'
import type { ColumnRole, Layout, RememberedLayout } from '../layout.ts'
import type { StatementTable } from '../statementLine.ts'
import { detectRoles } from './detectRoles.ts'
import { fingerprint } from './fingerprint.ts'
import { decideDateOrder } from './readDay.ts'

export const MONEY_ROLES: readonly ColumnRole[] = ['amount', 'credit', 'debit', 'fee', 'net', 'balance']

/** The layout of a file: the remembered one of its fingerprint, else what its content tells. */
export function detectLayout(table: StatementTable, remembered: readonly RememberedLayout[], scale: number) {
  const print = fingerprint(table)
  const known = remembered.find((one) => one.fingerprint === print && one.roles.length === table.titles.length)
  if (known !== undefined) return { layout: known satisfies Layout, fingerprint: print, rules: known.rules, isRemembered: true }
  return {
    layout: layoutOf(table, detectRoles(table.titles, table.rows), scale),
    fingerprint: print,
    rules: [],
    isRemembered: false,
  }
}

/** The notations that the columns of these roles have. */
export function layoutOf(table: Pick<StatementTable, 'rows'>, roles: readonly ColumnRole[], scale: number): Layout {
  return {
    roles,
    decimalSign: decideNotation(cellsOf(table, roles, MONEY_ROLES), scale).decimalSign,
    dateOrder: decideDateOrder(cellsOf(table, roles, ['date'])),
  }
}

/** All cells of the columns with these roles. */
export function* cellsOf(
  { rows }: Pick<StatementTable, 'rows'>,
  roles: readonly ColumnRole[],
  wanted: readonly ColumnRole[],
): Generator<string> {
  for (const [column, role] of roles.entries()) if (wanted.includes(role)) for (const row of rows) yield row[column]!
}
