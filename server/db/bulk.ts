import { join, type Sql, sql, trusted } from './sql.ts'

/** Property of a row -> type of its column; the column has the property's name in snake_case. */
export type Columns<Row> = { readonly [Name in keyof Row & string]: string }

/** One `insert` whatever the number of rows: a column travels as an array. What follows the rows is `rest`. */
export function insertInto<Row>(table: string, columns: Columns<Row>, rows: readonly Row[], rest: Sql = sql``): Sql {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const arrays = names.map((name) => sql`${rows.map((row) => row[name])}::${trusted(columns[name])}[]`)
  return sql`
    insert into ${trusted(table)} (${trusted(names.map(columnOf).join(', '))})
    select * from unnest(${join(arrays, sql`, `)}) ${rest}`
}

/** The select list of a table `alias`, each column under its property's name. */
export const selectList = (alias: string, properties: readonly string[]): Sql =>
  trusted(properties.map((property) => `${alias}.${columnOf(property)} as "${property}"`).join(', '))

/** `payOrderNo` is `pay_order_no`. */
const columnOf = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
