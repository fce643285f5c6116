import { sweepAttempts } from './auth/attempts.ts'
import { sweepSignatures } from './auth/merchantSignature.ts'
import { sweepSessions } from './auth/sessions.ts'
import { numberChanges } from './changes/changes.ts'
import { upkeep } from './db/upkeep.ts'
import { type Gateway, movementContext, paymentContext } from './gateway.ts'
import { sweepIdempotencyKeys } from './http/idempotency.ts'
import type { LeasedIds } from './ids.ts'
import { aggregateAccountDays } from './ledger/accountDays.ts'
import { processMovements } from './movements/movementWorker.ts'
import { aggregateCounters } from './orders/counters.ts'
import { expireDue } from './payins/expiry.ts'
import { settleDue } from './payins/settlements.ts'
import { processPayouts } from './payouts/payoutWorker.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** What a gateway does without being asked. Several of them on one database may all do it. */
export interface Workers {
  /** Waits for what is being done. */
  stop(): Promise<void>
}

export function startWorkers(gateway: Gateway & { ids: LeasedIds }, failed: (error: Error) => void): Workers {
  const { db, clock, ids, callbacks, config } = gateway
  const world = paymentContext(gateway)
  const workers = [
    every(10 * SECOND, () => ids.renew()),
    every(SECOND, () => aggregateCounters(db)),
    every(5 * SECOND, () => aggregateAccountDays(db)),
    // Where nobody looks; who does has them numbered at once.
    every(10 * SECOND, () => numberChanges(db)),
    every(5 * SECOND, () => settleDue(db, world)),
    every(SECOND, () => processMovements(db, movementContext(gateway))),
    every(5 * SECOND, async () => {
      if ((await expireDue(db, world)) > 0) callbacks.flush()
    }),
    // Without a channel to send them to, payouts wait for whoever moves them.
    ...(config.simulation
      ? [
          every(SECOND, async () => {
            if ((await processPayouts(db, world)) > 0) callbacks.flush()
          }),
        ]
      : []),
    every(MINUTE, async () => {
      const now = clock.now()
      await sweepSessions(db, { now, idleMinutes: config.sessionIdleMinutes })
      await sweepAttempts(db, now)
      await sweepSignatures(db, now)
      await sweepIdempotencyKeys(db, now)
    }),
    ...(db.engine === 'embedded' ? [every(5 * MINUTE, () => upkeep(db))] : []),
  ]
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))) }

  /** Does the work, and again so long after it was done. */
  function every(pause: number, work: () => Promise<unknown>): Workers {
    let running = Promise.resolve()
    let timer = setTimeout(run, pause)
    function run() {
      running = work().then(() => {}, failed)
      running.then(() => {
        timer = setTimeout(run, pause)
      })
    }
    return {
      async stop() {
        await running
        clearTimeout(timer)
      },
    }
  }
}
