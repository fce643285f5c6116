import type { Database } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'
import { booksFaults } from '../server/ledger/checks.ts'
import type { Write, WriteKind } from './writes.ts'

/** A write and what its client knows: `acknowledged` by 200, `refused` by 4xx, or neither. */
export interface SentWrite extends Write {
  outcome: 'acknowledged' | 'refused' | 'unknown'
  /** From the reply of an acknowledged write. */
  id: string | undefined
}

interface StoredWrite {
  number: string
  ids: string[]
  amounts: string[]
  /** Types of the first ledger entries, without repetition of a later status. */
  entries: string[]
}

/** The ledger entries that a write makes at once, and that later statuses do not repeat. */
const FIRST_ENTRIES: Record<WriteKind, readonly string[]> = {
  payin: [],
  payout: ['PAYOUT_FREEZE'],
  withdraw: ['WITHDRAW_FREEZE'],
  transfer: ['TRANSFER_IN', 'TRANSFER_OUT'],
}
const FIRST_TYPES = Object.values(FIRST_ENTRIES).flat()

/** One line for each write that is lost, doubled, changed or made from nothing, and for each broken rule of the ledger. */
export async function auditWrites(db: Database, sent: ReadonlyMap<string, SentWrite>): Promise<string[]> {
  const made = await db.all<{ number: string; id: string; amount: string }>(sql`
    select merchant_order_no as number, id, amount from orders
     union all
    select merchant_order_no, id, amount from record where type in ('WITHDRAW', 'TRANSFER_OUT')`)
  const entries = await db.all<{ id: string; type: string }>(sql`
    select order_id as id, type from ledger where type = any (${FIRST_TYPES}::text[]) order by type`)
  const typesOf = Map.groupBy(entries, ({ id }) => id)
  const stored = [...Map.groupBy(made, ({ number }) => number)].map(
    ([number, rows]): StoredWrite => ({
      number,
      ids: rows.map(({ id }) => id),
      amounts: rows.map(({ amount }) => amount),
      entries: rows.flatMap(({ id }) => (typesOf.get(id) ?? []).map(({ type }) => type)),
    }),
  )
  const found = new Map(stored.map((row) => [row.number, row]))
  const unsent = stored.filter(({ number }) => !sent.has(number)).map(({ number }) => `${number} is there and was never sent`)
  return [
    ...unsent,
    ...[...sent.values()].flatMap((write) => faultsOf(write, found.get(write.number))),
    // The money that the clients began with was credited without a recharge.
    ...(await booksFaults(db)).filter((fault) => !fault.endsWith('belong to nothing')),
  ]
}

function faultsOf(write: SentWrite, stored: StoredWrite | undefined): string[] {
  const { kind, number, outcome, id } = write
  if (stored === undefined) return outcome === 'acknowledged' ? [`${number} was acknowledged and is lost`] : []
  const minor = write.amount.replace('.', '')
  return [
    ...(outcome === 'refused' ? [`${number} was refused and is there`] : []),
    ...(stored.ids.length > 1 ? [`${number} is there ${stored.ids.length} times`] : []),
    ...(id !== undefined && !stored.ids.includes(id) ? [`${number} is ${stored.ids}, its reply said ${id}`] : []),
    ...(stored.amounts.some((amount) => amount !== minor) ? [`${number} is over ${stored.amounts}, not ${minor}`] : []),
    ...(String(stored.entries) === String(FIRST_ENTRIES[kind]) ? [] : [`${number} has the entries ${stored.entries}`]),
  ]
}
