/** Which element a row is drawn in: row -> slot, in the order of the rows. */
export interface Slots {
  readonly of: ReadonlyMap<number, number>
  readonly next: number
  /** That of the pinned row. */
  readonly held: number | undefined
}

export const NO_SLOTS: Slots = { of: new Map(), next: 0, held: undefined }

/**
 * Elements are filled again with other rows when another part of the result is shown: that is cheaper than making as many. Of
 * a few new rows each gets a new element: an old one would have to be moved to its place, which costs the browser as much.
 * A row that stays keeps its element, and so does the pinned one, because the focus is in it. Another pinned row gets another
 * element than the former had: a focus that stays where it is goes unheard.
 */
export function slotsFor(rows: readonly number[], pinned: number, before: Slots): Slots {
  const kept = rows.filter((row) => before.of.has(row))
  if (kept.length * 2 > rows.length) return filled(rows, pinned, before, (row) => before.of.get(row))
  const stays = before.of.get(pinned)
  const free = spared(
    [...before.of.values()].filter((slot) => slot !== stays),
    rows.length,
    before.held,
  )
  const place = rows.indexOf(pinned)
  const isSame = stays === undefined && before.held !== undefined && free[place] === before.held
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

function filled(rows: readonly number[], pinned: number, before: Slots, slotOf: (row: number) => number | undefined): Slots {
  let { next } = before
  const of = new Map(rows.map((row) => [row, slotOf(row) ?? next++]))
  return { of, next, held: of.get(pinned) }
}
