import type { ReconcileFailure } from './worker/protocol.ts'

/** Why a step of a reconciliation failed, in the worker and in the page; a cancelled one has the code `cancelled`. */
export class ReconcileError extends Error {
  override readonly name = 'ReconcileError'
  readonly failure: ReconcileFailure
  constructor(failure: ReconcileFailure) {
    super(failure.code)
    this.failure = failure
  }
}

/** Whether another tab has changed the session. */
export const isElsewhere = (error: unknown): boolean => error instanceof ReconcileError && error.failure.code === 'elsewhere'
