import type { Queries, Transaction } from './database.ts'
import { Sql, sql, trusted } from './sql.ts'

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
  const properties = Object.keys(rows[0]!) as (keyof Row & string)[]
  if (rows.length <= MAX_VALUES) {
    const cells = rows.flatMap((row) => properties.map((name) => row[name]))
    const insert = new Sql(valuesTemplate(table, properties, rows.length), cells)
    return rest.strings.length === 1 && rest.strings[0] === '' ? insert : sql`${insert} ${rest}`
  }
  const columns = properties.map((property) => [columnOf(property), property] as const)
  const names = trusted(columns.map(([column]) => column).join(', '))
  const values = rows.map((row) => Object.fromEntries(columns.map(([column, property]) => [column, row[property]])))
  // The row type is taken from a row, because `record` as the name of a type is not the table.
  return sql`
    insert into ${trusted(table)} (${names})
    select ${names}
      from json_populate_recordset((select one from ${trusted(table)} one where false), ${jsonRows(values)}::json) ${rest}`
}

const templates = new Map<string, readonly string[]>()

/** The strings of an `insert` of so many rows, between its values. Made once: an order has forty columns. */
function valuesTemplate(table: string, properties: readonly string[], rows: number): readonly string[] {
  const key = `${table} ${rows} ${properties.join()}`
  const known = templates.get(key)
  if (known !== undefined) return known
  const between = [...properties.slice(1).map(() => ', '), '), (']
  const separators = Array.from({ length: rows }, () => between)
    .flat()
    .slice(0, -1)
  const template = [`insert into ${table} (${properties.map(columnOf).join(', ')}) values (`, ...separators, ')']
  templates.set(key, template)
  return template
}

/** Rows as one JSON array. */
export const jsonRows = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/** Sends the insert of the rows, if there are any. */
export function sendRows<Row extends object>(tx: Transaction, table: string, rows: readonly Row[]): void {
  if (rows.length > 0) tx.send(insertInto(table, rows))
}

/** Fails with a division by zero unless the query returns exactly so many rows. For `presume`. */
export const exactly = (count: number, query: Sql): Sql => sql`with found as (${query}) ${hasRows(count, sql`found`)}`

/** The same check of a named subquery: a statement that writes in several of them may not be nested. */
export const hasRows = (count: number, subquery: Sql): Sql => sql`select 1 / (count(*) = ${count}::int)::int from ${subquery}`

/**
 * Inserts a row together with what `rest` sends, in one round trip. False when the row exists: then nothing of both remains. `rest`
 * must send all of its statements before it waits. An optimistic transaction presumes that the row does not exist.
 */
export async function insertWith<Row extends object>(
  tx: Transaction,
  table: string,
  row: Row,
  rest: () => Promise<unknown>,
): Promise<boolean> {
  if (tx.isOptimistic) {
    tx.presume(insertInto(table, [row]))
    await rest()
    return true
  }
  tx.send(sql`savepoint missing`)
  const [inserted, sent] = await Promise.allSettled([insertNew(tx, table, [row]), rest()])
  if (inserted.status === 'rejected') throw inserted.reason
  if (inserted.value === 0) {
    await tx.run(sql`rollback to savepoint missing`)
    return false
  }
  if (sent.status === 'rejected') throw sent.reason
  return true
}

/** Runs the insert of one row. False when the row exists. An optimistic transaction presumes that it does not. */
export async function insertOnce(db: Queries | Transaction, insert: Sql): Promise<boolean> {
  if (!('presume' in db && db.isOptimistic)) return (await db.run(sql`${insert} on conflict do nothing`)) === 1
  db.presume(insert)
  return true
}

/** Inserts the rows that do not exist yet. Returns the number of inserted rows. */
export const insertNew = async <Row extends object>(tx: Transaction, table: string, rows: readonly Row[]): Promise<number> =>
  (await tx.all(insertInto(table, rows, sql`on conflict do nothing returning 1`))).length

/** Converts `payOrderNo` to `pay_order_no`. */
export const columnOf = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
