import { norm } from '#commands/norm.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { fieldText } from '../../detail/detailField.ts'
import { formatCount } from '../../format/amount.ts'
import { shownColumns } from '../columns/columns.tsx'
import type { ListColumn } from '../list.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'

/** Selects what is not selected, with an undo entry. */
export function invertSelection(controller: ListController, { t }: ListWords): void {
  changeSelection(controller, controller.selection.invert)
  const { chosen } = controller.selection
  const n = chosen.kind === 'some' ? formatCount(chosen.rows.size) : controller.countText(chosen.except.size)
  controller.announce(t('list.inverted', { n }))
}

/** Adds the loaded rows with a text in a shown column to the selection, with an undo entry. */
export function selectLike(controller: ListController, pattern: string, words: ListWords): void {
  const columns = shownColumns(controller)
  const isLike = matcherOf(pattern)
  const found = controller.loadedRows().filter((row) => textsOf(row, columns, words).some(isLike))
  if (found.length > 0) changeSelection(controller, () => controller.selection.add(found))
  controller.announce(words.t('list.selectedLike', { n: formatCount(found.length), pattern }))
}

/** Whether a text has the pattern somewhere in it; with a star, whether all of it is like the pattern. */
function matcherOf(pattern: string): (text: string) => boolean {
  const wanted = norm(pattern).trim()
  if (!wanted.includes('*')) return (text) => norm(text).includes(wanted)
  const parts = wanted.split(/\*+/).map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  const regex = new RegExp(`^${parts.join('.*')}$`)
  return (text) => regex.test(norm(text))
}

/** The texts of a row as they are shown, and as they are copied. */
const textsOf = (row: ListedRow, columns: readonly ListColumn[], words: ListWords): string[] =>
  columns.flatMap((column) => [fieldText(row, column, words), String(row[column.field] ?? '')])

function changeSelection({ console, selection }: ListController, change: () => void): void {
  const before = selection.chosen
  change()
  const after = selection.chosen
  console.undo.push({
    label: ['undo.selection'],
    undo: () => selection.restore(before),
    redo: () => selection.restore(after),
    owner: selection,
  })
}
