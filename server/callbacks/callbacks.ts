import type { Direction } from '#contract/merchantRows.ts'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { addNotice } from '../notices/notices.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import {
  type Claim,
  claimDue,
  claimNow,
  type Delays,
  finishAttempt,
  type Initiator,
  interruptStaleAttempts,
} from './attempts.ts'
import { guard } from './guard.ts'
import { type Behaviour, enqueueCallback, type OrderKey, overdueCallbacks } from './pendingCallbacks.ts'
import { openQueue, type Queue } from './queue.ts'
import { requeueCallbacks } from './redelivery.ts'
import { delayAfter, RETRY_DELAYS_MS } from './retrySchedule.ts'
import { type AttemptResult, send } from './send.ts'

/** What a merchant is owed about its orders, and how it gets there. */
export interface Callbacks {
  /** Owes the news of an order's new status, in the transaction that gave it. */
  enqueue(tx: Transaction, order: OrderRecord): Promise<void>
  /** The same for a simulated payment; the demo merchant may be told how to answer the first attempt. */
  enqueueSimulated(behaviour: Behaviour | null): (tx: Transaction, order: OrderRecord) => Promise<void>
  /** Sends one attempt at once, waits for how it ended and gives its number; refuses with the reason where none can be made. */
  notify(key: OrderKey, sender: Initiator): Promise<number>
  /** Sends what is due for the order, if anything is, and waits for it. */
  deliver(key: OrderKey): Promise<void>
  /** Owes the merchant again what was given up, and sends it as fast as its server takes it; gives how many that are. */
  redeliver(merchantNo: string, direction: Direction): Promise<number>
  /** How the attempts of this process have ended so far, and how many so. */
  outcomes(): ReadonlyMap<AttemptResult['outcome'], number>
  /** Looks at once for what a committed transaction owes, instead of within a second. */
  flush(): void
  /** Begins to send what is due, also what a gateway that died has left. */
  start(): Promise<void>
  /** Takes nothing on any more, waits a moment for what is under way and hands the rest back. */
  stop(): Promise<void>
}

export interface CallbackSettings {
  /** Lets callbacks go to private addresses. */
  allowPrivate: boolean
  /** Where the demo merchant listens, if it does: `http://127.0.0.1:4181/demo-merchant/payin`. */
  demoAddress: string | null
  /** An attempt without an answer ends after this. */
  limitMs: number
  retries: readonly number[]
  /** Attempts under way at once, and for one merchant. */
  concurrency: number
  perMerchant: number
  /** How long a stop waits before it hands back what is under way. */
  graceMs: number
  random: () => number
}

export const CALLBACK_SETTINGS: CallbackSettings = {
  allowPrivate: false,
  demoAddress: null,
  limitMs: 20_000,
  retries: RETRY_DELAYS_MS,
  concurrency: 32,
  perMerchant: 8,
  graceMs: 3_000,
  random: Math.random,
}

const SWEEP_MS = 10_000
// No attempt lasts as long as this, whatever the clocks of two machines make of it.
const DEAD_AFTER_MS = 60_000
const SWEEP_LIMIT = 200
// Orders that wait for a place of their merchant; more of them wait in the database.
const MOST_WAITING = 1_000
const BUSY_MS = 2_000

interface CallbackDependencies {
  db: Database
  clock: Clock
  ids: Ids
  /** Told about what went wrong where nobody waits for it. */
  onError: (error: Error) => void
}

export function openCallbacks(
  { db, clock, ids, onError: failed }: CallbackDependencies,
  wanted: Partial<CallbackSettings> = {},
): Callbacks {
  const settings = { ...CALLBACK_SETTINGS, ...wanted }
  const { demoAddress, limitMs } = settings
  const gate = guard({ allowPrivate: settings.allowPrivate, allowedOrigins: demoAddress ? [new URL(demoAddress).origin] : [] })
  const delays: Delays = (attempts) => delayAfter(attempts, settings.random, settings.retries)
  // Closed first, when nothing new is taken on any more; then what is still under way is cut off.
  let open = true
  const stopping = new AbortController()
  const underWay = new Map<Promise<void>, string>()
  const waiting: OrderKey[] = []
  const outcomes = new Map<AttemptResult['outcome'], number>()
  let queue: Queue | undefined
  let sweeper: NodeJS.Timeout | undefined

  const oweAs =
    (trigger: 'auto' | 'simulation', behaviour: Behaviour | null) => async (tx: Transaction, order: OrderRecord) => {
      const owed = await enqueueCallback(tx, order, {
        now: clock.now(),
        trigger,
        behaviour: demoAddress === null ? null : behaviour,
      })
      if (owed) await queue?.schedule(order, 0, tx)
    }

  /** Sends a claimed attempt and writes down how it ended. */
  async function attempt(claim: Claim): Promise<void> {
    const ending: AttemptResult = await send(claim.address, claim.message, {
      guard: gate,
      clock,
      stop: stopping.signal,
      limitMs,
    })
    outcomes.set(ending.outcome, (outcomes.get(ending.outcome) ?? 0) + 1)
    const { nextTime } = await db.tx(async (tx) => {
      const now = clock.now()
      const followed = await finishAttempt(tx, claim, ending, { now, delayAfter: delays })
      if (followed.givenUp) {
        const { merchantNo, id: number } = claim.order
        await addNotice(tx, { id: ids.next(), at: now, merchantNo, key: 'callbackFailed', params: { number } })
      }
      return followed
    })
    if (nextTime !== null) await queue?.schedule(claim.order, Math.max(nextTime.getTime() - clock.now(), 0))
  }

  async function deliver(key: OrderKey): Promise<void> {
    // More than once when a newer status has come while the older one was told.
    while (open) {
      const claim = await db.tx((tx) => claimDue(tx, key, { now: clock.now(), delayAfter: delays, demoAddress }))
      if (claim === null) return
      await attempt(claim)
    }
  }

  /** Runs the work among what is under way, of which a stop knows. */
  function track(merchantNo: string, work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => underWay.delete(tracked))
    underWay.set(tracked, merchantNo)
    return tracked
  }

  /** Takes an order on as soon as there is room; one merchant that answers slowly must not fill all of it. */
  async function look(key: OrderKey): Promise<void> {
    while (underWay.size >= settings.concurrency) await Promise.race([...underWay.keys()].map((work) => work.catch(() => {})))
    if (!open) return
    const busy = [...underWay.values()].filter((merchantNo) => merchantNo === key.merchantNo).length
    if (busy < settings.perMerchant) void inTurn(key)
    else if (waiting.length < MOST_WAITING) waiting.push(key)
    else await queue?.schedule(key, BUSY_MS)
  }

  /** Delivers for the order, and then for those of its merchant that had to wait. */
  async function inTurn(first: OrderKey): Promise<void> {
    for (let key: OrderKey | undefined = first; key !== undefined && open; key = nextOf(first.merchantNo)) {
      await track(key.merchantNo, deliver(key)).catch(failed)
    }
  }

  function nextOf(merchantNo: string): OrderKey | undefined {
    const next = waiting.findIndex((key) => key.merchantNo === merchantNo)
    return next < 0 ? undefined : waiting.splice(next, 1)[0]
  }

  /** Closes what a dead gateway left open, looks at what nobody was woken for, and comes back later. */
  async function sweep(deadAfterMs: number, lateMs: number): Promise<void> {
    try {
      const now = clock.now()
      await interruptStaleAttempts(db, { since: now - deadAfterMs, now })
      for (const key of await overdueCallbacks(db, now - lateMs, SWEEP_LIMIT)) await look(key)
    } catch (error) {
      failed(error as Error)
    }
    if (open) sweeper = setTimeout(sweep, SWEEP_MS, DEAD_AFTER_MS, SWEEP_MS)
  }

  return {
    enqueue: oweAs('auto', null),
    enqueueSimulated: (behaviour) => oweAs('simulation', behaviour),
    deliver: (key) => track(key.merchantNo, deliver(key)),
    async notify(key, sender) {
      const claim = await db.tx((tx) => claimNow(tx, key, sender, clock.now()))
      await track(key.merchantNo, attempt(claim))
      return claim.number
    },
    async redeliver(merchantNo, direction) {
      const wake = async (tx: Transaction, keys: readonly OrderKey[]) => queue?.scheduleAll(keys, tx)
      const queued = await requeueCallbacks(db, { merchantNo, direction, now: clock.now(), wake })
      queue?.flush()
      return queued
    },
    outcomes: () => outcomes,
    flush: () => queue?.flush(),
    async start() {
      queue = await openQueue(db, { look, failed })
      // The embedded database has no other gateway, so whatever is open there was left by one that is gone.
      void sweep(db.engine === 'embedded' ? 0 : DEAD_AFTER_MS, 0)
    },
    async stop() {
      open = false
      clearTimeout(sweeper)
      await queue?.stop()
      queue = undefined
      const grace = Promise.withResolvers<void>()
      const timer = setTimeout(grace.resolve, settings.graceMs)
      await Promise.race([Promise.allSettled(underWay.keys()), grace.promise])
      clearTimeout(timer)
      stopping.abort()
      await Promise.allSettled(underWay.keys())
      await gate.agent.close()
    },
  }
}
