import type { StatementTable } from '../statementLine.ts'

/**
 * Identifies the layout of a file: its format and its titles without case, spaces and digits, so that next month's file of the
 * same bank has the same. Files without titles are told by their number of columns.
 */
export function fingerprint({ format, titles, rows }: Pick<StatementTable, 'format' | 'titles' | 'rows'>): string {
  const named = titles.map((title) => title.toLowerCase().replace(/[^\p{L}]/gu, ''))
  const columns = named.some((title) => title !== '') ? named.join('|') : `${rows[0]?.length ?? 0} columns`
  return `${format}:${columns}`
}
