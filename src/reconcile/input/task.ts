import type { ReconcileFailure, ReconcilePhase } from '../worker/protocol.ts'

/** A long computation of the worker: reports progress and stops when it is cancelled. */
export interface Task {
  /** Call often; it lets the worker receive a cancellation every few milliseconds. Throws a `TaskFailure` when cancelled. */
  step(phase: ReconcilePhase, done: number, all: number | null): Promise<void> | undefined
}

/** A failure that the user is told of. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure'
  readonly failure: ReconcileFailure
  constructor(failure: ReconcileFailure) {
    super(failure.code)
    this.failure = failure
  }
}

export const NO_TASK: Task = { step: () => undefined }
