import type { Entry } from '../matching/entry.ts'
import type { EntryBook } from '../matching/entryBook.ts'
import { entryRow } from '../matching/entryRows.ts'
import type { StatementTable } from '../statementLine.ts'
import { EXPORT_COLUMNS, type ExportColumn, type ExportTexts } from '../worker/protocol.ts'

export interface ExportContext {
  readonly book: EntryBook
  readonly table: Pick<StatementTable, 'titles' | 'rows' | 'lineNumbers'>
  readonly scale: number
  readonly texts: ExportTexts
}

/** Our columns whose cells are amounts. */
export const AMOUNT_COLUMNS: readonly ExportColumn[] = ['difference', 'orderAmount', 'orderFee']

export const exportTitles = ({ table, texts }: Pick<ExportContext, 'table' | 'texts'>): string[] => [
  ...table.titles,
  ...EXPORT_COLUMNS.map((column) => texts.titles[column]),
]

/** The rows of an entry: one per line or order, whichever are more. What concerns the whole entry stands in the first. */
export function exportRows(one: Entry, context: ExportContext): string[][] {
  const { book, table, texts } = context
  const row = entryRow(one, context)
  const orders = one.orders.length > 0 ? one.orders : one.named
  const blank = table.titles.map(() => '')
  return Array.from({ length: Math.max(one.lines.length, orders.length) }, (_, at) => {
    const line = one.lines[at]
    // In one order of several lines, the order stands beside each of them.
    const side = orders[at] ?? (orders.length === 1 ? orders[0] : undefined)
    const order = side === undefined ? null : book.sides[side]!.order
    const ours: Record<ExportColumn, string | null> = {
      lineNumber: line === undefined ? null : String(table.lineNumbers[line]!),
      bucket: texts.buckets[one.bucket],
      difference: at === 0 ? row.difference : null,
      mark: row.mark === null ? null : texts.marks[row.mark.as],
      reason: row.mark?.as === 'DISCREPANCY' ? row.mark.reason : null,
      platOrderNo: order?.platOrderNo ?? null,
      merchantOrderNo: order?.merchantOrderNo ?? null,
      payOrderNo: order?.payOrderNo ?? null,
      orderAmount: order?.amount ?? null,
      orderFee: order?.fee ?? null,
      orderStatus: order?.status ?? null,
      orderTime: order?.time ?? null,
    }
    return [...(line === undefined ? blank : table.rows[line]!), ...EXPORT_COLUMNS.map((column) => ours[column] ?? '')]
  })
}
