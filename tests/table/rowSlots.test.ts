import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignRowSlots, NO_ROW_SLOTS, type RowSlots } from '../../src/table/rowSlots.ts'

const from = (first: number, length = 20): number[] => Array.from({ length }, (_, index) => first + index)
const elements = ({ byRow: of }: RowSlots): number[] => [...of.values()]

test('every row has an element of its own, in the order of the rows, wherever it is scrolled to', () => {
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
          // The focus goes to another row only when that is drawn.
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
])('a few rows %s, what stays keeps its element and what comes gets a new one', (_, by) => {
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
])(
  'elsewhere the row of the cursor, %s, is drawn in another element than before; one of the rest is moved',
  (_, at, length) => {
    const before = assignRowSlots(from(0, length), at, NO_ROW_SLOTS)
    const after = assignRowSlots(from(500, length), 500 + at, before)
    expect(after.byRow.get(500 + at)).not.toBe(before.byRow.get(at))
    expect(new Set(elements(after)).size).toBe(length)
    const stayed = elements(after).filter((slot) => elements(before).includes(slot))
    const ascents = stayed.filter((slot, place) => place === 0 || slot > (stayed[place - 1] as number))
    expect(stayed.length - ascents.length).toBeLessThanOrEqual(1)
  },
)

test('elsewhere all elements are filled again, in the order they stand', () => {
  const before = assignRowSlots(from(0), -1, NO_ROW_SLOTS)
  expect(elements(assignRowSlots(from(500), 510, before))).toEqual(elements(before))
})

test.each([
  ['first', 0],
  ['last', 33],
])('of more elements than are needed, that of the row with the focus, the %s, is not among those that go', (_, at) => {
  const before = assignRowSlots(from(0, 34), at, NO_ROW_SLOTS)
  const after = assignRowSlots(from(500, 26), 510, before)
  expect(elements(after)).toContain(before.byRow.get(at))
})
