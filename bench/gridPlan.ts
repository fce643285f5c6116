import type { Page } from 'playwright-core'
import type { GridPlan } from './bareGrid.ts'

/** What the page's list is like, with room for all columns: the console draws those that are near, and the bare grid is to have every one. */
export async function planOf(page: Page): Promise<{ plan: GridPlan; total: number }> {
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 4_000, height: size.height })
  await page.waitForFunction(hasEveryColumn, true)
  const found = await page.evaluate(planOfGrid)
  await page.setViewportSize(size)
  await page.waitForFunction(hasEveryColumn, false)
  return found
}

/** Runs in the page: whether or not its rows have a cell for each head. */
function hasEveryColumn(is: boolean): boolean {
  const [head, row] = document.querySelectorAll('[role=grid] [role=row]')
  return (head!.childElementCount === row!.childElementCount) === is
}

/** Runs in the page: what its grid is like. */
function planOfGrid(): { plan: GridPlan; total: number } {
  const OVERSCAN = 4
  // Beyond this a browser stops laying out, and the bare grid does not do without.
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
