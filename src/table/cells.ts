import { FIRST_ROW_INDEX } from './cursor.ts'
import { scrollSideways } from './sideways.ts'

/** The drawn cell of a row and a column, if there is one. */
export function cellAt(grid: HTMLElement | null, row: number, column: string): HTMLElement | null {
  const drawn = grid?.querySelector(`[aria-rowindex="${row + FIRST_ROW_INDEX}"]`)
  return drawn?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? null
}

/** The cell an element belongs to; its row is `HEADER` in the head. */
export function placeOf(element: Element): { row: number; column: string } | null {
  const column = element.closest<HTMLElement>('[data-column]')?.dataset.column
  const row = Number(element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex'))
  return column === undefined || Number.isNaN(row) ? null : { row: row - FIRST_ROW_INDEX, column }
}

/** Scrolls sideways as little as needed; what sticks at the edges covers what lies under it. */
export function showColumn(grid: HTMLElement | null, cell: HTMLElement) {
  if (grid === null) return
  const [left, right] = ['select', 'actions'].map(
    (id) => cell.parentElement?.querySelector<HTMLElement>(`[data-column="${id}"]`)?.offsetWidth ?? 0,
  ) as [number, number]
  const start = cell.offsetLeft - left
  const end = cell.offsetLeft + cell.offsetWidth + right
  if (start < grid.scrollLeft) scrollSideways(grid, start)
  else if (end > grid.scrollLeft + grid.clientWidth) scrollSideways(grid, end - grid.clientWidth)
}
