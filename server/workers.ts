import { setTimeout } from 'node:timers/promises'
import { sweepAttempts } from './auth/attempts.ts'
import { sweepSessions } from './auth/sessions.ts'
import { sweepSignatures } from './auth/signatures.ts'
import { numberChanges } from './changes/changes.ts'
import { upkeep } from './db/upkeep.ts'
import { type Gateway, movementContext, paymentContext } from './gateway.ts'
import { sweepIdempotencyKeys } from './http/idempotency.ts'
import type { LeasedIds } from './ids.ts'
import { aggregateAccountDays } from './ledger/accountDays.ts'
import { processMovements } from './movements/movementWorker.ts'
import { aggregateCounters } from './orders/counters.ts'
import { expireDue } from './payins/payins.ts'
import { settleDue } from './payins/settlements.ts'
import { processPayouts } from './payouts/payouts.ts'
import { MINUTE, SECOND } from './wib.ts'

/**
 * Starts the background jobs of a gateway and returns a function that stops them after their current runs. Several gateways on
 * one database may run them at the same time.
 */
export function startWorkers(gateway: Gateway & { ids: LeasedIds }, onError: (error: Error) => void): () => Promise<unknown> {
  const stopped = new AbortController()
  const { db, clock, ids, callbacks, config } = gateway
  const payments = paymentContext(gateway)
  const jobs = [
    every(10 * SECOND, () => ids.renew()),
    every(SECOND, () => aggregateCounters(db)),
    every(5 * SECOND, () => aggregateAccountDays(db)),
    // Background fallback; readers number changes on demand.
    every(10 * SECOND, () => numberChanges(db)),
    every(5 * SECOND, () => settleDue(db, payments)),
    every(SECOND, () => processMovements(db, movementContext(gateway))),
    every(5 * SECOND, async () => {
      if ((await expireDue(db, payments)) > 0) callbacks.flush()
    }),
    // Only the simulation has a payout channel. Without one, payouts wait for a manual status change.
    ...(config.simulation
      ? [
          every(SECOND, async () => {
            if ((await processPayouts(db, payments)) > 0) callbacks.flush()
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
  return () => {
    stopped.abort()
    return Promise.all(jobs)
  }

  /** Runs the job after `pause` milliseconds, and again `pause` milliseconds after each run ended. */
  async function every(pause: number, job: () => Promise<unknown>): Promise<void> {
    while (await setTimeout(pause, true, { signal: stopped.signal }).catch(() => false)) await job().catch(onError)
  }
}
