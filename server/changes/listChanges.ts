import type { Movement } from '#contract/moneyRows.ts'
import type { Changes, PayOrder } from '#contract/rows.ts'
import type { OrderFilter } from '#contract/shapes.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import type { Id } from '../ids.ts'
import type { Listing } from '../lists/listings.ts'
import { scopeOf } from '../merchants/merchants.ts'
import { asArray } from '../orders/orderFilter.ts'
import { changesSince, formatMark, parseMark, readMarks } from './changeQueries.ts'
import { numberChanges } from './changes.ts'

/** So many rows are told at a time. */
const TOLD = 200
/** A mark names each merchant whose rows are in the list; nobody reads the list of more of them as it grows. */
const FOLLOWED = 1_000

interface Asked {
  filter: OrderFilter
  /** The mark of when the list was read; without one nothing is counted, and a mark is given. */
  since: string | undefined
  /** The mark of the last answer: rows that were told in it are told again only if they have changed since. */
  told: string | undefined
}

type Row = PayOrder | Movement

/** What happened to a list since a mark. The list itself is asked, so nobody is told of a row he could not read there. */
export async function listChanges(
  db: Database,
  { kind, page }: Listing<Row>,
  { filter, since, told }: Asked,
  caller: Caller,
): Promise<Changes> {
  const scope = await scopeOf(db, caller.merchant)
  // What is committed by now is counted by now, or it would count as new to the list that is read next.
  await numberChanges(db, scope)
  const marks = await readMarks(db, scope)
  const mark = marks.length > FOLLOWED ? null : formatMark(marks)
  const nothing: Changes = { mark, created: 0, changed: 0, more: false, createdIds: [], rows: [] }
  if (since === undefined || mark === null) return nothing

  const { found, more } = await changesSince(db, kind, marks, parseMark(since), parseMark(told ?? since))
  const made = found.filter((change) => change.made)
  const moved = found.filter((change) => !change.made)
  const untold = idsOf(moved.filter(({ isTold }) => !isTold)).slice(0, TOLD)

  const created = await within(idsOf(made))
  const changed = await within(idsOf(moved))
  const matching = await within(untold, TOLD)
  const others = except(untold, matching.rows)
  const left = others.length === 0 ? [] : (await read({ platOrderNo: others }, TOLD)).rows
  return {
    mark,
    created: created.totalCount,
    changed: changed.totalCount,
    more,
    createdIds: idsOf(made.filter(({ isTold }) => !isTold)).slice(0, TOLD),
    rows: [...matching.rows.map((row) => ({ matches: true, row })), ...left.map((row) => ({ matches: false, row }))],
  }

  /** Those of the ids that match the filter. */
  async function within(ids: Id[], limit = 1): Promise<{ rows: Row[]; totalCount: number }> {
    const { platOrderNo } = filter
    const wanted = platOrderNo === undefined ? ids : ids.filter((id) => asArray(platOrderNo).includes(id))
    return wanted.length === 0 ? { rows: [], totalCount: 0 } : read({ ...filter, platOrderNo: wanted }, limit)
  }

  async function read(which: OrderFilter, limit: number): Promise<{ rows: Row[]; totalCount: number }> {
    const { rows, totalCount } = await page(db, which, caller, { page: 1, offset: 0, limit, totals: true })
    return { rows, totalCount: totalCount ?? rows.length }
  }
}

const idsOf = (all: readonly { id: Id }[]): Id[] => all.map(({ id }) => id)

const except = (ids: readonly Id[], rows: readonly Row[]): Id[] => {
  const read = new Set(rows.map(({ platOrderNo }) => platOrderNo))
  return ids.filter((id) => !read.has(id))
}
