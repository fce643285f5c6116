import type { ReconcilePhase } from '../worker/protocol.ts'

/** A long computation of the worker: reports progress and stops when it is cancelled. */
export interface Task {
  /** Call often; it lets the worker receive a cancellation every few milliseconds. Throws a `ReconcileError` when cancelled. */
  step(phase: ReconcilePhase, done: number, all: number | null): Promise<void> | undefined
  /** Aborted when the call is cancelled, with a `ReconcileError` as its reason. */
  readonly signal: AbortSignal
}

/** Without reports, and never cancelled. */
export const NO_TASK: Task = { step: () => undefined, signal: new AbortController().signal }
