import { type Direction, directionOf } from '#contract/kinds.ts'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { addNotice } from '../notices/notices.ts'
import type { OrderKey, OrderRecord } from '../orders/orderRow.ts'
import { Refusal } from '../refusal.ts'
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
import { type Behaviour, enqueueCallback, overdueCallbacks } from './pendingCallbacks.ts'
import { openQueue, type Queue } from './queue.ts'
import { requeueCallbacks } from './redelivery.ts'
import { delayAfter, RETRY_DELAYS_MS } from './retrySchedule.ts'
import { type AttemptResult, send } from './send.ts'
import { openSlots } from './slots.ts'

export const CALLBACK_SETTINGS = {
  allowPrivate: false,
  /** The callback address of the demo merchant, if there is one: `http://127.0.0.1:4181/demo-merchant/payin`. */
  demoAddress: null as string | null,
  limitMs: 20_000,
  retries: RETRY_DELAYS_MS,
  concurrency: 32,
  /** Of each merchant: slots for attempts, and attempts by users. */
  perMerchant: 8,
  perHost: 16,
  /** Between two searches for overdue callbacks. */
  sweepMs: 10_000,
  /** How long `stop` waits for running attempts before it interrupts them. */
  graceMs: 3_000,
  random: Math.random,
}

export type CallbackSettings = typeof CALLBACK_SETTINGS

// Longer than any attempt can last, including clock skew between two machines.
const DEAD_AFTER_MS = 60_000
// An answer within this time is prompt.
const PROMPT_MS = 5_000
const RETRY_AFTER_SECONDS = 3

interface CallbackDependencies {
  db: Database
  clock: Clock
  ids: Ids
  onError: (error: Error) => void
}

export type Callbacks = ReturnType<typeof openCallbacks>

/** Delivers order statuses to the callback addresses of merchants. */
export function openCallbacks({ db, clock, ids, onError }: CallbackDependencies, overrides: Partial<CallbackSettings> = {}) {
  const settings = { ...CALLBACK_SETTINGS, ...overrides }
  const { demoAddress } = settings
  const addressGuard = guard({
    allowPrivate: settings.allowPrivate,
    demoOrigin: demoAddress === null ? null : new URL(demoAddress).origin,
  })
  const delays: Delays = (attempts) => delayAfter(attempts, settings.random, settings.retries)
  // `open` turns false first, so that no new work starts; `stopping` then aborts the running attempts.
  let open = true
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  /** The merchant of each attempt by a user. */
  const notifying: string[] = []
  const outcomes = new Map<AttemptResult['outcome'], number>()
  let queue: Queue | undefined
  let sweeper: NodeJS.Timeout | undefined

  const enqueueAs =
    (trigger: 'auto' | 'simulation', behaviour: Behaviour | null) => async (tx: Transaction, order: OrderRecord) => {
      const enqueued = await enqueueCallback(tx, order, {
        now: clock.now(),
        trigger,
        behaviour: demoAddress === null ? null : behaviour,
      })
      if (enqueued) await queue?.schedule(order, 0, tx)
    }

  async function attempt(claim: Claim): Promise<void> {
    const line = slots.lineOf(claim.order.merchantNo, directionOf(claim.order.kind))
    line.host = URL.parse(claim.address)?.host ?? null
    const result: AttemptResult = await send(claim.address, claim.message, {
      guard: addressGuard,
      clock,
      stop: stopping.signal,
      timeoutMs: settings.limitMs,
    })
    line.isPrompt = result.status !== null && result.latency < PROMPT_MS
    outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1)
    const { nextTime } = await db.tx(async (tx) => {
      const now = clock.now()
      const finished = await finishAttempt(tx, claim, result, { now, delayAfter: delays })
      if (finished.givenUp) {
        const { merchantNo, id: number } = claim.order
        await addNotice(tx, { id: ids.next(), at: now, merchantNo, key: 'callbackFailed', params: { number } })
      }
      return finished
    })
    if (nextTime !== null) await queue?.schedule(claim.order, Math.max(nextTime.getTime() - clock.now(), 0))
  }

  async function deliver(key: OrderKey): Promise<void> {
    // Repeats when a newer status arrived during the attempt for the older one.
    while (open) {
      const claim = await db.tx((tx) => claimDue(tx, key, { now: clock.now(), delayAfter: delays, demoAddress }))
      if (claim === null) return
      await attempt(claim)
    }
  }

  /** Registers running work, so that `stop` can wait for it. */
  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }

  const report = (error: Error) => {
    onError(error)
    return []
  }
  const slots = openSlots(settings, {
    deliver: (key) => track(deliver(key)).catch(onError),
    findDue: async ({ merchantNo, direction }) =>
      open ? overdueCallbacks(db, clock.now(), { merchantNo, direction }).catch(report) : [],
  })

  /** Closes attempts left open by a dead gateway, starts overdue callbacks without a job, and repeats later. */
  async function sweep(deadAfterMs: number, lateMs: number): Promise<void> {
    try {
      const now = clock.now()
      await interruptStaleAttempts(db, { since: now - deadAfterMs, now })
      slots.add(await overdueCallbacks(db, now - lateMs))
    } catch (error) {
      onError(error as Error)
    }
    if (open) sweeper = setTimeout(sweep, settings.sweepMs, DEAD_AFTER_MS, settings.sweepMs)
  }

  return {
    /** Enqueues the callback for the new status of an order, in the transaction that sets the status. */
    enqueue: enqueueAs('auto', null),
    /** The same for a simulated payment; `behaviour` sets how the demo merchant answers the first attempt. */
    enqueueSimulated: (behaviour: Behaviour | null) => enqueueAs('simulation', behaviour),
    /** Sends the due callback of the order, if any, and waits for it. */
    deliver: (key: OrderKey) => track(deliver(key)),
    /** Sends one attempt immediately, waits for its result and returns its number. Throws a refusal when none can be made. */
    async notify(key: OrderKey, sender: Initiator): Promise<number> {
      const { merchantNo } = key
      if (notifying.filter((one) => one === merchantNo).length >= settings.perMerchant)
        throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER_SECONDS, reason: 'callbacksRunning' })
      notifying.push(merchantNo)
      try {
        const claim = await db.tx((tx) => claimNow(tx, key, sender, clock.now()))
        await track(attempt(claim))
        return claim.number
      } finally {
        notifying.splice(notifying.indexOf(merchantNo), 1)
      }
    },
    /** Requeues the callbacks that were given up and returns their number. They are sent as fast as the merchant accepts them. */
    async redeliver(merchantNo: string, direction: Direction): Promise<number> {
      const queued = await requeueCallbacks(db, { merchantNo, direction }, clock.now())
      if (queue !== undefined) await slots.refill(slots.lineOf(merchantNo, direction))
      return queued
    },
    outcomes: (): ReadonlyMap<AttemptResult['outcome'], number> => outcomes,
    /** Polls immediately for callbacks of a committed transaction, instead of within a second. */
    flush: (): void => queue?.flush(),
    /** Starts sending due callbacks, including those left by a gateway that died. */
    async start(): Promise<void> {
      queue = await openQueue(db, { start: slots.add, onError })
      // The embedded database has no other gateway, so every open attempt in it was left by a dead one.
      void sweep(db.engine === 'embedded' ? 0 : DEAD_AFTER_MS, 0)
    },
    /** Accepts no more work, waits `graceMs` for running attempts and interrupts the rest, which become due again. */
    async stop(): Promise<void> {
      open = false
      clearTimeout(sweeper)
      await queue?.stop()
      queue = undefined
      const grace = Promise.withResolvers<void>()
      const timer = setTimeout(grace.resolve, settings.graceMs)
      await Promise.race([Promise.allSettled(running), grace.promise])
      clearTimeout(timer)
      stopping.abort()
      await Promise.allSettled(running)
      await addressGuard.agent.close()
    },
  }
}
