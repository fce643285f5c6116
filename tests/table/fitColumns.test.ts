import { expect, test } from 'vitest'
import { fitColumns } from '../../src/table/fitColumns.ts'

const COLUMNS = [
  { id: 'time', width: 200, minWidth: 150 },
  { id: 'merchant', width: 150, minWidth: 120 },
  { id: 'number', width: 205, minWidth: 165 },
  { id: 'amount', width: 120, minWidth: 120 },
  { id: 'status', width: 106, minWidth: 106 },
  { id: 'channel', width: 160, minWidth: 120 },
].map((column) => ({ ...column, isHidden: false, isRowHeader: column.id === 'number' }))
const COLUMNS_AND_HIDDEN = [...COLUMNS, { id: 'fee', width: 120, minWidth: 120, isHidden: true, isRowHeader: false }]
const FIRST = ['number', 'amount', 'status']

const fitted = (room: number) =>
  fitColumns(COLUMNS_AND_HIDDEN, room, FIRST)
    .filter(({ isHidden }) => !isHidden)
    .map(({ id, width }) => `${id} ${width}`)
    .join(', ')

test.each([
  [Number.POSITIVE_INFINITY, 'time 200, merchant 150, number 205, amount 120, status 106, channel 160'],
  [941, 'time 200, merchant 150, number 205, amount 120, status 106, channel 160'],
  [861, 'time 175, merchant 135, number 185, amount 120, status 106, channel 140'],
  [781, 'time 150, merchant 120, number 165, amount 120, status 106, channel 120'],
  [780, 'time 199, merchant 149, number 204, amount 120, status 106'],
  [660, 'time 200, number 205, amount 120, status 106'],
  [391, 'number 165, amount 120, status 106'],
  [300, 'number 180, amount 120'],
])('%i pixels show the most important columns in their order', (room, columns) => {
  expect(fitted(room)).toBe(columns)
})

test('as narrow as one column, the row header fills the window and the others follow', () => {
  expect(fitted(200)).toBe('number 200, time 200, merchant 150, amount 120, status 106, channel 160')
})

test('no width draws columns beyond its edge, except where only one fits', () => {
  for (let room = 285; room <= 1000; room++) {
    const shown = fitColumns(COLUMNS_AND_HIDDEN, room, FIRST).filter(({ isHidden }) => !isHidden)
    expect(shown.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(room)
  }
})

test('a column of long names gets the room to spare, before others get air', () => {
  const columns = COLUMNS.map((column) => (column.id === 'merchant' ? { ...column, fullWidth: 220 } : column))
  const widths = (room: number) => fitColumns(columns, room, FIRST).map(({ width }) => width)
  expect(widths(Number.POSITIVE_INFINITY)).toEqual([200, 150, 205, 120, 106, 160])
  expect(widths(2_000)).toEqual([200, 220, 205, 120, 106, 160])
  expect(widths(941)).toEqual([173, 220, 183, 120, 106, 138])
  expect(widths(831)).toEqual([150, 170, 165, 120, 106, 120])
})
