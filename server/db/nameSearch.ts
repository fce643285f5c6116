import { type Sql, sql } from './sql.ts'

const MARKS = /[\u0300-\u036f]/g

/** A text as it is searched: without marks, in lower case. `Nguyễn Đức` is `nguyen duc`. */
const plain = (text: string): string => text.normalize('NFD').replace(MARKS, '').replace(/[đĐ]/g, 'd').toLowerCase()

/** The same of a column; the pattern is of the same marks. */
const plainColumn = (column: Sql): Sql =>
  sql`lower(translate(regexp_replace(normalize(${column}, NFD), '[\u0300-\u036f]', '', 'g'), 'đĐ', 'dd'))`

/** Whether a name has this part, however either is written. */
export const nameContains = (column: Sql, part: string): Sql => sql`position(${plain(part)} in ${plainColumn(column)}) > 0`
