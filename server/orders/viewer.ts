import type { AccountKind } from '#contract/authority.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { matches } from '../db/conditions.ts'
import { type Sql, sql } from '../db/sql.ts'

/** The accounts that share notes on an order: those of the merchant and of its parent, or staff. */
export type Side = 'MERCHANT' | 'STAFF'

/** The reader of notes and assignments: an account of one side. */
export interface Viewer {
  side: Side
  username: string
}

/** Agents read none. */
export const viewerOf = ({ kind, username }: { kind: AccountKind; username: string }): Viewer | null =>
  kind === 'delegate' ? null : { side: kind === 'staff' ? 'STAFF' : 'MERCHANT', username }

interface NoteColumns {
  assignedTo: Sql
  notes: Sql
}

/** The columns of an order `o` that a side reads. */
const COLUMNS: Record<Side, NoteColumns> = {
  MERCHANT: { assignedTo: sql`o.assigned_to`, notes: sql`o.notes` },
  STAFF: { assignedTo: sql`o.staff_assigned_to`, notes: sql`o.staff_notes` },
}

const NONE: NoteColumns = { assignedTo: sql`null::text`, notes: sql`null::integer` }

export const noteColumns = (viewer: Viewer | null | undefined): NoteColumns => (viewer == null ? NONE : COLUMNS[viewer.side])

/** The conditions of a filter on the notes and the assignment of an order `o`, as its viewer sees them. */
export function noteConditions(
  { assignedTo, notAssignedTo, has, notHas }: OrderFilter,
  viewer: Viewer | null | undefined,
): Sql[] {
  const columns = noteColumns(viewer)
  const accounts = (names: string | string[]) => [names].flat().map((name) => (name === 'ME' ? (viewer?.username ?? '') : name))
  const filter = {
    has,
    notHas,
    ...(assignedTo !== undefined && { assignedTo: accounts(assignedTo) }),
    ...(notAssignedTo !== undefined && { notAssignedTo: accounts(notAssignedTo) }),
  }
  return matches<OrderFilter>(filter as OrderFilter, {
    assignedTo: sql`coalesce(${columns.assignedTo}, 'NONE')`,
    has: sql`case when ${columns.notes} > 0 then 'NOTES' end`,
  })
}
