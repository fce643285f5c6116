import { join, type Sql, sql, trusted } from './sql.ts'

/** Property of a row -> SQL type of its column. The column name is the property name in snake_case. */
export type Columns<Row> = { readonly [Name in keyof Row & string]: string }

/** One `insert` for all rows: each column is sent as an array. `rest` is appended to the statement. */
export function insertInto<Row>(table: string, columns: Columns<Row>, rows: readonly Row[], rest: Sql = sql``): Sql {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const arrays = names.map((name) => sql`${rows.map((row) => row[name])}::${trusted(columns[name])}[]`)
  return sql`
    insert into ${trusted(table)} (${trusted(names.map(columnOf).join(', '))})
    select * from unnest(${join(arrays, sql`, `)}) ${rest}`
}

/** The select list of a table alias, with each column aliased to its property name. */
export const selectList = (alias: string, properties: readonly string[]): Sql =>
  trusted(properties.map((property) => `${alias}.${columnOf(property)} as "${property}"`).join(', '))

/** Converts `payOrderNo` to `pay_order_no`. */
const columnOf = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
