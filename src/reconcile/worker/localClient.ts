import { createReconcileClient, type ReconcileClient, type WorkerPort } from './client.ts'
import type { ReconcileEngine } from './engine.ts'
import type { FromWorker } from './protocol.ts'
import { serveCalls } from './serveCalls.ts'

/** A client of an engine in the same thread, for tests and for browsers without module workers. */
export const createLocalClient = (engine: ReconcileEngine): ReconcileClient =>
  createReconcileClient(() => startLocalWorker(engine))

export function startLocalWorker(engine: ReconcileEngine): WorkerPort {
  const port: WorkerPort = { postMessage: (message) => receive(message), onmessage: null, onerror: null, terminate: () => {} }
  const receive = serveCalls(engine, (message) =>
    queueMicrotask(() => port.onmessage?.({ data: message } as MessageEvent<FromWorker>)),
  )
  return port
}
