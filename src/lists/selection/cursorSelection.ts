import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ListCore } from '../listCore.ts'

/** Selects rows relative to the cursor. */
export function createCursorSelection({ cursor, selection, count, isExactCount, rowAt, loadedRows }: ListCore) {
  /** The range being selected. It ends when the cursor leaves its end. */
  let range: { from: number; to: number } | null = null

  /** The rows selected by the last `all()`. More rows may have been loaded since. */
  let lastSelected: readonly ListedRow[] = []

  const begin = () => (range !== null && range.to === cursor.row ? range.from : cursor.row)
  function between(one: number, other: number): ListedRow[] {
    const [first, last] = one < other ? [one, other] : [other, one]
    return Array.from({ length: last - first + 1 }, (_, index) => rowAt(first + index)).filter((row) => row !== undefined)
  }
  /** Moves the cursor and selects the rows from the start of the range. */
  function extendTo(index: number) {
    const from = begin()
    const to = Math.max(0, Math.min(count() - 1, index))
    if (from < 0) return
    const left = cursor.row
    const isShrinking = Math.abs(to - from) < Math.abs(left - from)
    if (isShrinking) selection.remove(between(left, to).filter((row) => row !== rowAt(to)))
    else selection.add(between(from, to))
    cursor.set(to)
    range = { from, to }
  }
  return {
    toggle(index: number) {
      const row = rowAt(index)
      if (row === undefined) return
      selection.toggle(row)
      range = { from: index, to: index }
    },
    extendBy: (rows: number) => extendTo(cursor.row + rows),
    extendTo,
    /** Selects the loaded rows and, when called again, everything the filter matches. */
    all() {
      const rows = loadedRows()
      const areLastSelected = lastSelected.length > 0 && lastSelected.every(selection.isSelected)
      const areAllMarked = selection.chosen.kind === 'some' && (areLastSelected || rows.every(selection.isSelected))
      lastSelected = areAllMarked ? [] : rows
      if (areAllMarked && (rows.length < count() || !isExactCount())) selection.addAll()
      else selection.add(rows)
    },
  }
}
