import { type ColumnRole, MONEY_ROLES } from '../layout.ts'
import type { StatementTable } from '../statementLine.ts'

/**
 * Identifies the layout of a file: its format and its titles without case, spaces and digits, so that next month's file of the
 * same bank has the same. Files without titles are told by the columns that were detected: dates, money and texts.
 */
export function fingerprint(
  { format, titles }: Pick<StatementTable, 'format' | 'titles'>,
  detected: readonly ColumnRole[],
): string {
  const named = titles.map((title) => title.toLowerCase().replace(/[^\p{L}]/gu, ''))
  return `${format}:${(named.some((title) => title !== '') ? named : detected.map(contentOf)).join('|')}`
}

const contentOf = (role: ColumnRole): string => (role === 'date' ? 'date' : MONEY_ROLES.includes(role) ? 'money' : 'text')
