import { type Sql, sql } from './sql.ts'

const DIACRITICS = /[\u0300-\u036f]/g

/** Normalizes a name for search: no diacritics, lower case. `Nguyễn Đức` becomes `nguyen duc`. */
const normalize = (text: string): string => text.normalize('NFD').replace(DIACRITICS, '').replace(/[đĐ]/g, 'd').toLowerCase()

/** SQL that normalizes a column like `normalize`. The pattern matches the same diacritics. */
const normalizedColumn = (column: Sql): Sql =>
  sql`lower(translate(regexp_replace(normalize(${column}, NFD), '[\u0300-\u036f]', '', 'g'), 'đĐ', 'dd'))`

/** SQL condition: the name contains the part, ignoring case and diacritics. */
export const nameContains = (column: Sql, part: string): Sql =>
  sql`position(${normalize(part)} in ${normalizedColumn(column)}) > 0`
