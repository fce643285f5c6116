/** Which element a row is drawn in: row -> slot, in the order of the rows. */
export interface RowSlots {
  readonly byRow: ReadonlyMap<number, number>
  readonly next: number
  /** That of the pinned row. */
  readonly pinnedSlot: number | undefined
}

export const NO_ROW_SLOTS: RowSlots = { byRow: new Map(), next: 0, pinnedSlot: undefined }

/**
 * Elements are filled again with other rows when another part of the result is shown: that is cheaper than making as many. Of
 * a few new rows each gets a new element: an old one would have to be moved to its place, which costs the browser as much.
 * A row that stays keeps its element, and so does the pinned one, because the focus is in it. Another pinned row gets another
 * element than the former had: a focus that stays where it is goes unheard.
 */
export function assignRowSlots(rows: readonly number[], pinned: number, before: RowSlots): RowSlots {
  const kept = rows.filter((row) => before.byRow.has(row))
  if (kept.length * 2 > rows.length) return filled(rows, pinned, before, (row) => before.byRow.get(row))
  const stays = before.byRow.get(pinned)
  const free = spared(
    [...before.byRow.values()].filter((slot) => slot !== stays),
    rows.length,
    before.pinnedSlot,
  )
  const place = rows.indexOf(pinned)
  const isSame = stays === undefined && before.pinnedSlot !== undefined && free[place] === before.pinnedSlot
  const turned = isSame ? turn(free, place) : free
  return filled(rows, pinned, before, (row) => (row === pinned && stays !== undefined ? stays : turned.shift()))
}

/** Of more than are needed those go that are farthest from the focus: it would be lost with its element. */
function spared(free: readonly (number | undefined)[], needed: number, held: number | undefined): (number | undefined)[] {
  const tooMany = Math.max(0, free.length - needed)
  return free.indexOf(held) < tooMany ? free.slice(0, needed) : free.slice(tooMany)
}

/** Each row one element further: the first of them moves to the end, or there is a new one before it. */
const turn = ([first, ...rest]: (number | undefined)[], place: number): (number | undefined)[] =>
  place === 0 ? [undefined, first, ...rest] : [...rest, first]

function filled(
  rows: readonly number[],
  pinned: number,
  before: RowSlots,
  slotOf: (row: number) => number | undefined,
): RowSlots {
  let { next } = before
  const of = new Map(rows.map((row) => [row, slotOf(row) ?? next++]))
  return { byRow: of, next, pinnedSlot: of.get(pinned) }
}
