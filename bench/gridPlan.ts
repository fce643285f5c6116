import type { Page } from 'playwright-core'
import type { GridPlan } from './bareGrid.ts'

/**
 * The properties of the page's grid at a width with room for all columns: the console renders only columns near the viewport,
 * and the bare grid must have them all.
 */
export async function planOf(page: Page): Promise<{ plan: GridPlan; total: number }> {
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 4_000, height: size.height })
  await page.waitForFunction(hasEveryColumn)
  const found = await page.evaluate(planOfGrid)
  await page.setViewportSize(size)
  await page.waitForFunction(
    (width) =>
      document.querySelector('[role=grid]')!.clientWidth <= width && document.querySelector('[role=grid] [role=rowheader]'),
    size.width,
  )
  return found
}

/** Runs in the page: whether the rows have a cell for each header. */
function hasEveryColumn(): boolean {
  const [head, row] = document.querySelectorAll('[role=grid] [role=row]')
  return head!.childElementCount === row!.childElementCount
}

/** Runs in the page: the properties of its grid. */
function planOfGrid(): { plan: GridPlan; total: number } {
  const OVERSCAN = 4
  // Browsers do not lay out taller elements, and the bare grid does not work around that.
  const MOST_PIXELS = 8_000_000
  const grid = document.querySelector<HTMLElement>('[role=grid]')!
  const drawn = [...grid.querySelectorAll<HTMLElement>('[role=row]')].slice(1)
  const rowHeight = drawn[0]!.offsetHeight
  const cells = (row: HTMLElement) => [...row.children] as HTMLElement[]
  const total = Number(grid.getAttribute('aria-rowcount')) - 1
  const plan = {
    rows: Math.min(total, Math.floor(MOST_PIXELS / rowHeight)),
    height: grid.clientHeight,
    rowHeight,
    overscan: OVERSCAN,
    columns: cells(drawn[0]!).map((cell) => ({
      width: cell.offsetWidth,
      isRowHeader: cell.getAttribute('role') === 'rowheader',
    })),
    samples: drawn.map((row) => cells(row).map(({ textContent }) => textContent)),
  }
  return { plan, total }
}
