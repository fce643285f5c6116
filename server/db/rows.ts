import type { Transaction } from './database.ts'
import { join, type Sql, sql, trusted } from './sql.ts'

/** A column of a table, with the type of its value. */
interface Column<Value> {
  /** Converts the text that the driver returns. Absent when its value is used as it is. */
  parse?: (text: string) => Value
  isOptional?: true
}

/** A column whose value is used as the driver returns it. */
const of = <Value>(): Column<Value> => ({})
const optional = <Value>(): Column<Value | null> => ({ isOptional: true })

/** The kinds of columns. Amounts are minor units; the driver returns them as text, because a number would be inexact. */
export const column = {
  of,
  optional,
  text: of<string>(),
  optionalText: optional<string>(),
  number: of<number>(),
  flag: of<boolean>(),
  time: of<Date>(),
  optionalTime: optional<Date>(),
  amount: { parse: BigInt } as Column<bigint>,
  optionalAmount: { parse: BigInt, isOptional: true } as Column<bigint | null>,
}

type Table = Readonly<Record<string, Column<unknown>>>

/** A row of the table: property -> value. The column name is the property name in snake_case. */
export type RowOf<T extends Table> = { [Name in keyof T]: T[Name] extends Column<infer Value> ? Value : never }

/** Null for every optional column of the table. */
export const nullsOf = <T extends Table>(table: T) =>
  Object.fromEntries(Object.entries(table).flatMap(([name, { isOptional }]) => (isOptional ? [[name, null]] : []))) as {
    [Name in keyof T as null extends RowOf<T>[Name] ? Name : never]: null
  }

/** A row from the driver, with amounts still as text. */
export type Raw<Row> = {
  [Name in keyof Row]: bigint extends Row[Name] ? string | Exclude<Row[Name], bigint> : Row[Name]
}

/** Converts a row from the driver. Properties that are not columns of the table stay as they are. */
export function parseRow<T extends Table>(table: T, raw: Raw<RowOf<T>>): RowOf<T> {
  const row: Record<string, unknown> = { ...raw }
  for (const [name, { parse }] of Object.entries(table)) {
    if (parse !== undefined && row[name] !== null) row[name] = parse(row[name] as string)
  }
  return row as RowOf<T>
}

/** The select list of a table alias, with each column under its property name. */
export const selectList = (alias: string, table: Table): Sql =>
  trusted(
    Object.keys(table)
      .map((name) => `${alias}.${columnOf(name)} as "${name}"`)
      .join(', '),
  )

/** Up to this many rows are written as `values`, which Citus sends to one shard; more as one JSON array. */
const MAX_VALUES = 4

/**
 * One `insert` for all rows. `rest` is appended to the statement. Do not use the number of affected rows with `on conflict`:
 * Citus also counts rows that a `select` offered and that were not inserted. Use `insertNew`.
 */
export function insertInto<Row extends object>(table: string, rows: readonly Row[], rest: Sql = sql``): Sql {
  if (rows.length === 0) return sql`select where false`
  const columns = Object.keys(rows[0]!).map((name) => [columnOf(name), name as keyof Row] as const)
  const names = trusted(columns.map(([column]) => column).join(', '))
  const cells = (row: Row) => columns.map(([, name]) => sql`${row[name]}`)
  if (rows.length <= MAX_VALUES) {
    const lists = rows.map((row) => sql`(${join(cells(row), sql`, `)})`)
    return sql`insert into ${trusted(table)} (${names}) values ${join(lists, sql`, `)} ${rest}`
  }
  const values = rows.map((row) => Object.fromEntries(columns.map(([column, name]) => [column, row[name]])))
  const json = JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  // The row type is taken from a row, because `record` as the name of a type is not the table.
  return sql`
    insert into ${trusted(table)} (${names})
    select ${names}
      from json_populate_recordset((select one from ${trusted(table)} one where false), ${json}::json) ${rest}`
}

/** Inserts the rows that do not exist yet. Returns the number of inserted rows. */
export const insertNew = async <Row extends object>(tx: Transaction, table: string, rows: readonly Row[]): Promise<number> =>
  (await tx.all(insertInto(table, rows, sql`on conflict do nothing returning 1`))).length

/** Converts `payOrderNo` to `pay_order_no`. */
const columnOf = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
