import type { ListedRow } from '#contract/rows/listedRow.ts'
import { formatCount } from '../../format/amount.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'

/** Selects the next or previous set with the sum, from the last to the first. */
export function walkSums(controller: ListController, by: 1 | -1, { t }: ListWords): void {
  const sums = controller.sums.get()
  if (sums === null) return
  const count = sums.sets.length
  const at = (sums.at + by + count) % count
  controller.sums.set({ ...sums, at })
  const found = selectSet(controller)
  controller.announce(t('list.solve.set', { at: formatCount(at + 1), count: formatCount(count), n: formatCount(found.length) }))
}

/** Selects the set of the search that `at` names, and moves the cursor to its first row. */
export function selectSet(controller: ListController): readonly ListedRow[] {
  const { sets, at, rows } = controller.sums.get()!
  const found = sets[at]!
  controller.selection.replace(found)
  moveToFirst(controller, found, rows)
  return found
}

/** Moves the cursor to the first of the found rows. */
function moveToFirst(controller: ListController, found: readonly ListedRow[], all: readonly ListedRow[] | null): void {
  const ids = new Set(found.map(({ id }) => id))
  let index = all?.findIndex(({ id }) => ids.has(id)) ?? 0
  // Of a selection, only loaded rows can be looked for.
  if (all === null) while (index < controller.count && !ids.has(controller.rowAt(index)?.id ?? '')) index++
  if (index >= 0 && index < controller.count) controller.moveTo(index)
}
