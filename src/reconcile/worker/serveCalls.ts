import { type Task, TaskFailure } from '../input/task.ts'
import type { ReconcileEngine } from './engine.ts'
import type { FromWorker, ReconcileFailure, ToWorker } from './protocol.ts'

/** Milliseconds between two looks at the messages, and between two reports. */
const INTERVAL = 50

/**
 * Answers calls one after the other, because they share the session. A cancellation is received while a call runs, at its next step.
 */
export function serveCalls(engine: ReconcileEngine, send: (message: FromWorker) => void): (message: ToWorker) => void {
  const cancelled = new Set<number>()
  let last: Promise<void> = Promise.resolve()

  async function answer(message: Extract<ToWorker, { call: unknown }>) {
    const { id, call, input } = message
    try {
      if (cancelled.has(id)) throw new TaskFailure({ code: 'cancelled' })
      const output = await engine.run(call, input as never, createTask(id))
      send({ id, output })
    } catch (error) {
      send({ id, failure: failureOf(error) })
    } finally {
      cancelled.delete(id)
    }
  }

  function createTask(id: number): Task {
    let reported = performance.now()
    return {
      step(phase, done, all) {
        const now = performance.now()
        if (now - reported < INTERVAL) return undefined
        reported = now
        send({ id, progress: { phase, done, all } })
        return nextMessage().then(() => {
          if (cancelled.has(id)) throw new TaskFailure({ code: 'cancelled' })
        })
      },
    }
  }

  return (message) => {
    if ('cancel' in message) cancelled.add(message.id)
    else last = last.then(() => answer(message))
  }
}

/** Resolves after the messages that wait. */
const nextMessage = () => new Promise<void>((resolve) => setTimeout(resolve))

function failureOf(error: unknown): ReconcileFailure {
  if (error instanceof TaskFailure) return error.failure
  if (error instanceof DOMException) return { code: 'storage' }
  return { code: 'fault', message: error instanceof Error ? error.message : String(error) }
}
