import { setImmediate } from 'node:timers/promises'
import type { AuditEvent } from '../audit/audit.ts'
import type { Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import { type Id, seedIds } from '../ids.ts'
import type { Entry } from '../ledger/ledger.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import type { Channel } from '../orders/channels.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import type { Transition } from '../orders/transitions.ts'
import type { Settlement } from '../payins/payinSteps.ts'
import type { NoticeKey } from '../texts/en.ts'
import type { CallbackRow } from './callbacks.ts'
import type { Chance } from './chance.ts'
import { Timeline } from './timeline.ts'
import { writeBatch } from './writer.ts'

interface History {
  /** Scheduled events of the history. It is written when there are none left. */
  eventsLeft: number
  /** The time of the next step, when there is one. */
  due: Date | null
  moves: Transition[]
}

/** An order with everything that happened to it. */
export interface OrderHistory extends History {
  order: OrderRecord
  settlement: Settlement | null
  callback: CallbackRow | null
  /** Rows of `callback_attempt`. */
  attempts: object[]
}

export const newHistory = (order: OrderRecord, moves: Transition[]): OrderHistory => ({
  order,
  moves,
  settlement: null,
  callback: null,
  attempts: [],
  eventsLeft: 0,
  due: null,
})

export interface MovementHistory extends History {
  movement: MovementRecord
}

const newBatch = () => ({
  orders: [] as OrderHistory[],
  movements: [] as MovementHistory[],
  /** In order of time. */
  entries: [] as (Entry & { id: Id })[],
  /** Rows of `audit`. */
  auditRows: [] as object[],
})

/** What is written together, while the events after it run. */
export type Batch = ReturnType<typeof newBatch>

const BATCH_ORDERS = 1_000
const BATCH_ENTRIES = 4_000

export interface WorldOptions {
  /** The end of the demo data, in milliseconds since 1970. */
  end: number
  merchants: ReadonlyMap<string, MerchantRow>
  channels: ReadonlyMap<string, Channel>
  payoutChannels: ReadonlyMap<string, Channel>
  chance: Chance
}

export type World = ReturnType<typeof createWorld>

/** The demo world on a fast clock: what its events may read and do. */
export function createWorld(tx: Transaction, options: WorldOptions) {
  const timeline = new Timeline()
  const ids = seedIds({ now: () => timeline.now })
  const balances = new Map<string, bigint>()
  const notices = new Map<string, object>()
  const open = new Set<OrderHistory | MovementHistory>()
  let batch = newBatch()
  /** The last two batches: the database has the next one when it ends one. */
  let writing = [Promise.resolve(), Promise.resolve()] as const

  /** Minor units that the merchant can spend now. */
  const available = (merchantNo: string): bigint => balances.get(merchantNo) ?? 0n

  function schedule(history: OrderHistory | MovementHistory, time: number, run: () => void): void {
    history.eventsLeft++
    open.add(history)
    timeline.at(time, () => {
      run()
      history.eventsLeft--
      if (history.eventsLeft === 0) complete(history)
    })
  }

  function complete(history: OrderHistory | MovementHistory): void {
    open.delete(history)
    if ('order' in history) batch.orders.push(history)
    else batch.movements.push(history)
  }

  /** Starts to write this batch. Waits for those before, but for the last. */
  async function flush(): Promise<void> {
    const [earlier, last] = writing
    await earlier
    writing = [last, writeBatch(tx, batch)]
    // A later call throws the error; this avoids an unhandled rejection.
    writing[1].catch(() => {})
    batch = newBatch()
    // The driver sends in a later turn of the event loop.
    await setImmediate()
  }

  return {
    ...options,
    ids,
    payoutCounts: new Map<string, number>(),
    /** The money of each merchant that was settled in the last day. */
    settled: new Map<string, bigint>(),
    now: () => timeline.now,
    at: timeline.at.bind(timeline),
    available,
    schedule,

    /** Runs the steps of a history one after another, until one cannot be applied. */
    follow<Step extends { at: number }>(
      history: OrderHistory | MovementHistory,
      [next, ...later]: readonly Step[],
      apply: (step: Step, at: Date) => boolean,
    ): void {
      history.due = next === undefined ? null : new Date(Math.floor(next.at))
      schedule(history, next?.at ?? timeline.now, () => {
        if (next !== undefined && apply(next, new Date(timeline.now))) this.follow(history, later, apply)
      })
    },

    /** Posts entries of one account; false when it cannot pay for them. */
    post(entries: readonly Entry[]): boolean {
      const [first] = entries
      if (first === undefined) return true
      const balance = entries.reduce((sum, entry) => sum + entry.available, available(first.merchantNo))
      if (balance < 0n) return false
      balances.set(first.merchantNo, balance)
      batch.entries.push(...entries.map((entry) => ({ ...entry, id: ids.next() })))
      return true
    },

    audit(
      { merchantNo, username }: MerchantRow,
      { action, target, detail }: Pick<AuditEvent, 'action' | 'target' | 'detail'>,
      address = '103.28.12.7',
    ): void {
      const row = { merchantNo, id: ids.next(), at: new Date(timeline.now), actorNo: merchantNo, actor: username, address }
      batch.auditRows.push({ ...row, action, target: target ?? null, detail: detail ?? null })
    },

    /** Adds a notice to the account's list. It replaces an earlier one of its kind. */
    notice({ merchantNo }: MerchantRow, type: string, textKey: NoticeKey, params: Record<string, string> = {}): void {
      const notice = { merchantNo, id: ids.next(), at: new Date(timeline.now), type, textKey, params }
      notices.set(`${merchantNo} ${textKey}`, notice)
    },

    async runUntil(time: number): Promise<void> {
      while (timeline.runNext(time)) {
        if (batch.orders.length >= BATCH_ORDERS || batch.entries.length >= BATCH_ENTRIES) await flush()
      }
    },

    /** Writes the rest: the histories that still go on, as they are now. */
    async finish(): Promise<void> {
      for (const history of open) complete(history)
      await flush()
      await Promise.all(writing)
      await tx.run(insertInto('notice', [...notices.values()]))
    },
  }
}
