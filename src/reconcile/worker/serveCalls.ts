import type { Task } from '../input/task.ts'
import { ReconcileError } from '../reconcileError.ts'
import type { ReconcileEngine } from './engine.ts'
import type { FromWorker, ReconcileFailure, ToWorker } from './protocol.ts'

/** Milliseconds between two looks at the messages, and between two reports. */
const INTERVAL = 50

/**
 * Answers calls one after the other, because they share the session; none waits for the session to be stored. A cancellation is received while a call runs, at its next step.
 */
export function serveCalls(engine: ReconcileEngine, send: (message: FromWorker) => void): (message: ToWorker) => void {
  const waiting = new Map<number, AbortController>()
  let last: Promise<void> = Promise.resolve()

  async function answer({ id, call, input }: Extract<ToWorker, { call: unknown }>, { signal }: AbortController) {
    try {
      signal.throwIfAborted()
      const output = await engine.run(call, input as never, createTask(id, signal))
      send({ id, output })
    } catch (error) {
      send({ id, failure: failureOf(error) })
    } finally {
      waiting.delete(id)
    }
  }

  function createTask(id: number, signal: AbortSignal): Task {
    let reported = performance.now()
    return {
      signal,
      step(phase, done, all) {
        const now = performance.now()
        if (now - reported < INTERVAL) return undefined
        reported = now
        send({ id, progress: { phase, done, all } })
        return nextMessage().then(() => signal.throwIfAborted())
      },
    }
  }

  return (message) => {
    if ('cancel' in message) {
      waiting.get(message.id)?.abort(new ReconcileError({ code: 'cancelled' }))
      return
    }
    const controller = new AbortController()
    waiting.set(message.id, controller)
    const own = last.then(() => answer(message, controller))
    // Storing reads the session at once, and writes it while later calls are answered.
    if (message.call !== 'save') last = own
  }
}

/** Resolves after the messages that wait. */
const nextMessage = () => new Promise<void>((resolve) => setTimeout(resolve))

function failureOf(error: unknown): ReconcileFailure {
  if (error instanceof ReconcileError) return error.failure
  if (error instanceof DOMException) return { code: 'storage' }
  return { code: 'fault', message: error instanceof Error ? error.message : String(error) }
}
