import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ReconcileError } from '../../src/reconcile/reconcileError.ts'
import { DEFAULT_SETTINGS } from '../../src/reconcile/session.ts'
import { createReconcileClient, type WorkerPort } from '../../src/reconcile/worker/client.ts'
import { createReconcileEngine } from '../../src/reconcile/worker/engine.ts'
import { createLocalClient } from '../../src/reconcile/worker/localClient.ts'
import type { ReconcileProgress } from '../../src/reconcile/worker/protocol.ts'
import { SAMPLE_ORDERS } from './sampleStatement.ts'

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error as ReconcileError).failure,
  )
const read = (content: BlobPart, name = 'file') =>
  ({ source: { kind: 'file', file: new Blob([content]), name }, layouts: [] }) as const

const manyLines = (count: number) =>
  [
    'Date,Order No,Amount',
    ...Array.from({ length: count }, (_, n) => `2026-11-21,2611210815300${String(n).padStart(6, '0')},${n}.00`),
  ].join('\n')

/** A client whose workers are silent, and those that it has started. */
function overPorts() {
  const ports: (WorkerPort & { isEnded: boolean })[] = []
  const client = createReconcileClient(() => {
    const port = {
      postMessage: () => {},
      onmessage: null,
      onerror: null,
      isEnded: false,
      terminate: () => (port.isEnded = true),
    }
    ports.push(port)
    return port
  })
  return { client, ports }
}

describe('the worker', () => {
  test('reports progress in bytes, and a cancelled call leaves the statement before', async () => {
    const client = createLocalClient(createReconcileEngine())
    await client.call('read', read('Order No,Amount\n2611210815300010001,5.00'))
    // A step reports when enough time has passed since the last one.
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
    onTestFinished(() => clock.mockRestore())
    const reports: ReconcileProgress[] = []
    const abort = new AbortController()
    const onProgress = (progress: ReconcileProgress) => {
      reports.push(progress)
      abort.abort()
    }
    const cancelled = client.call('read', read(manyLines(90_000)), { signal: abort.signal, onProgress })
    expect(await failureOf(cancelled)).toEqual({ code: 'cancelled' })
    expect(reports[0]).toMatchObject({ phase: 'reading' })
    await client.call('addOrders', { orders: [] })
    const settings = { kind: 'PAYIN', basis: 'gross', amountTolerance: '0', dayTolerance: 1, days: null } as const
    expect((await client.call('match', { settings, rules: [] })).summary.lines).toBe(1)
  })

  test('a match is cancelled between its steps, and the result before stays', async () => {
    const client = createLocalClient(createReconcileEngine())
    await client.call('read', read(manyLines(100_000)))
    const orders = Array.from({ length: 50_000 }, (_, n) => ({
      ...SAMPLE_ORDERS[0]!,
      id: String(n),
      platOrderNo: `X-${n}`,
      merchantOrderNo: `Y-${n}`,
    }))
    await client.call('addOrders', { orders })
    const abort = new AbortController()
    const match = client.call(
      'match',
      { settings: DEFAULT_SETTINGS, rules: [] },
      { signal: abort.signal, onProgress: () => abort.abort() },
    )
    expect(await failureOf(match)).toEqual({ code: 'cancelled' })
    expect((await client.call('match', { settings: DEFAULT_SETTINGS, rules: [] })).summary.lines).toBe(100_000)
  })

  test('and while lines without a number are compared', async () => {
    const client = createLocalClient(createReconcileEngine())
    const rows = Array.from({ length: 10_000 }, () => '2026-11-21,TRANSFER BUDI,91000.00')
    await client.call('read', read(['Date,Description,Amount', ...rows].join('\n')))
    await client.call('addOrders', { orders: [SAMPLE_ORDERS[0]!] })
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
    onTestFinished(() => clock.mockRestore())
    const reports: number[] = []
    await client.call('match', { settings: DEFAULT_SETTINGS, rules: [] }, { onProgress: ({ done }) => reports.push(done) })
    expect(reports.filter((done) => done > 7_500 && done < 10_000)).toEqual([8_000, 8_500, 9_000, 9_500])
  })

  test('a restart cancels a call that looks at no messages, and forgets the statement', async () => {
    const { client, ports } = overPorts()
    const parsing = failureOf(client.call('read', read('a')))
    client.restart()
    expect(await parsing).toEqual({ code: 'cancelled' })
    const summary = client.call('summary', null)
    ports[1]!.onmessage!({ data: { id: 2, output: 'answer' } } as MessageEvent)
    expect([await summary, ports.map(({ isEnded }) => isEnded)]).toEqual(['answer', [true, false]])
  })

  test.each(['while nothing waits', 'while a call waits'])(
    'that fails %s is told, ended and replaced with the next call',
    async (when) => {
      const { client, ports } = overPorts()
      const crashes: unknown[] = []
      client.onLost(({ failure }) => crashes.push(failure))
      const failure = { code: 'fault', message: 'the script did not load' }
      const waiting = when === 'while a call waits' ? failureOf(client.call('summary', null)) : null
      ports[0]!.onerror!({ message: failure.message } as ErrorEvent)
      expect([await waiting, crashes]).toEqual([waiting === null ? null : failure, [failure]])
      const summary = client.call('summary', null)
      ports[1]!.onmessage!({ data: { id: waiting === null ? 1 : 2, output: 'answer' } } as MessageEvent)
      expect([await summary, ports.map(({ isEnded }) => isEnded)]).toEqual(['answer', [true, false]])
    },
  )

  test('says why a file is not read', async () => {
    const client = createLocalClient(createReconcileEngine())
    expect(await failureOf(client.call('read', read('')))).toEqual({ code: 'empty' })
    expect(await failureOf(client.call('read', read('%PDF-1.7')))).toEqual({ code: 'unknownFormat' })
    expect(await failureOf(client.call('read', read('<svg/>')))).toEqual({ code: 'unknownFormat' })
    expect(await failureOf(client.call('read', read('<BkToCstmrStmt><Stmt><Ntry></Stmt>')))).toEqual({ code: 'damaged' })
    expect(await failureOf(client.call('read', read(new Uint8Array([0x50, 0x4b, 3, 4, 5]))))).toEqual({ code: 'damaged' })
    expect(await failureOf(client.call('read', read('\n \n')))).toEqual({ code: 'noStatement' })
    expect(await failureOf(client.call('read', read(manyLines(100_001))))).toEqual({ code: 'tooManyLines', limit: 100_000 })
    expect(await failureOf(client.call('read', read(new Uint8Array(50_000_001))))).toEqual({
      code: 'tooLarge',
      limit: 50_000_000,
    })
    expect(await failureOf(client.call('summary', null))).toMatchObject({ code: 'fault' })
  })

  test('a quote that is never closed does not swallow the lines', async () => {
    const client = createLocalClient(createReconcileEngine())
    const preview = await client.call(
      'read',
      read('Order No,Name,Amount\n2611210815300010001,"Budi,5.00\n2611210815300010002,Siti,6.00'),
    )
    expect(preview.lines).toBe(2)
  })

  test('a crash and a closed worker reject what waits', async () => {
    const port: WorkerPort = { postMessage: () => {}, onmessage: null, onerror: null, terminate: () => {} }
    const client = createReconcileClient(() => port)
    const crashed = failureOf(client.call('summary', null))
    port.onerror!({ message: 'out of memory' } as ErrorEvent)
    expect(await crashed).toEqual({ code: 'fault', message: 'out of memory' })
    const closed = failureOf(client.call('summary', null))
    client.close()
    expect(await closed).toEqual({ code: 'cancelled' })
    expect(await failureOf(client.call('summary', null, { signal: AbortSignal.abort() }))).toEqual({ code: 'cancelled' })
  })
})
