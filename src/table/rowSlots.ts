/** Assignment of rows to reusable elements: row -> slot, in row order. */
export interface RowSlots {
  readonly byRow: ReadonlyMap<number, number>
  readonly next: number
  /** Slot of the pinned row. */
  readonly pinnedSlot: number | undefined
}

export const NO_ROW_SLOTS: RowSlots = { byRow: new Map(), next: 0, pinnedSlot: undefined }

/**
 * Assigns elements to rows. After a jump the elements are reused for the new rows, which is cheaper than creating them. A few new rows get
 * new elements, because moving an old one costs as much. A row that stays keeps its element, and so does the pinned row, which has the
 * focus. A new pinned row never gets the element of the former one: screen readers announce a focus only when it moves.
 */
export function assignRowSlots(rows: readonly number[], pinned: number, previous: RowSlots): RowSlots {
  const kept = rows.filter((row) => previous.byRow.has(row))
  if (kept.length * 2 > rows.length) return fillSlots(rows, pinned, previous, (row) => previous.byRow.get(row))
  const pinnedSlot = previous.byRow.get(pinned)
  const free = selectReusable(
    [...previous.byRow.values()].filter((slot) => slot !== pinnedSlot),
    rows.length,
    previous.pinnedSlot,
  )
  const position = rows.indexOf(pinned)
  const reusesPinnedSlot =
    pinnedSlot === undefined && previous.pinnedSlot !== undefined && free[position] === previous.pinnedSlot
  const rotated = reusesPinnedSlot ? rotate(free, position) : free
  return fillSlots(rows, pinned, previous, (row) => (row === pinned && pinnedSlot !== undefined ? pinnedSlot : rotated.shift()))
}

/** Drops surplus elements at the end that is farther from the focused one. */
function selectReusable(
  free: readonly (number | undefined)[],
  needed: number,
  pinnedSlot: number | undefined,
): (number | undefined)[] {
  const surplus = Math.max(0, free.length - needed)
  return free.indexOf(pinnedSlot) < surplus ? free.slice(0, needed) : free.slice(surplus)
}

/** Rotates the slots: the first moves to the end, or a new slot is inserted before it. */
const rotate = ([first, ...rest]: (number | undefined)[], position: number): (number | undefined)[] =>
  position === 0 ? [undefined, first, ...rest] : [...rest, first]

function fillSlots(
  rows: readonly number[],
  pinned: number,
  previous: RowSlots,
  slotOf: (row: number) => number | undefined,
): RowSlots {
  let { next } = previous
  const of = new Map(rows.map((row) => [row, slotOf(row) ?? next++]))
  return { byRow: of, next, pinnedSlot: of.get(pinned) }
}
