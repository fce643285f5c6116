import { DEFAULT_SETTINGS } from '../../src/reconcile/session.ts'
import { createReconcileEngine } from '../../src/reconcile/worker/engine.ts'
import { sampleOrders, sampleStatement } from './sample.ts'

/** Prints the megabytes that a matched statement of so many lines holds. Run with --expose-gc; the engine of the browser is the same. */
const count = Number(process.argv[2])
const used = () => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

const before = used()
const engine = createReconcileEngine()
await engine.run('read', {
  source: { kind: 'file', file: new Blob([sampleStatement(sampleOrders(count))]), name: 'bank.csv' },
  layouts: [],
})
await engine.run('addOrders', { orders: sampleOrders(count) })
await engine.run('match', { settings: DEFAULT_SETTINGS, rules: [] })
await engine.run('rows', { bucket: 'all', needle: '', openOnly: false, from: 0, to: 100 })
console.log(used() - before)
// Keeps the engine alive until it is measured.
await engine.run('summary', null)
