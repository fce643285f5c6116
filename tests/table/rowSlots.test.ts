import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignRowSlots, NO_ROW_SLOTS, type RowSlots } from '../../src/table/rowSlots.ts'

const from = (first: number, length = 20): number[] => Array.from({ length }, (_, index) => first + index)
const elements = ({ byRow: of }: RowSlots): number[] => [...of.values()]

test('every row has its own slot, in row order, at any scroll position', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ first: fc.integer({ min: 0, max: 300 }), pinned: fc.integer({ min: 0, max: 300 }) }), {
        maxLength: 30,
      }),
      (views) => {
        let slots = NO_ROW_SLOTS
        let focused = { row: -1, slot: -1 }
        for (const { first, pinned } of views) {
          const view = from(first)
          // The focus moves to another row only when it is rendered.
          const kept: number = focused.row >= 0 && !view.includes(pinned) ? focused.row : pinned
          const rows = [...new Set([...view, kept])].toSorted((one, other) => one - other)
          slots = assignRowSlots(rows, kept, slots)
          expect([...slots.byRow.keys()]).toEqual(rows)
          expect(new Set(elements(slots)).size).toBe(rows.length)
          if (focused.row === kept) expect(slots.byRow.get(kept)).toBe(focused.slot)
          focused = { row: kept, slot: slots.byRow.get(kept) as number }
        }
      },
    ),
  )
})

test.each([
  ['down', 3],
  ['up', -2],
])('a few rows %s, remaining rows keep their slot and new rows get new ones', (_, by) => {
  const before = assignRowSlots(from(10), 15, NO_ROW_SLOTS)
  const after = assignRowSlots(from(10 + by), 15, before)
  for (const [row, slot] of after.byRow) expect(before.byRow.get(row) ?? 'new').toBe(before.byRow.has(row) ? slot : 'new')
  expect(new Set([...elements(before), ...elements(after)]).size).toBe(20 + Math.abs(by))
})

test.each([
  ['above', 0, 20],
  ['in the middle', 11, 20],
  ['below', 19, 20],
  ['alone', 0, 1],
])('after a jump the cursor row, %s, gets another slot than before, and at most one other slot moves', (_, at, length) => {
  const before = assignRowSlots(from(0, length), at, NO_ROW_SLOTS)
  const after = assignRowSlots(from(500, length), 500 + at, before)
  expect(after.byRow.get(500 + at)).not.toBe(before.byRow.get(at))
  expect(new Set(elements(after)).size).toBe(length)
  const stayed = elements(after).filter((slot) => elements(before).includes(slot))
  const ascents = stayed.filter((slot, place) => place === 0 || slot > (stayed[place - 1] as number))
  expect(stayed.length - ascents.length).toBeLessThanOrEqual(1)
})

test('after a jump all slots are reused in order', () => {
  const before = assignRowSlots(from(0), -1, NO_ROW_SLOTS)
  expect(elements(assignRowSlots(from(500), 510, before))).toEqual(elements(before))
})

test.each([
  ['first', 0],
  ['last', 33],
])('surplus slots are dropped, but never that of the focused row, the %s', (_, at) => {
  const before = assignRowSlots(from(0, 34), at, NO_ROW_SLOTS)
  const after = assignRowSlots(from(500, 26), 510, before)
  expect(elements(after)).toContain(before.byRow.get(at))
})
