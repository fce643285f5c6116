import type { DemoAccount } from '#contract/systemRows.ts'
import type { Callbacks } from './callbacks/callbacks.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Ids } from './ids.ts'
import type { MovementContext } from './movements/movements.ts'
import type { PaymentContext } from './payins/payins.ts'

/** What every route works with. */
export interface Gateway {
  db: Database
  clock: Clock
  config: Config
  ids: Ids
  callbacks: Callbacks
  /** Offered at the sign-in of a demo; of any other gateway there are none. */
  demoAccounts: readonly DemoAccount[]
}

/** What payments need of it: whoever is owed a callback gets it. */
export const paymentContext = ({ ids, clock, callbacks }: Gateway): PaymentContext => ({
  ids,
  clock,
  enqueueCallback: callbacks.enqueue,
})

/** What records need of it. */
export const movementContext = ({ ids, clock, config }: Gateway): MovementContext => ({
  ids,
  clock,
  holdSeconds: config.holdSeconds,
  simulation: config.simulation,
})
