import { expect, onTestFinished, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { DEFAULT_SETTINGS, type ReconcileSettings } from '../../src/reconcile/session.ts'
import { createReconcileStore } from '../../src/reconcile/store/reconcileStore.ts'
import { createReconcileClient, type WorkerPort } from '../../src/reconcile/worker/client.ts'
import { createReconcileEngine } from '../../src/reconcile/worker/engine.ts'
import { startLocalWorker } from '../../src/reconcile/worker/localClient.ts'
import { reconcileLogic, type WorkHost } from '../../src/screens/reconcile/reconcileActors.ts'
import type { ReconcileActor } from '../../src/screens/reconcile/reconcileSession.ts'
import { provideIndexedDb } from '../indexedDb.ts'
import { SAMPLE_ORDERS } from './sampleStatement.ts'

provideIndexedDb()

const LINES = `Date,Order No,Amount\n2026-11-21,${SAMPLE_ORDERS[0]!.platOrderNo},91000.00`
const EMPTY = {
  list: 'payin',
  startDate: '',
  endDate: '',
  rules: [],
  basis: 'gross',
  amountTolerance: '0',
  dayTolerance: 1,
} as const

/** Stores a statement that was matched with the settings, and one that was read after it. */
async function stored(settings: Partial<ReconcileSettings>) {
  for (const id of ['matched', 'read']) await createReconcileStore().delete('M1', id)
  const engine = createReconcileEngine()
  const read = () => engine.run('read', { source: { kind: 'text', text: LINES, name: 'november.csv' }, layouts: [] })
  await read()
  await engine.run('addOrders', { orders: SAMPLE_ORDERS })
  await engine.run('match', { settings: { ...DEFAULT_SETTINGS, ...settings }, rules: [] })
  await engine.run('save', { id: 'matched', account: 'M1', position: null })
  await engine.run('clearOrders', null)
  await read()
  await engine.run('save', { id: 'read', account: 'M1', position: null })
}

/** Runs the machine of another page, and opens a session from the list. */
async function opened(session: string) {
  const ports: WorkerPort[] = []
  const client = createReconcileClient(() => {
    const port = startLocalWorker(createReconcileEngine())
    ports.push(port)
    return port
  })
  const console = { permissions: ['transaction', 'payin'] } as unknown as WorkHost['console']
  const nothing = () => {}
  const actor: ReconcileActor = createActor(
    reconcileLogic({
      console,
      client,
      account: 'M1',
      layouts: async () => [],
      save: nothing,
      saveMatch: nothing,
      newSession: () => 'new',
      lost: (error) => actor.send({ type: 'session.lost', error }),
      arrived: nothing,
    }),
    { input: { settings: EMPTY } },
  ).start()
  onTestFinished(() => void actor.stop())
  const shown = () => vi.waitFor(() => expect(actor.getSnapshot().matches('held')).toBe(true))
  actor.send({ type: 'session.open', session })
  await shown()
  return { actor, ports, shown }
}

test.each([
  ['wider days', { from: '2026-11-01', to: '2026-11-30' }, ['2026-11-01', '2026-11-30']],
  ['no days', 'none', ['', '']],
  ['the days of the statement when none were set', null, ['2026-11-21', '2026-11-21']],
] as const)('a statement from the list has %s', async (_, days, expected) => {
  await stored({ days })
  const { startDate, endDate } = (await opened('matched')).actor.getSnapshot().context.settings
  expect([startDate, endDate]).toEqual(expected)
})

test('a statement that was not matched has no settings of the one before', async () => {
  await stored({ days: 'none', amountTolerance: '5' })
  expect((await opened('read')).actor.getSnapshot().context.settings).toMatchObject({
    startDate: '2026-11-21',
    amountTolerance: '0',
  })
})

test('a crash of the worker is told, and the retry opens the statement in another worker', async () => {
  await stored({})
  const { actor, ports, shown } = await opened('matched')
  ports[0]!.onerror!({ message: 'out of memory' } as ErrorEvent)
  expect(actor.getSnapshot()).toMatchObject({
    value: 'failed',
    context: { error: { failure: { code: 'fault', message: 'out of memory' } } },
  })
  actor.send({ type: 'work.retry' })
  await shown()
  expect([ports.length, actor.getSnapshot().value]).toEqual([2, { held: 'deciding' }])
})
