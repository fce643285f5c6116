/** Which element a row is drawn in: row -> slot, in the order of the rows. */
export interface Slots {
  readonly of: ReadonlyMap<number, number>
  readonly next: number
}

export const NO_SLOTS: Slots = { of: new Map(), next: 0 }

/**
 * Elements are filled again with other rows when another part of the result is shown: that is cheaper than making as many. Of
 * a few new rows each gets a new element: an old one would have to be moved to its place, which costs the browser as much.
 * A row that stays keeps its element, and so does the pinned one, because the focus is in it.
 */
export function slotsFor(rows: readonly number[], pinned: number, before: Slots): Slots {
  const kept = rows.filter((row) => before.of.has(row))
  if (kept.length * 2 > rows.length) return filled(rows, before, (row) => before.of.get(row))
  const keptForFocus = before.of.get(pinned)
  const free = [...before.of.values()].filter((slot) => slot !== keptForFocus)
  return filled(rows, before, (row) => (row === pinned && keptForFocus !== undefined ? keptForFocus : free.shift()))
}

function filled(rows: readonly number[], before: Slots, slotOf: (row: number) => number | undefined): Slots {
  let { next } = before
  return { of: new Map(rows.map((row) => [row, slotOf(row) ?? next++])), next }
}
