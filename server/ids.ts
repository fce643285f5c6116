import { randomUUID } from 'node:crypto'
import { FIRST_DAY, LAST_DAY } from '#contract/days.ts'
import type { Clock } from './clock.ts'
import type { Queries } from './db/database.ts'
import { sql } from './db/sql.ts'
import { Refusal } from './refusal.ts'
import { addDays, SECOND, startOfDay, wibTime } from './wib.ts'

/**
 * Nineteen digits: `yyMMddHHmmss` in WIB, three digits of the node, four of a sequence. It is the platform order number.
 * Until 2091 it sorts by time as a number and as text, so a day is a range of ids.
 */
export type Id = string

export interface Ids {
  /** An id that is unique across all gateways of this database. */
  next(): Id
}

/** An id of a day from 2000-01-01 to 2091-12-31. */
export const ID_FORMAT = /^([0-8]\d|9[01])\d{17}$/

export const isId = (number: string): boolean => ID_FORMAT.test(number)

/** The node of seeded data, which no running gateway leases. */
const SEED_NODE = 0
const LEASABLE_NODES = 999
const LEASE_MS = 60 * SECOND

// Within a second the sequence ascends from a pseudo-random start in its first half, so that the last four digits, which
// people read out, differ between orders.
const SEQUENCES = 10_000
const firstSequence = (second: number) => (Math.imul(second, 0x9e3779b1) >>> 0) % (SEQUENCES / 2)

const FIRST_SECOND = startOfDay(FIRST_DAY) / SECOND
const END_SECOND = startOfDay(addDays(LAST_DAY, 1)) / SECOND

/** The ids of one node. They follow its clock, still ascend when the clock is set back, and run ahead of it in a burst. */
export class NodeIds implements Ids {
  readonly #node: string
  readonly #clock: Clock
  #second: number
  #sequence: number

  /** No id is made for a second before `from` (seconds since 1970). */
  constructor(node: number, clock: Clock, from = 0) {
    this.#node = String(node).padStart(3, '0')
    this.#clock = clock
    this.#second = from
    this.#sequence = firstSequence(from)
  }

  /** The second of the newest id, or of the first id when there is none yet. */
  get second(): number {
    return this.#second
  }

  /** Throws UNAVAILABLE for a time that an id cannot carry: its two-digit year would be another one. */
  next(): Id {
    const now = Math.floor(this.#clock.now() / SECOND)
    if (now > this.#second) this.#enter(now)
    else if (this.#sequence === SEQUENCES) this.#enter(this.#second + 1)
    if (this.#second < FIRST_SECOND || this.#second >= END_SECOND) throw new Refusal('UNAVAILABLE')
    return timestampOf(this.#second * SECOND) + this.#node + String(this.#sequence++).padStart(4, '0')
  }

  #enter(second: number): void {
    this.#second = second
    this.#sequence = firstSequence(second)
  }
}

export const seedIds = (clock: Clock): Ids => new NodeIds(SEED_NODE, clock)

export type LeasedIds = Awaited<ReturnType<typeof leaseIds>>

/**
 * Ids of a node that this process leases for a minute at a time. The lease limits the timestamps in the ids, not the
 * clock time: a holder makes no id at or after the end of its lease and the next holder none before it, so no id is made
 * twice even when the machines' clocks differ. `next` throws UNAVAILABLE when the lease was not renewed in time; leasing
 * throws it when no node is free.
 */
export async function leaseIds(db: Queries, clock: Clock) {
  const owner = randomUUID()
  let { ids, node, end } = await lease(db, clock, owner)
  return {
    next(): Id {
      const id = ids.next()
      if (ids.second * SECOND >= end) throw new Refusal('UNAVAILABLE')
      return id
    },
    /** Extends the lease to one minute from now. Call it every few seconds. */
    async renew(): Promise<void> {
      const until = clock.now() + LEASE_MS
      const held = await db.run(sql`
        update gateway_node set until = ${new Date(until)} where node = ${node} and owner = ${owner} and until <= ${new Date(until)}`)
      if (held === 1) end = until
      else ({ ids, node, end } = await lease(db, clock, owner))
    },
    /** Releases the node. No id is made afterwards. */
    async release(): Promise<void> {
      end = 0
      await db.run(sql`
        update gateway_node set until = ${new Date((ids.second + 1) * SECOND)} where node = ${node} and owner = ${owner}`)
    },
  }
}

async function lease(db: Queries, clock: Clock, owner: string): Promise<{ ids: NodeIds; node: number; end: number }> {
  const now = new Date(clock.now())
  const until = clock.now() + LEASE_MS
  for (;;) {
    const free = await db.one<{ node: number }>(sql`
      select node
        from generate_series(1, ${LEASABLE_NODES}::int) node
       where not exists (select from gateway_node held where held.node = node.node and held.until > ${now})
       order by node
       limit 1`)
    if (free === undefined) throw new Refusal('UNAVAILABLE')
    // Another gateway may take the node first. Then the next free node is tried.
    const won = await db.run(sql`
      insert into gateway_node (node, owner, until) values (${free.node}, ${owner}, ${new Date(until)})
          on conflict (node) do update set owner = excluded.owner, until = excluded.until
       where gateway_node.until <= ${now}`)
    if (won === 1)
      return { ids: new NodeIds(free.node, clock, Math.floor(clock.now() / SECOND) + 1), node: free.node, end: until }
  }
}

/** The lowest id of a day. The ids of a day are below the lowest id of the next day. */
export const firstIdOf = (day: string): Id => firstIdAt(startOfDay(day))

/** The lowest id of the second that contains the time (milliseconds since 1970). */
export const firstIdAt = (at: number): Id => timestampOf(at).padEnd(19, '0')

/** The second in which an id was made, as milliseconds since 1970. */
export const timeOf = (id: Id): number =>
  Date.parse(`20${id.replace(/^(..)(..)(..)(..)(..)(..).*$/, '$1-$2-$3T$4:$5:$6')}+07:00`)

/** The WIB day in which an id was made: `2026-11-21`. */
export const dayOf = (id: Id): string => `20${id.slice(0, 2)}-${id.slice(2, 4)}-${id.slice(4, 6)}`

const timestampOf = (at: number): string => wibTime(at).slice(2, 19).replace(/\D/g, '')
