import { BOM, spreadsheetLine } from '#contract/csv.ts'
import type { Task } from '../input/task.ts'
import type { Entry } from '../matching/entry.ts'
import { EXPORT_COLUMNS, type ExportForm } from '../worker/protocol.ts'
import { AMOUNT_COLUMNS, type ExportContext, exportRows, exportTitles } from './exportRows.ts'

const BATCH = 1_000

/** A file of the entries: the columns of the statement, then ours. No cell is a formula. */
export async function exportEntries(
  entries: readonly Entry[],
  form: ExportForm,
  context: ExportContext,
  task: Task,
): Promise<{ blob: Blob; rows: number }> {
  return form === 'csv' ? asCsv(entries, context, task) : asWorkbook(entries, context, task)
}

async function asCsv(entries: readonly Entry[], context: ExportContext, task: Task) {
  const write = (rows: readonly string[][]) => rows.map(spreadsheetLine).join('')
  const parts = [BOM, write([exportTitles(context)])]
  let rows = 0
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = entries.slice(at, at + BATCH).flatMap((one) => exportRows(one, context))
    rows += batch.length
    parts.push(write(batch))
    await task.step('exporting', at, entries.length)
  }
  return { blob: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows }
}

/** Digits that a cell of Excel keeps. */
const EXACT_DIGITS = 15

async function asWorkbook(entries: readonly Entry[], context: ExportContext, task: Task) {
  const { utils, write } = await import('@e965/xlsx')
  const first = context.table.titles.length
  const amounts = new Set(AMOUNT_COLUMNS.map((column) => first + EXPORT_COLUMNS.indexOf(column)))
  // All decimals: a difference that is rounded away would look like none.
  const z = `#,##0.${'0'.repeat(context.scale)}`
  const textCell = (v: string) => ({ t: 's' as const, v })
  // Text cells are never formulas. Our amounts are numbers, so that they can be summed; one too long stays text.
  const cell = (text: string, column: number) =>
    amounts.has(column) && text !== '' && text.replace(/\D/g, '').length <= EXACT_DIGITS
      ? { t: 'n' as const, v: Number(text), z }
      : textCell(text)
  const sheet = utils.aoa_to_sheet([exportTitles(context).map(textCell)], { dense: true })
  let rows = 0
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = entries.slice(at, at + BATCH).flatMap((one) => exportRows(one, context))
    utils.sheet_add_aoa(
      sheet,
      batch.map((row) => row.map((text, column) => (text === '' ? null : cell(text, column)))),
      { origin: rows + 1 },
    )
    rows += batch.length
    await task.step('exporting', at, entries.length)
  }
  const book = utils.book_new(sheet, 'Paydesk')
  const bytes = write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer
  return { blob: new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }), rows }
}
