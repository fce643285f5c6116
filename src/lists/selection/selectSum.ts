import type { ListedRow } from '#contract/rows/listedRow.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import { amountIn, formatCount } from '../../format/amount.ts'
import { decimalText, minorUnits } from '../../reconcile/amounts/decimalText.ts'
import { solveSums } from '../../reconcile/sums/solveSums.ts'
import type { SearchedSets, SumRow } from '../../reconcile/sums/sumAnswer.ts'
import { fetchAllRows } from '../export/fetchAllRows.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import { countText } from '../paging/totalText.ts'
import { selectSet } from './walkSums.ts'

/** Maximum number of rows to search. */
const MAX_ROWS = 2_000

/**
 * Selects rows that add up to an amount, gross or net of their fees, and opens the sum bar. Searches the selection, or else
 * everything the filter matches. Of several sets the best is selected, and their number is told.
 */
export async function selectSum(controller: ListController, amount: string, { t }: ListWords): Promise<void> {
  const { console, list, selection, isSumBarOpen } = controller
  const { app } = console.scope()
  const tooMany = (n: string) => app.toast(['list.solve.tooMany', { n, most: formatCount(MAX_ROWS) }, 'error'])
  if (selection.rows.length < 2 && controller.count > MAX_ROWS) return tooMany(controller.countText())
  const { filter, sort } = controller.query()
  const isSearched = selection.rows.length > 1
  const rows = isSearched
    ? selection.rows
    : await fetchAllRows(controller, { filter, sort, chosen: selection.chosen }, { most: MAX_ROWS })
  if (!isSearched && rows.length > MAX_ROWS) return tooMany(countText(MAX_ROWS, false))
  const { fractionDigits } = list
  const sumRows = rows.map((row) => sumRowOf(row, fractionDigits))
  const { answers, count, isCountExact, searched } = await solveSums({ amount, rows: sumRows, fractionDigits, basis: 'either' })
  const shown = amountIn(fractionDigits)(amount)
  if (answers.length === 0)
    return app.toast([noneText(searched), { n: formatCount(rows.length), amount: shown, size: formatCount(searched.size) }])
  const { chosen } = selection
  const sets = answers.map((answer) => answer.rows.map((at) => rows[at]!))
  controller.sums.set({ sets, at: 0, rows: isSearched ? null : rows })
  isSumBarOpen.set(true)
  const found = selectSet(controller)
  const undoSelection = () => selection.restore(chosen)
  console.undo.push({ label: ['undo.solve'], undo: undoSelection, redo: () => selection.replace(found), owner: selection })
  controller.announce(t('list.solve.found', { n: formatCount(found.length), all: formatCount(rows.length), amount: shown }))
  if (count > 1 || !isCountExact) app.toast(['list.solve.sets', { n: countText(count, isCountExact) }])
}

/** "None exists" is told only when every set was tried. */
const noneText = ({ isComplete }: SearchedSets) => (isComplete ? 'list.solve.never' : 'list.solve.none')

/** A row as the search sees it. Rows without a status count as paid. */
export function sumRowOf(row: ListedRow, fractionDigits: number): SumRow {
  const { payAmount, payFee, type, status } = row
  const gross = minorUnits(payAmount ?? null, fractionDigits)
  const fee = minorUnits(payFee ?? null, fractionDigits)
  const when = row.completeTime ?? row.createTime ?? null
  const time = when === null ? Number.NaN : Date.parse(when)
  const paid: readonly string[] = STATUS_GROUPS[type === 'PAYIN' || type === 'PAYOUT' ? type : 'MOVEMENT'].paid
  return {
    gross: payAmount ?? '',
    net: gross === null || fee === null ? null : decimalText(gross - fee, fractionDigits),
    day: when?.slice(0, 10) ?? null,
    time: Number.isNaN(time) ? null : time,
    isPaid: status == null || paid.includes(status),
  }
}
