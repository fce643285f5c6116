import { BOM, spreadsheetLine } from '#contract/csv.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { fieldText } from '../../detail/detailField.ts'
import type { ListColumn } from '../list.ts'
import type { ListWords } from '../listWords.ts'

/** A CSV file of rows, with the columns of the list in its order, as spreadsheet programs read it. */
export function rowsFile(rows: readonly ListedRow[], columns: readonly ListColumn[], words: ListWords): Blob {
  const lines = rows.map((row) => spreadsheetLine(columns.map((column) => fieldText(row, column, words))))
  return new Blob([BOM, spreadsheetLine(columns.map(({ title }) => words.t(title))), ...lines], {
    type: 'text/csv;charset=utf-8',
  })
}
