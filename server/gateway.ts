import type { DemoAccount } from '#contract/rows/system.ts'
import type { Callbacks } from './callbacks/callbacks.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Ids } from './ids.ts'
import type { MovementContext } from './movements/movements.ts'
import type { PaymentContext } from './payments/payments.ts'

export interface Gateway {
  db: Database
  clock: Clock
  config: Config
  ids: Ids
  callbacks: Callbacks
  /** Accounts offered on the sign-in page of a demo; empty otherwise. */
  demoAccounts: readonly DemoAccount[]
}

/** What creating and changing orders needs of a gateway. */
export type PaymentServices = Pick<Gateway, 'ids' | 'clock' | 'callbacks'>

export const paymentContext = ({ ids, clock, callbacks }: PaymentServices): PaymentContext => ({
  ids,
  clock,
  enqueueCallback: callbacks.enqueue,
})

export const movementContext = ({ ids, clock, config }: Gateway): MovementContext => ({
  ids,
  clock,
  holdSeconds: config.holdSeconds,
  simulation: config.simulation,
  terms: config.terms,
})
