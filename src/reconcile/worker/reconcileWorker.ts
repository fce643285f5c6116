import { createReconcileEngine } from './engine.ts'
import type { ToWorker } from './protocol.ts'
import { serveCalls } from './serveCalls.ts'

/** The entry point of the worker. */
const receive = serveCalls(createReconcileEngine(), (message) => globalThis.postMessage(message))
globalThis.onmessage = ({ data }: MessageEvent<ToWorker>) => receive(data)
