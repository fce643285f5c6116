import { join, type Sql, sql, trusted } from './sql.ts'

export const allOf = (conditions: readonly Sql[]): Sql => join(conditions, sql` and `)

/** The condition of a filter field that is given; none otherwise. */
export const given = <Value>(value: Value | undefined, condition: (value: Value) => Sql): Sql[] =>
  value === undefined ? [] : [condition(value)]

type Values = string | readonly string[]

export const isAnyOf =
  (column: Sql) =>
  (values: Values): Sql =>
    sql`${column} = any (${[values].flat()}::text[])`

/**
 * The right side of `=`: one of the values. A single one stands alone: PostgreSQL plans a search for it once instead of each time, and Citus
 * finds its shard.
 */
export const oneOf = (values: readonly string[], type: 'text' | 'bigint' = 'text'): Sql =>
  values.length === 1 ? sql`${values[0]}::${trusted(type)}` : sql`any (${[...values]}::${trusted(type)}[])`

/** The condition that a row belongs to the merchants. */
export const ofMerchants = (column: Sql, merchantNos: readonly string[] | 'all'): Sql =>
  merchantNos === 'all' ? sql`true` : sql`${column} = ${oneOf(merchantNos)}`

/** NULL passes a negated match. */
export const isNoneOf =
  (column: Sql) =>
  (values: Values): Sql =>
    sql`(${isAnyOf(column)(values)}) is not true`

/**
 * The conditions of the filter fields that compare a column with one or several values: `status` must be among them, `notStatus`
 * must not.
 */
export function matches<Filter extends object>(filter: Filter, columns: { [Name in keyof Filter]?: Sql }): Sql[] {
  const fields = filter as Readonly<Record<string, Values | undefined>>
  return Object.entries<Sql>(columns as Record<string, Sql>).flatMap(([name, column]) => [
    ...given(fields[name], isAnyOf(column)),
    ...given(fields[`not${name[0]!.toUpperCase()}${name.slice(1)}`], isNoneOf(column)),
  ])
}

const DIACRITICS = /[\u0300-\u036f]/g

/** Normalizes a name for search: no diacritics, lower case. `Nguyễn Đức` becomes `nguyen duc`. */
const normalize = (text: string): string => text.normalize('NFD').replace(DIACRITICS, '').replace(/[đĐ]/g, 'd').toLowerCase()

/** SQL that normalizes a column like `normalize`. The pattern matches the same diacritics. */
const normalizedColumn = (column: Sql): Sql =>
  sql`lower(translate(regexp_replace(normalize(${column}, NFD), '[\u0300-\u036f]', '', 'g'), 'đĐ', 'dd'))`

/** The name contains the part, ignoring case and diacritics. */
export const nameContains =
  (column: Sql) =>
  (part: string): Sql =>
    sql`position(${normalize(part)} in ${normalizedColumn(column)}) > 0`

/** NULL names pass a negated match. */
export const nameExcludes =
  (column: Sql) =>
  (part: string): Sql =>
    sql`(${nameContains(column)(part)}) is not true`
