import type { ListedRow } from '#contract/rows/listedRow.ts'
import { amountIn, formatCount } from '../../format/amount.ts'
import { fetchAllRows } from '../export/fetchAllRows.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import { findRowsWithSum, MAX_ROWS } from './subsetSum.ts'

/**
 * Selects rows that add up to an amount and opens the sum bar. Searches the selection, or else everything the filter matches.
 */
export async function selectSum(controller: ListController, amount: string, { t }: ListWords): Promise<void> {
  const { console, list, selection, isSumBarOpen } = controller
  const { app } = console.scope()
  if (selection.rows.length < 2 && controller.count > MAX_ROWS) {
    return app.toast(['list.solve.tooMany', { n: formatCount(controller.count), most: formatCount(MAX_ROWS) }, 'error'])
  }
  const rows = await rowsToSearch(controller)
  const found = findRowsWithSum(amount, rows, list.fractionDigits)
  const shown = amountIn(list.fractionDigits)(amount)
  if (found === null) return app.toast(['list.solve.none', { n: formatCount(rows.length), amount: shown }])
  const { chosen } = selection
  selection.replace(found)
  isSumBarOpen.set(true)
  const undoSelection = () => selection.restore(chosen)
  console.undo.push({ label: ['undo.solve'], undo: undoSelection, redo: () => selection.replace(found), owner: selection })
  controller.announce(t('list.solve.found', { n: formatCount(found.length), all: formatCount(rows.length), amount: shown }))
}

async function rowsToSearch({ console, list, selection, query }: ListController): Promise<readonly ListedRow[]> {
  if (selection.rows.length > 1) return selection.rows
  const { filter, sort } = query()
  const read = fetchAllRows(console.api, list)
  const rows = await read({ filter, sort }, new AbortController().signal)
  const { chosen } = selection
  return chosen.kind === 'all' ? rows.filter(({ id }) => !chosen.except.has(id)) : rows
}
