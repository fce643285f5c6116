import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { GridPlan } from '../bareGrid.ts'

const SCRIPT = join(import.meta.dirname, 'node_modules/ag-grid-community/dist/ag-grid-community.min.js')

/** Whether the peer was installed; it is no dependency of the console. */
export const hasAgGrid = (): boolean => existsSync(SCRIPT)

/** Puts AG Grid community into an empty page: as many rows of the same texts, given to it block by block, as the console's are. */
export async function layAgGrid(page: Page, plan: GridPlan): Promise<void> {
  await page.addScriptTag({ path: SCRIPT })
  await page.evaluate(async ({ rows, height, rowHeight, columns, samples }) => {
    const host = document.createElement('div')
    host.style.cssText = `height: ${height}px; width: 100%`
    document.body.replaceChildren(host)
    const { agGrid } = globalThis as unknown as { agGrid: AgGrid }
    const first = Promise.withResolvers<void>()
    agGrid.createGrid(host, {
      columnDefs: columns.map(({ width }, index) => ({ field: `c${index}`, headerName: `c${index}`, width })),
      rowHeight,
      rowModelType: 'infinite',
      cacheBlockSize: 100,
      datasource: {
        rowCount: rows,
        getRows({ startRow, endRow, successCallback }) {
          const block = Array.from({ length: Math.min(endRow, rows) - startRow }, (_, nth) => {
            const texts = samples[(startRow + nth) % samples.length]!
            return Object.fromEntries(texts.map((text, index) => [`c${index}`, text]))
          })
          setTimeout(() => successCallback(block, rows))
        },
      },
      onFirstDataRendered: () => first.resolve(),
    })
    await first.promise
    host.querySelector<HTMLElement>('[row-index="0"] [role=gridcell]')?.focus()
  }, plan)
}

interface AgGrid {
  createGrid(
    host: HTMLElement,
    options: {
      columnDefs: { field: string; headerName: string; width: number }[]
      rowHeight: number
      rowModelType: 'infinite'
      cacheBlockSize: number
      datasource: {
        rowCount: number
        getRows(wish: {
          startRow: number
          endRow: number
          successCallback(rows: Record<string, string | null>[], last: number): void
        }): void
      }
      onFirstDataRendered(): void
    },
  ): unknown
}
