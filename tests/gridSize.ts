import { afterAll, beforeAll } from 'vitest'

/** Height of a row and of the header, in pixels. */
const ROW = 32
/** Rendering rows takes most of the time of these tests. */
const USUAL = 8

let rows = USUAL

/** jsdom has no layout. A grid gets room for eight rows and all columns, so that they are rendered. */
export const gridHeight = (): number => ROW + rows * ROW
export const GRID_WIDTH = 4_000

/** Gives the grids of a test file room for so many rows. */
export function renderRows(count: number): void {
  beforeAll(() => {
    rows = count
  })
  afterAll(() => {
    rows = USUAL
  })
}
