import { toUnits } from '#contract/money.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { amountIn, formatCount } from '../../format/amount.ts'
import { fetchAllRows } from '../export/fetchAllRows.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import { countText } from '../paging/totalText.ts'

/** Maximum number of rows to search. */
const MAX_ROWS = 2_000
/** Combinations of four are tried up to this number of rows, of three above it. */
const MAX_ROWS_FOR_FOUR = 300

/**
 * Selects rows that add up to an amount and opens the sum bar. Searches the selection, or else everything the filter matches.
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
  const found = findRowsWithSum(amount, rows, list.fractionDigits)
  const shown = amountIn(list.fractionDigits)(amount)
  if (found === null) return app.toast(['list.solve.none', { n: formatCount(rows.length), amount: shown }])
  const { chosen } = selection
  selection.replace(found)
  isSumBarOpen.set(true)
  const undoSelection = () => selection.restore(chosen)
  console.undo.push({ label: ['undo.solve'], undo: undoSelection, redo: () => selection.replace(found), owner: selection })
  moveToFirst(controller, found, isSearched ? null : rows)
  controller.announce(t('list.solve.found', { n: formatCount(found.length), all: formatCount(rows.length), amount: shown }))
}

/** Moves the cursor to the first of the found rows. `all` are the rows of the list in its order, if they were read. */
function moveToFirst(controller: ListController, found: readonly ListedRow[], all: readonly ListedRow[] | null): void {
  const ids = new Set(found.map(({ id }) => id))
  let index = all?.findIndex(({ id }) => ids.has(id)) ?? 0
  // Of a selection, only loaded rows can be looked for.
  if (all === null) while (index < controller.count && !ids.has(controller.rowAt(index)?.id ?? '')) index++
  if (index >= 0 && index < controller.count) controller.moveTo(index)
}

interface SumSearch {
  readonly rows: readonly ListedRow[]
  readonly units: readonly number[]
  readonly wanted: number
}

/**
 * Finds rows that add up to an amount: the smallest combination of up to four, else a consecutive run, else all but a few.
 * Returns null without a match. Amounts are compared in whole units; sums beyond safe integers return null.
 */
export function findRowsWithSum(
  amount: string,
  rows: readonly ListedRow[],
  fractionDigits: number,
): readonly ListedRow[] | null {
  const priced = rows.filter(({ payAmount }) => isAmount(payAmount, fractionDigits))
  return findAmongPriced(amount, priced, fractionDigits)
}

const isAmount = (text: string | null | undefined, fractionDigits: number): boolean =>
  new RegExp(`^-?\\d+(\\.\\d{0,${fractionDigits}}0*)?$`).test(text ?? '')

/** The same, of rows that all have an amount. */
function findAmongPriced(amount: string, rows: readonly ListedRow[], fractionDigits: number): readonly ListedRow[] | null {
  const units = rows.map(({ payAmount }) => unitsOf(payAmount ?? '', fractionDigits))
  const trial = { rows, units, wanted: unitsOf(amount, fractionDigits) }
  const all = units.reduce((sum, one) => sum + one, 0)
  if (!Number.isSafeInteger(all) || !Number.isSafeInteger(trial.wanted)) return null
  if (all === trial.wanted) return rows
  return smallestCombination(trial) ?? consecutiveRun(trial) ?? allButFew({ ...trial, wanted: all - trial.wanted })
}

const unitsOf = (text: string, fractionDigits: number): number => Number(toUnits(text, fractionDigits))

function smallestCombination({ rows, units, wanted }: SumSearch): ListedRow[] | null {
  const order = units.map((_, at) => at).sort((one, other) => units[one]! - units[other]!)
  const sorted = order.map((at) => units[at]!)
  const most = rows.length <= MAX_ROWS_FOR_FOUR ? 4 : 3
  for (let size = 1; size <= most; size++) {
    const found = combination(sorted, wanted, size, 0)
    if (found !== null)
      return found
        .map((at) => order[at]!)
        .sort((one, other) => one - other)
        .map((at) => rows[at]!)
  }
  return null
}

/** Finds `size` values of a sorted array, from an index on, that add up to a sum. Pairs are searched from both ends. */
function combination(sorted: readonly number[], wanted: number, size: number, from: number): number[] | null {
  if (size === 1) {
    const at = sorted.indexOf(wanted, from)
    return at < 0 ? null : [at]
  }
  if (size === 2) return pair(sorted, wanted, from)
  for (let at = from; at + size <= sorted.length; at++) {
    const figure = sorted[at]!
    if (figure * size > wanted) return null
    const rest = combination(sorted, wanted - figure, size - 1, at + 1)
    if (rest !== null) return [at, ...rest]
  }
  return null
}

function pair(sorted: readonly number[], wanted: number, from: number): number[] | null {
  let [low, high] = [from, sorted.length - 1]
  while (low < high) {
    const sum = sorted[low]! + sorted[high]!
    if (sum === wanted) return [low, high]
    if (sum < wanted) low++
    else high--
  }
  return null
}

/** Finds a run of consecutive rows, as in a settlement. */
function consecutiveRun({ rows, units, wanted }: SumSearch): readonly ListedRow[] | null {
  const until = new Map([[0, 0]])
  let sum = 0
  for (const [at, unit] of units.entries()) {
    sum += unit
    const from = until.get(sum - wanted)
    if (from !== undefined) return rows.slice(from, at + 1)
    until.set(sum, at + 1)
  }
  return null
}

function allButFew(trial: SumSearch): ListedRow[] | null {
  const left = smallestCombination(trial)
  return left === null ? null : trial.rows.filter((row) => !left.includes(row))
}
