import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGuestValue } from '../../src/state/value.ts'
import { DEFAULT_ARRANGEMENT, type GridColumn } from '../../src/table/columns.ts'
import { createCursor } from '../../src/table/cursor.ts'
import { Grid } from '../../src/table/Grid.tsx'

const COLUMNS: readonly GridColumn<string>[] = ['number', 'amount'].map((id) => ({
  id,
  title: id,
  width: 100,
  minWidth: 100,
  align: 'start',
  isSortable: false,
  isRowHeader: id === 'number',
  isHidden: false,
  cell: (row) => row,
}))
const NO_MARKS = { isSelected: () => false, subscribe: () => () => {} }
const NO_ROWS_HERE = { count: 100_000, at: () => undefined }
const nothing = () => {}

/** A grid with only loading rows and the focus on its cursor. */
function openGrid() {
  const cursor = createCursor(createGuestValue({ row: 0, column: 'number' }))
  render(
    <Grid<string>
      label="orders"
      rows={NO_ROWS_HERE}
      epoch={1}
      isExact
      isBusy
      isStale={false}
      columns={COLUMNS}
      arrangement={DEFAULT_ARRANGEMENT}
      onArrange={nothing}
      sort={null}
      onSort={nothing}
      cursor={cursor}
      marks={NO_MARKS}
      allSelected={false}
      rowHeight={30}
      plainPageSize={null}
      empty={null}
      onVisibleRows={nothing}
      onToggleRow={nothing}
      onToggleAll={nothing}
      onOpen={nothing}
      onActions={nothing}
    />,
  )
  const goTo = (row: number) =>
    act(async () => {
      cursor.set(row)
      // A second move in the same frame renders in the next frame.
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    })
  return { goTo, rows: () => screen.getAllByRole('row').slice(1) }
}

const rowOf = (element: Element | null) => Number(element?.closest('[role=row]')?.getAttribute('aria-rowindex')) - 2

// The overscan timer must not fire.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a held PageDown reuses the mounted rows, and the focus moves to another cell each time', async () => {
  const { goTo, rows } = openGrid()
  // Away from the top, so that there are rows on both sides.
  await goTo(1_000)
  await goTo(1_020)
  const known = new Set(rows())
  for (let row = 1_040; row < 1_200; row += 20) {
    const before = document.activeElement
    await goTo(row)
    expect(rowOf(document.activeElement)).toBe(row)
    expect(document.activeElement).not.toBe(before)
    const indices = rows().map(rowOf)
    expect(indices).toEqual(indices.toSorted((one, other) => one - other))
  }
  expect(rows().filter((row) => !known.has(row))).toEqual([])
})
