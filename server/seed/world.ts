import type { AuditEvent } from '../audit/audit.ts'
import type { Transaction } from '../db/database.ts'
import { seedIds } from '../ids.ts'
import type { Entry } from '../ledger/ledger.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import type { Channel } from '../orders/channels.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import type { Transition } from '../orders/transitions.ts'
import type { Settlement } from '../payins/payinSteps.ts'
import type { CallbackRow } from './callbacks.ts'
import type { Chance } from './chance.ts'
import { Timeline } from './timeline.ts'
import { Writer } from './writer.ts'

interface History {
  /** Scheduled events of the history. It is written when there are none left. */
  pending: number
  /** The time of the next step, when there is one. */
  due: Date | null
}

/** An order with everything that happened to it. */
export interface OrderHistory extends History {
  order: OrderRecord
  moves: Transition[]
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
  pending: 0,
  due: null,
})

/** A movement with everything that happened to it. */
export interface MovementHistory extends History {
  movement: MovementRecord
  moves: Transition[]
}

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
  const writer = new Writer(tx)
  const balances = new Map<string, bigint>()
  const open = new Set<OrderHistory | MovementHistory>()

  /** Minor units that the merchant can spend now. */
  const available = (merchantNo: string): bigint => balances.get(merchantNo) ?? 0n

  /** Schedules an event of a history. */
  function schedule(history: OrderHistory | MovementHistory, time: number, run: () => void): void {
    history.pending++
    open.add(history)
    timeline.at(time, () => {
      run()
      history.pending--
      if (history.pending === 0) write(history)
    })
  }

  function write(history: OrderHistory | MovementHistory): void {
    open.delete(history)
    if ('order' in history) writer.orders.push(history)
    else writer.movements.push(history)
  }

  return {
    ...options,
    ids,
    /** The newest order of each merchant with a callback that was given up. */
    givenUp: new Map<string, OrderRecord>(),
    /** The number of payouts of each merchant. */
    payoutCounts: new Map<string, number>(),
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
      writer.entries.push(...entries)
      return true
    },

    /** Notes an action of the account in the audit log. */
    audit(
      { merchantNo, username }: MerchantRow,
      { action, target, detail }: Pick<AuditEvent, 'action' | 'target' | 'detail'>,
      address = '103.28.12.7',
    ): void {
      const row = { merchantNo, id: ids.next(), at: new Date(timeline.now), actorNo: merchantNo, actor: username, address }
      writer.auditRows.push({ ...row, action, target: target ?? null, detail: detail ?? null })
    },

    /** Runs all events up to `time`. */
    async runUntil(time: number): Promise<void> {
      while (timeline.runNext(time)) if (writer.isFull) await writer.flush()
    },

    /** Writes the rest: the histories that still go on, as they are now. */
    async finish(): Promise<void> {
      for (const history of open) write(history)
      await writer.end()
    },
  }
}
