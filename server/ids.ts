import { randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Queries } from './db/database.ts'
import { sql } from './db/sql.ts'
import { Refusal } from './refusal.ts'
import { SECOND, startOfDay, wibTime } from './wib.ts'

/**
 * Nineteen digits: `yyMMddHHmmss` in WIB, three of the node, four of a sequence. It is the platform order number, fits
 * a bigint until 2091, and sorts by time as a number and as text, so a day is a range of ids.
 */
export type Id = string

export interface Ids {
  /** A number that no gateway of this database has made or will make. */
  next(): Id
}

/** The node of what was never made by a running gateway: the demo world, and what goes out in it. */
const SEED_NODE = 0
export const SEED_PAYOUTS_NODE = 998
export const SEED_RECORDS_NODE = 999
const NODES = 997
const LEASE = 60 * SECOND

// Within a second numbers rise, but they start somewhere in its first half, so that the last four digits, which people
// read out, tell orders apart.
const SEQUENCES = 10_000
const firstSequence = (second: number) => (Math.imul(second, 0x9e3779b1) >>> 0) % (SEQUENCES / 2)

/** The numbers of one node. They follow its clock, never fall behind themselves when it is set back, and run ahead of it in a burst. */
export class NodeIds implements Ids {
  readonly #node: string
  readonly #clock: Clock
  #second: number
  #sequence: number

  /** No number is made for a second before `from`. */
  constructor(node: number, clock: Clock, from = 0) {
    this.#node = String(node).padStart(3, '0')
    this.#clock = clock
    this.#second = from
    this.#sequence = firstSequence(from)
  }

  /** The second of the newest number, or of the first one to come. */
  get second(): number {
    return this.#second
  }

  next(): Id {
    const now = Math.floor(this.#clock.now() / SECOND)
    if (now > this.#second) this.#enter(now)
    else if (this.#sequence === SEQUENCES) this.#enter(this.#second + 1)
    return stampOf(this.#second * SECOND) + this.#node + String(this.#sequence++).padStart(4, '0')
  }

  #enter(second: number): void {
    this.#second = second
    this.#sequence = firstSequence(second)
  }
}

/** Numbers of the past, for the demo world: the clock tells when they are supposed to be made. */
export const seedIds = (clock: Clock, node = SEED_NODE): Ids => new NodeIds(node, clock)

export interface LeasedIds extends Ids {
  /** Holds the node for another minute; to be called every few seconds. */
  renew(): Promise<void>
  /** Lets the node go at once; no number is made afterwards. */
  release(): Promise<void>
}

/**
 * Numbers of a node that is ours for a minute at a time. The lease is told in seconds of numbers, not of any clock:
 * a holder makes none at or past its end and the next holder none before, so whatever the clocks of the machines do,
 * none is made twice. Throws UNAVAILABLE when the lease could not be renewed in time.
 */
export async function leaseIds(db: Queries, clock: Clock): Promise<LeasedIds> {
  const owner = randomUUID()
  let { ids, node, end } = await lease(db, clock, owner)
  return {
    next() {
      const id = ids.next()
      if (ids.second * SECOND >= end) throw new Refusal('UNAVAILABLE')
      return id
    },
    async renew() {
      const until = clock.now() + LEASE
      const held = await db.run(sql`
        update gateway_node set until = ${new Date(until)} where node = ${node} and owner = ${owner} and until <= ${new Date(until)}`)
      if (held === 1) end = until
      else ({ ids, node, end } = await lease(db, clock, owner))
    },
    async release() {
      end = 0
      await db.run(sql`
        update gateway_node set until = ${new Date((ids.second + 1) * SECOND)} where node = ${node} and owner = ${owner}`)
    },
  }
}

async function lease(db: Queries, clock: Clock, owner: string): Promise<{ ids: NodeIds; node: number; end: number }> {
  const now = new Date(clock.now())
  const until = clock.now() + LEASE
  for (;;) {
    const free = await db.one<{ node: number }>(sql`
      select node
        from generate_series(1, ${NODES}::int) node
       where not exists (select from gateway_node held where held.node = node.node and held.until > ${now})
       order by node
       limit 1`)
    if (free === undefined) throw new Refusal('UNAVAILABLE')
    // Somebody who starts at the same moment may be faster; then the next free one is tried.
    const won = await db.run(sql`
      insert into gateway_node (node, owner, until) values (${free.node}, ${owner}, ${new Date(until)})
          on conflict (node) do update set owner = excluded.owner, until = excluded.until
       where gateway_node.until <= ${now}`)
    if (won === 1)
      return { ids: new NodeIds(free.node, clock, Math.floor(clock.now() / SECOND) + 1), node: free.node, end: until }
  }
}

/** The first id a day can have; those of the day are from here to, exclusively, the first of the next. */
export const firstIdOf = (day: string): Id => firstIdAt(startOfDay(day))

/** The first id that the second of a time can have. */
export const firstIdAt = (at: number): Id => stampOf(at).padEnd(19, '0')

/** The second in which an id was made, in milliseconds since 1970. */
export const timeOf = (id: Id): number =>
  Date.parse(`20${id.replace(/^(..)(..)(..)(..)(..)(..).*$/, '$1-$2-$3T$4:$5:$6')}+07:00`)

/** The day of an order, `2026-11-21`: that of its id. */
export const dayOf = (id: Id): string => `20${id.slice(0, 2)}-${id.slice(2, 4)}-${id.slice(4, 6)}`

const stampOf = (at: number): string => wibTime(at).slice(2, 19).replace(/\D/g, '')
