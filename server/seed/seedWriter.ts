import type { AuditEvent } from '../audit/audit.ts'
import type { Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
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

/** Data of the orders that notices and audit events need. */
export interface Traces {
  auditEvents: Omit<AuditEvent, 'id'>[]
  /** The newest order of each merchant with a callback that was given up. */
  givenUp: Map<string, OrderRecord>
}

const HISTORY_BATCH = 1_000
const ENTRY_BATCH = 4_000

/**
 * Writes histories in batches as they are created, and posts their ledger entries in order of time. Only some batches and the
 * entries of future days are kept in memory.
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
    this.#payins = new Batches(this.#line, HISTORY_BATCH, (some) => addOrderHistories(tx, some))
    this.#payouts = new Batches(this.#line, HISTORY_BATCH, (some) => addPayoutHistories(tx, some))
    this.#records = new Batches(this.#line, HISTORY_BATCH, (some) => addMovementHistories(tx, some))
    this.#postings = new Batches(this.#line, ENTRY_BATCH, (some) => post(tx, timed(some, ids), some))
  }

  async addPayin(history: OrderHistory): Promise<void> {
    this.#remember(history)
    await this.#payins.add([history])
  }

  async addPayouts(histories: readonly PayoutHistory[]): Promise<void> {
    for (const history of histories) this.#remember(history)
    await this.#payouts.add(histories)
  }

  async addMovements(histories: MovementHistories): Promise<void> {
    this.#trace(histories)
    await this.#records.add(histories.movements)
  }

  /** Posts the entries of a day. Histories created later have no earlier entries. */
  async closeDay(day: string): Promise<void> {
    const moved = this.#money.get(day) ?? []
    this.#money.delete(day)
    await this.#postings.add(moved.sort((a, b) => a.at.getTime() - b.at.getTime()))
  }

  async end(): Promise<void> {
    for (const batches of [this.#payins, this.#payouts, this.#records, this.#postings]) await batches.flush()
    await this.#line.end()
    await this.#tx.run(insertInto('order_day', [...this.#figures.values()]))
  }

  #remember(history: OrderHistory): void {
    count(this.#figures, history.order)
    this.#trace(history)
    if (history.order.notifyStatus === 'FAILED') this.traces.givenUp.set(history.order.merchantNo, history.order)
  }

  #trace({ entries, auditEvents }: Pick<OrderHistory, 'entries' | 'auditEvents'>): void {
    for (const entry of entries) {
      const day = wibDay(entry.at)
      const existing = this.#money.get(day)
      if (existing === undefined) this.#money.set(day, [entry])
      else existing.push(entry)
    }
    this.traces.auditEvents.push(...auditEvents)
  }
}

/** Ids for the entries, each of the time of its entry. */
function timed(entries: readonly Entry[], ids: PastIds): Ids {
  const times = entries.values()
  return { next: () => ids.at(times.next().value!.at.getTime()) }
}

type Figure = Omit<CounterDelta, 'orderId' | 'step'>

function count(figures: Map<string, Figure>, order: OrderRecord): void {
  const { orderId: _order, step: _step, ...one } = counterDelta(order, 1)
  const key = `${one.merchantNo} ${one.kind} ${one.day} ${one.status}`
  const existing = figures.get(key)
  figures.set(
    key,
    existing ? { ...existing, n: existing.n + 1, amount: existing.amount + one.amount, fee: existing.fee + one.fee } : one,
  )
}
