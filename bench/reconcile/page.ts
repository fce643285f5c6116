import { DEFAULT_SETTINGS } from '../../src/reconcile/session.ts'
import { startReconcileWorker } from '../../src/reconcile/worker/startWorker.ts'
import { roundOrders, sampleOrders, sampleStatement, unnumberedStatement } from './sample.ts'

export interface Measured {
  /** Milliseconds. */
  readonly read: number
  readonly orders: number
  readonly match: number
  readonly rows: number
  readonly key: number
  readonly longestTask: number
  readonly bare: number
  readonly matched: number
  /** Lines without a number, matched by amount, day and name. */
  readonly unnumbered: number
}

const PAGE = 1_000

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Reconciles so many lines with as many orders in the worker, then parses and joins them in a bare one. */
async function measure(count: number): Promise<Measured> {
  const orders = sampleOrders(count)
  const file = new Blob([sampleStatement(orders)])
  // What made the sample is no part of the measurement.
  await new Promise((resolve) => setTimeout(resolve, 500))
  let longestTask = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
  })
  observer.observe({ entryTypes: ['longtask'] })
  const client = startReconcileWorker()
  await client.call('clearOrders', null)
  const read = await timed(() => client.call('read', { source: { kind: 'file', file, name: 'bank.csv' }, layouts: [] }))
  const sent = await timed(async () => {
    for (let at = 0; at < count; at += PAGE) await client.call('addOrders', { orders: orders.slice(at, at + PAGE) })
  })
  let matched = 0
  const match = await timed(async () => {
    const { summary } = await client.call('match', { settings: DEFAULT_SETTINGS, rules: [] })
    matched = summary.buckets.matched.lines
  })
  const filter = { bucket: 'all', needle: '', openOnly: false } as const
  const rows = await timed(() => client.call('rows', { ...filter, from: 0, to: 100 }))
  const key = await timed(() => client.call('decide', { type: 'mark', keys: ['L0'], mark: { as: 'RECONCILED' } }))
  await new Promise((resolve) => setTimeout(resolve, 500))
  observer.disconnect()
  client.close()
  const unnumbered = await unnumberedRun(count)
  return { read, orders: sent, match, rows, key, longestTask, matched, unnumbered, bare: await bareRun(orders, file) }
}

async function unnumberedRun(count: number): Promise<number> {
  const orders = roundOrders(count)
  const client = startReconcileWorker()
  const text = unnumberedStatement(count)
  await client.call('read', { source: { kind: 'text', text, name: 'bank.csv' }, layouts: [] })
  for (let at = 0; at < count; at += PAGE) await client.call('addOrders', { orders: orders.slice(at, at + PAGE) })
  const duration = await timed(() => client.call('match', { settings: DEFAULT_SETTINGS, rules: [] }))
  client.close()
  return duration
}

async function bareRun(orders: ReturnType<typeof sampleOrders>, file: Blob): Promise<number> {
  const worker = new Worker(new URL('./bareWorker.ts', import.meta.url), { type: 'module' })
  const ask = (message: unknown) =>
    new Promise((resolve) => {
      worker.onmessage = resolve
      worker.postMessage(message)
    })
  await ask({ orders })
  const duration = await timed(() => ask({ file }))
  worker.terminate()
  return duration
}

Object.assign(globalThis, { measure })
