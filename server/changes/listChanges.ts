import type { Changes } from '#contract/rows/changes.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import type { Id } from '../ids.ts'
import type { Listing } from '../lists/listings.ts'
import { scopeOf } from '../merchants/merchants.ts'
import { asArray } from '../orders/orderFilter.ts'
import { viewerOf } from '../orders/viewer.ts'
import { changesSince, formatMark, numberChanges, parseMark, readMarks } from './changes.ts'

const MAX_ROWS = 200
/** A mark names each merchant of the list. Lists of more merchants than this are not followed. */
const MAX_MERCHANTS = 1_000

interface ListChangesQuery {
  filter: OrderFilter
  /** The mark of the last read of the list; without it nothing is counted and only a mark is returned. */
  since: string | undefined
  /** The mark of the previous answer: rows reported before it are repeated only if they have changed since. */
  told: string | undefined
}

type Row = PayOrder | Movement

/** Changes of a list since a mark. Rows are read through the list itself, so the caller sees only rows that the list shows. */
export async function listChanges(
  db: Database,
  { kind, page }: Listing<Row>,
  { filter, since, told }: ListChangesQuery,
  caller: Caller,
): Promise<Changes> {
  const scope = await scopeOf(db, caller.merchant)
  // Number committed changes now; otherwise they would count as new to the next read of the list.
  await numberChanges(db, scope)
  const marks = await readMarks(db, scope)
  const mark = marks.length > MAX_MERCHANTS ? null : formatMark(marks)
  const nothing: Changes = { mark, created: 0, changed: 0, more: false, createdIds: [], rows: [] }
  if (since === undefined || mark === null) return nothing

  const side = viewerOf(caller.merchant)?.side ?? null
  const { found, more } = await changesSince(db, kind, marks, parseMark(since), parseMark(told ?? since), side)
  const creations = found.filter((change) => change.made)
  const updates = found.filter((change) => !change.made)
  const unreported = idsOf(updates.filter(({ isReported }) => !isReported)).slice(0, MAX_ROWS)

  const created = await matchingRows(idsOf(creations))
  const changed = await matchingRows(idsOf(updates))
  const matching = await matchingRows(unreported, MAX_ROWS)
  const known = new Set(matching.rows.map(({ platOrderNo }) => platOrderNo))
  const others = unreported.filter((id) => !known.has(id))
  const unmatched = others.length === 0 ? [] : (await readRows({ platOrderNo: others }, MAX_ROWS)).rows
  return {
    mark,
    created: created.totalCount,
    changed: changed.totalCount,
    more,
    createdIds: idsOf(creations.filter(({ isReported }) => !isReported)).slice(0, MAX_ROWS),
    rows: [...matching.rows.map((row) => ({ matches: true, row })), ...unmatched.map((row) => ({ matches: false, row }))],
  }

  async function matchingRows(ids: Id[], limit = 1): Promise<{ rows: Row[]; totalCount: number }> {
    const { platOrderNo } = filter
    const matchingIds = platOrderNo === undefined ? ids : ids.filter((id) => asArray(platOrderNo).includes(id))
    return matchingIds.length === 0 ? { rows: [], totalCount: 0 } : readRows({ ...filter, platOrderNo: matchingIds }, limit)
  }

  async function readRows(rowFilter: OrderFilter, limit: number): Promise<{ rows: Row[]; totalCount: number }> {
    const { rows, totalCount } = await page(db, rowFilter, caller, { page: 1, offset: 0, limit, totals: true })
    return { rows, totalCount: totalCount ?? rows.length }
  }
}

const idsOf = (all: readonly { id: Id }[]): Id[] => all.map(({ id }) => id)
