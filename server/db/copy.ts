import type { Transaction } from './database.ts'
import { columnOf, insertInto } from './rows.ts'
import { Sql } from './sql.ts'

/**
 * Inserts many rows of texts, numbers, bigints, flags, dates, and objects for JSON columns; no arrays. Returns their number. They
 * follow a `copy … from stdin`, which costs the database half of an insert of JSON. Citus gets the insert: its copy opens connections
 * beside that of the transaction.
 */
export async function copyRows<Row extends object>(tx: Transaction, table: string, rows: readonly Row[]): Promise<number> {
  if (rows.length === 0) return 0
  const isCopied = tx.product === 'pglite' || tx.product === 'postgres'
  return tx.run(isCopied ? copyInto(table, rows) : insertInto(table, rows))
}

function copyInto<Row extends object>(table: string, rows: readonly Row[]): Sql {
  const properties = Object.keys(rows[0]!) as (keyof Row & string)[]
  const text = `copy ${table} (${properties.map(columnOf).join(', ')}) from stdin`
  return new Sql([text], [], rows.map((row) => `${properties.map((name) => cellOf(row[name])).join('\t')}\n`).join(''))
}

const SPECIAL = /[\\\n\r\t]/g
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A value in the text format of `copy`. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replace(SPECIAL, (letter) => ESCAPES[letter]!)
}
