import { createStore } from 'jotai'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { Aborted, ApiError } from '../../src/api/errors.ts'
import type { RunRecord, RunRow } from '../../src/runs/runRecord.ts'
import { createRunStore } from '../../src/runs/runStore.ts'
import { createRuns, type LiveRun, type RunOptions } from '../../src/runs/runs.ts'
import { createValue } from '../../src/state/atoms.ts'
import type { Console } from '../../src/useConsole.tsx'
import { provideIndexedDb } from '../indexedDb.ts'

provideIndexedDb()
/** The locks of all tabs, which jsdom lacks. A page that ends gives its locks free. */
const held = new Set<string>()
const locks = {
  request(name: string, _: unknown, hold: (lock: object | null) => unknown) {
    if (held.has(name)) return Promise.resolve(hold(null))
    held.add(name)
    return Promise.resolve(hold({})).finally(() => held.delete(name))
  },
  query: async () => ({ held: Array.from(held, (name) => ({ name })) }),
}
beforeAll(() => void Object.defineProperty(navigator, 'locks', { configurable: true, value: locks }))
afterAll(() => void Reflect.deleteProperty(navigator, 'locks'))
beforeEach(async () => {
  held.clear()
  const store = createRunStore()
  for (const run of await store.list('merchant')) await store.remove(run.id)
})

const ROWS = Array.from(
  { length: 12 },
  (_, n) =>
    ({ id: `${n}`, merchantOrderNo: `N-${n}`, platOrderNo: `P-${n}`, status: 'SUCCESS', notifyAttempts: 0 }) as ListedRow,
)
const delivered = (id: string) => ({ id, notifyStatus: 'SUCCESS', notifyAttempts: 1 })
const idOf = (input: unknown) => (input as { id: string }).id

/** The runs of a tab whose calls are answered by this function. */
function openTab(answer: (id: string, idempotencyKey?: string) => Promise<object>) {
  const atoms = createStore()
  const lists = { live: createValue<readonly LiveRun[]>(atoms, []), unfinished: createValue<readonly RunRecord[]>(atoms, []) }
  const sent: string[] = []
  const notices: string[] = []
  let keys = 0
  const console = {
    api: {
      newIdempotencyKey: () => `key-${Math.random()}-${++keys}`,
      call(_: unknown, input: unknown, { idempotencyKey }: { idempotencyKey?: string }) {
        sent.push(idOf(input))
        return answer(idOf(input), idempotencyKey)
      },
      rows: () => Promise.reject(new ApiError('No answer', { status: 0, code: 'NETWORK_ERROR' })),
    },
    clock: { now: Date.now },
    features: { has: () => false },
    i18n: { t: (key: string) => key },
    scope: () => ({ app: { toast() {} } }),
    store: { own: () => ({ get: () => 'merchant' }) },
    toasts: { show: ({ text }: { text: string }) => void notices.push(text) },
    undo: { push() {} },
  } as unknown as Console
  const runs = createRuns(console, lists)
  const begin = (what: Pick<RunOptions, 'action' | 'value'> = { action: 'notify' }) => {
    const run = runs.start({ ...what, kind: 'payin', address: '/transaction/payin', rows: async () => ROWS })!
    return vi.waitFor(() => {
      expect(run.actor.getSnapshot().value).toBe('confirming')
      run.actor.send({ type: 'bulk.confirm' })
      return run
    })
  }
  return { runs, ...lists, sent, notices, begin }
}

const record = async () => (await createRunStore().list('merchant'))[0]!
const states = async () => (await createRunStore().rows((await record()).id)).map(({ state }) => state)
const never = () => new Promise<never>(() => {})

test('a run whose session ends stays open, and the next page sends each of the other rows once', async () => {
  const first = openTab(async (id) => {
    if (Number(id) < 3) return delivered(id)
    if (id === '3') throw new ApiError('Session over', { status: 401, code: 'UNAUTHENTICATED' })
    throw new Aborted()
  })
  const run = await first.begin()
  await vi.waitFor(() => expect(run.actor.getSnapshot().value).toBe('held'))
  await vi.waitFor(async () => expect(await states()).toEqual([...Array(3).fill('done'), ...Array(9).fill('waiting')]))
  expect((await record()).state).toBe('open')
  run.actor.stop()
  held.clear()
  const second = openTab(async (id) => delivered(id))
  await second.runs.recall()
  const [left] = second.unfinished.get()
  await second.runs.resume(left!)
  await vi.waitFor(async () => expect(await record()).toMatchObject({ state: 'finished', done: 12, failed: 0 }))
  expect(second.sent.toSorted((one, other) => Number(one) - Number(other))).toEqual(ROWS.slice(3).map(({ id }) => id))
})

test('a run whose sent rows cannot be looked up stays open', async () => {
  const first = openTab((id) => (Number(id) < 2 ? Promise.resolve(delivered(id)) : never()))
  const run = await first.begin()
  await vi.waitFor(async () => expect((await states()).filter((state) => state === 'sent')).toHaveLength(4))
  run.actor.stop()
  held.clear()
  const second = openTab(async (id) => delivered(id))
  // A browser that refuses to name the locks has none.
  vi.spyOn(locks, 'query').mockRejectedValueOnce(new DOMException('refused', 'SecurityError'))
  await second.runs.recall()
  await second.runs.resume(second.unfinished.get()[0]!)
  await vi.waitFor(async () => expect((await record()).done).toBe(8))
  await vi.waitFor(() => expect(second.unfinished.get()).toHaveLength(1))
  expect([(await record()).state, (await states()).filter((state) => state === 'sent').length]).toEqual(['open', 4])
})

test('a note that got no answer is repeated under its key, and another note has a key of its own', async () => {
  const keys: (string | undefined)[] = []
  const tab = openTab(async (id, idempotencyKey) => {
    if (id !== '7') return delivered(id)
    keys.push(idempotencyKey)
    throw new ApiError('No answer', { status: 0, code: 'NETWORK_ERROR' })
  })
  for (const value of ['first', 'second', 'first']) {
    const run = await tab.begin({ action: 'note', value })
    await vi.waitFor(() => expect(run.actor.getSnapshot().value).toBe('finished'))
  }
  const [first, second, repeated] = keys
  expect(repeated).toBe(first)
  expect(second).not.toBe(first)
})

describe('a browser that refuses to store', () => {
  /** Makes the writes fail for which the predicate holds, and counts them. */
  function refuseWrites(isRefused: (value: Partial<RunRow>) => boolean) {
    const { put } = IDBObjectStore.prototype
    let refused = 0
    const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value: object) {
      if (!isRefused(value)) return put.call(this, value)
      refused++
      throw new DOMException('full', 'QuotaExceededError')
    })
    return { count: () => refused, end: () => spy.mockRestore() }
  }

  test('one state of a row: the state is stored with the next row', async () => {
    const first = openTab(async (id) => delivered(id))
    const refusal = refuseWrites(({ n, state }) => n === 2 && state === 'done' && refusal.count() === 0)
    await first.begin()
    await vi.waitFor(async () => expect(await record()).toMatchObject({ state: 'finished', done: 12, failed: 0 }))
    refusal.end()
    expect(refusal.count()).toBe(1)
    expect(await states()).toEqual(Array(12).fill('done'))
    held.clear()
    const second = openTab(async (id) => delivered(id))
    await second.runs.recall()
    expect(second.unfinished.get()).toEqual([])
  })

  test('all that follows the plan: the run ends, and is not offered again', async () => {
    const first = openTab(async (id) => delivered(id))
    let isPlanned = false
    const refusal = refuseWrites(({ n }) => {
      const isRefused = isPlanned
      isPlanned ||= n === undefined
      return isRefused
    })
    const run = await first.begin()
    await vi.waitFor(() => expect(run.actor.getSnapshot().value).toBe('finished'))
    await vi.waitFor(async () => expect(await record()).toBeUndefined())
    refusal.end()
    expect([first.sent.length, refusal.count()]).toEqual([12, 25])
  })

  test('the plan: the run goes on without a record', async () => {
    const first = openTab(async (id) => delivered(id))
    const refusal = refuseWrites(() => true)
    const run = await first.begin()
    await vi.waitFor(() => expect(run.actor.getSnapshot().value).toBe('finished'))
    refusal.end()
    expect([first.sent.length, refusal.count(), await record()]).toEqual([12, 1, undefined])
  })
})

test('a run of another tab is neither offered, stopped, deleted nor continued here', async () => {
  const other = openTab(never)
  await other.begin()
  await vi.waitFor(() => expect(other.sent).toHaveLength(4))
  const here = openTab(async (id) => delivered(id))
  await here.runs.recall()
  expect(here.unfinished.get()).toEqual([])
  const running = await record()
  await here.runs.stop(running)
  await here.runs.remove(running)
  expect(await here.runs.resume(running)).toBeNull()
  expect(here.notices).toEqual(Array(3).fill('runs.elsewhere'))
  expect([(await record()).state, here.sent]).toEqual(['open', []])
})
