import type { AuditEvent } from '../audit/audit.ts'
import { type Columns, insertInto } from '../db/bulk.ts'
import type { Transaction } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { type Entry, post } from '../ledger/ledger.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { type CounterDelta, counterDelta } from '../orders/orderStore.ts'
import { wibDay } from '../wib.ts'
import { Batches, SerialQueue } from './batches.ts'
import { addOrderHistories, addPayoutHistories } from './historyStore.ts'
import type { MovementHistories, MovementHistory } from './movementHistory.ts'
import { addMovementHistories } from './movementHistoryStore.ts'
import { type PastIds, pastIds } from './pastIds.ts'
import type { OrderHistory } from './payinHistory.ts'
import type { PayoutHistory } from './payoutHistory.ts'

/** What the orders leave for the panels beside them. */
export interface Traces {
  auditEvents: Omit<AuditEvent, 'id'>[]
  /** The newest order of each merchant that it could not be told of. */
  givenUp: Map<string, OrderRecord>
}

const LIVES = 1_000
const ENTRIES = 4_000

/**
 * Writes lives as they are made, many at a time whatever day they are of, and posts what they moved in the order in which
 * it moved. What is not written yet is little: some batches, and the movements of the days to come.
 */
export class SeedWriter {
  readonly traces: Traces = { auditEvents: [], givenUp: new Map() }
  readonly #figures = new Map<string, Figure>()
  readonly #money = new Map<string, Entry[]>()
  readonly #tx: Transaction
  readonly #line = new SerialQueue()
  readonly #payins: Batches<OrderHistory>
  readonly #payouts: Batches<PayoutHistory>
  readonly #records: Batches<MovementHistory>
  readonly #postings: Batches<Entry>

  constructor(tx: Transaction) {
    const ids = pastIds()
    this.#tx = tx
    this.#payins = new Batches(this.#line, LIVES, (some) => addOrderHistories(tx, some))
    this.#payouts = new Batches(this.#line, LIVES, (some) => addPayoutHistories(tx, some))
    this.#records = new Batches(this.#line, LIVES, (some) => addMovementHistories(tx, some))
    this.#postings = new Batches(this.#line, ENTRIES, (some) => post(tx, timed(some, ids), some))
  }

  async payin(life: OrderHistory): Promise<void> {
    this.#remember(life)
    await this.#payins.add([life])
  }

  async payouts(lives: readonly PayoutHistory[]): Promise<void> {
    for (const life of lives) this.#remember(life)
    await this.#payouts.add(lives)
  }

  async records(lives: MovementHistories): Promise<void> {
    this.#trace(lives)
    await this.#records.add(lives.movements)
  }

  /** Posts the day: nothing that is made later can move money earlier. */
  async close(day: string): Promise<void> {
    const moved = this.#money.get(day) ?? []
    this.#money.delete(day)
    await this.#postings.add(moved.sort((a, b) => a.at.getTime() - b.at.getTime()))
  }

  async end(): Promise<void> {
    for (const batches of [this.#payins, this.#payouts, this.#records, this.#postings]) await batches.send()
    await this.#line.end()
    await this.#tx.run(insertInto('order_day', FIGURE, [...this.#figures.values()]))
  }

  #remember(life: OrderHistory): void {
    count(this.#figures, life.order)
    this.#trace(life)
    if (life.order.notifyStatus === 'FAILED') this.traces.givenUp.set(life.order.merchantNo, life.order)
  }

  #trace({ entries, auditEvents: deeds }: Pick<OrderHistory, 'entries' | 'auditEvents'>): void {
    for (const entry of entries) {
      const day = wibDay(entry.at)
      const known = this.#money.get(day)
      if (known === undefined) this.#money.set(day, [entry])
      else known.push(entry)
    }
    this.traces.auditEvents.push(...deeds)
  }
}

/** A number for each entry, of the time it moved. */
function timed(entries: readonly Entry[], ids: PastIds): Ids {
  const times = entries.values()
  return { next: () => ids.at(times.next().value!.at.getTime()) }
}

type Figure = Omit<CounterDelta, 'orderId' | 'step'>

const FIGURE: Columns<Figure> = {
  merchantNo: 'text',
  kind: 'text',
  day: 'date',
  status: 'text',
  n: 'bigint',
  amount: 'numeric',
  fee: 'numeric',
}

function count(figures: Map<string, Figure>, order: OrderRecord): void {
  const { orderId: _order, step: _step, ...one } = counterDelta(order, 1)
  const key = `${one.merchantNo} ${one.kind} ${one.day} ${one.status}`
  const known = figures.get(key)
  figures.set(key, known ? { ...known, n: known.n + 1, amount: known.amount + one.amount, fee: known.fee + one.fee } : one)
}
