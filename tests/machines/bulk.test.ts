import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { type BulkEvent, countUntouched, createBulkMachine, type Outcome, type Plan } from '#machines/bulk/bulkMachine.ts'
import { pathsOf } from './paths.ts'

const PLAN: Plan<string> = { items: ['a', 'b', 'c', 'd', 'e', 'f'], skipped: { notFinal: 2 } }
const done: Outcome = { kind: 'done', text: null }
const failed: Outcome = { kind: 'failed', text: 'address is missing' }

interface Acted {
  item: string
  answer(outcome: Outcome): Promise<void>
  fail(message: string): Promise<void>
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function bulkOver(plan: Plan<string> | Error = PLAN) {
  const acted: Acted[] = []
  const left: string[][] = []
  const clock = new SimulatedClock()
  const machine = createBulkMachine<string>().provide({
    actors: {
      plan: fromPromise(async () => {
        if (plan instanceof Error) throw plan
        return plan
      }),
      act: fromPromise(
        ({ input }) =>
          new Promise<Outcome>((resolve, reject) => {
            acted.push({
              item: input.item,
              answer: (outcome) => {
                resolve(outcome)
                return settled()
              },
              fail: (message) => {
                reject(new Error(message))
                return settled()
              },
            })
          }),
      ),
    },
  })
  const bulk = createActor(machine, { clock })
  bulk.on('bulk.over', ({ failed }) => void left.push([...failed]))
  bulk.start()
  await settled()
  return {
    bulk,
    acted,
    left,
    clock,
    items: () => acted.map(({ item }) => item),
    state: () => bulk.getSnapshot().value,
    context: () => bulk.getSnapshot().context,
    outcomes: () => bulk.getSnapshot().context.results.map(({ item, outcome }) => `${item} ${outcome.kind}`),
  }
}

test('paths of a bulk command', () => {
  const done = (id: string, output: unknown, label: string) => ({ type: `xstate.done.actor.${id}`, actorId: id, output, label })
  const events = [
    done('plan', { items: ['a'], skipped: {} }, 'planned'),
    done('plan', { items: [], skipped: { notFinal: 3 } }, 'nothing fits'),
    { type: 'xstate.error.actor.plan', error: new Error('no answer') },
    { type: 'bulk.confirm' },
    { type: 'bulk.pause' },
    { type: 'bulk.resume' },
    { type: 'bulk.cancel' },
    done('row 0', { kind: 'done', text: null }, 'row done'),
    done('row 0', { kind: 'later', seconds: 2 }, 'row later'),
    { type: 'xstate.after.pauseDelay.bulk.held' },
  ] as unknown as BulkEvent[]
  const machine = createBulkMachine<string>()
  expect(pathsOf(machine, events)).toMatchInlineSnapshot(`
    "⇒ "planning"
    planned ⇒ "confirming"
    nothing fits ⇒ "idle"
    xstate.error.actor.plan ⇒ "unplanned"
    bulk.cancel ⇒ "closed"
    planned → bulk.confirm ⇒ "running"
    planned → bulk.confirm → bulk.pause ⇒ "paused"
    planned → bulk.confirm → row done ⇒ "finished"
    planned → bulk.confirm → row later ⇒ "held""
  `)
})

describe('a bulk command', () => {
  test('shows its plan, and runs only after confirmation', async () => {
    const { state, context, items } = await bulkOver()
    expect(state()).toBe('confirming')
    expect(context().plan).toEqual(PLAN)
    expect(items()).toEqual([])
  })

  test('does nothing when it is cancelled before confirmation', async () => {
    const { bulk, items } = await bulkOver()
    bulk.send({ type: 'bulk.cancel' })
    expect(bulk.getSnapshot()).toMatchObject({ status: 'done', value: 'closed' })
    expect(items()).toEqual([])
  })

  test('has nothing to confirm when no row applies', async () => {
    const { bulk, state } = await bulkOver({ items: [], skipped: { notFinal: 3 } })
    bulk.send({ type: 'bulk.confirm' })
    expect(state()).toBe('idle')
  })

  test('reports why planning failed', async () => {
    const { state, context } = await bulkOver(new Error('no answer'))
    expect(state()).toBe('unplanned')
    expect(context().error).toMatchObject({ message: 'no answer' })
  })

  test('processes four rows at a time', async () => {
    const { bulk, acted, items } = await bulkOver()
    bulk.send({ type: 'bulk.confirm' })
    expect(items()).toEqual(['a', 'b', 'c', 'd'])
    await acted[1]?.answer(done)
    expect(items()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('reports the outcome of every row, and the failed ones', async () => {
    const { bulk, acted, left, state, outcomes } = await bulkOver()
    bulk.send({ type: 'bulk.confirm' })
    await acted[0]?.answer(done)
    await acted[1]?.answer(failed)
    await acted[2]?.fail('no answer')
    for (const one of acted.slice(3)) await one.answer(done)
    await acted[5]?.answer(done)
    expect(state()).toBe('finished')
    expect(outcomes()).toEqual(['a done', 'b failed', 'c failed', 'd done', 'e done', 'f done'])
    expect(left).toEqual([['b', 'c']])
  })

  test('can be paused: in-flight rows finish, no new rows start', async () => {
    const { bulk, acted, items, outcomes } = await bulkOver()
    bulk.send({ type: 'bulk.confirm' })
    bulk.send({ type: 'bulk.pause' })
    await acted[0]?.answer(done)
    expect([items(), outcomes()]).toEqual([['a', 'b', 'c', 'd'], ['a done']])
    bulk.send({ type: 'bulk.resume' })
    expect(items()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('finishes while paused when the in-flight rows were the last', async () => {
    const { bulk, acted, state, left } = await bulkOver({ items: ['a', 'b'], skipped: {} })
    bulk.send({ type: 'bulk.confirm' })
    bulk.send({ type: 'bulk.pause' })
    await acted[0]?.answer(done)
    expect(state()).toBe('paused')
    await acted[1]?.answer(failed)
    expect(state()).toBe('finished')
    expect(left).toEqual([['b']])
  })

  test('can be stopped: in-flight rows finish, the rest is not processed', async () => {
    const { bulk, acted, left, state, context, items } = await bulkOver()
    bulk.send({ type: 'bulk.confirm' })
    bulk.send({ type: 'bulk.cancel' })
    expect(state()).toBe('running')
    for (const one of acted.slice(0, 4)) await one.answer(failed)
    expect(state()).toBe('finished')
    expect([items(), countUntouched(context()), left]).toEqual([['a', 'b', 'c', 'd'], 2, [['a', 'b', 'c', 'd']]])
  })

  test('that is stopped does not send a row again that the gateway asked to send later', async () => {
    const { bulk, acted, clock, state, context, items } = await bulkOver()
    bulk.send({ type: 'bulk.confirm' })
    bulk.send({ type: 'bulk.cancel' })
    await acted[0]?.answer({ kind: 'later', seconds: 2 })
    for (const one of acted.slice(1, 4)) await one.answer(done)
    expect(state()).toBe('finished')
    clock.increment(2_000)
    expect([items(), countUntouched(context())]).toEqual([['a', 'b', 'c', 'd'], 3])
  })

  test('keeps no actor of a row that has ended', async () => {
    const { bulk, acted } = await bulkOver()
    bulk.send({ type: 'bulk.confirm' })
    await acted[0]?.answer(done)
    await acted[1]?.fail('no answer')
    const inFlight = () => Object.keys(bulk.getSnapshot().children).filter((id) => id.startsWith('row'))
    expect(inFlight()).toHaveLength(4)
    for (const one of acted.slice(2)) await one.answer(done)
    expect(inFlight()).toEqual([])
  })

  test('waits when the gateway asks to, then retries that row', async () => {
    const { bulk, acted, clock, items, state, outcomes } = await bulkOver({ items: ['a', 'b', 'c', 'd', 'e'], skipped: {} })
    bulk.send({ type: 'bulk.confirm' })
    await acted[1]?.answer({ kind: 'later', seconds: 2 })
    expect(state()).toBe('held')
    await acted[0]?.answer(done)
    clock.increment(1_999)
    expect(items()).toEqual(['a', 'b', 'c', 'd'])
    clock.increment(1)
    expect(items()).toEqual(['a', 'b', 'c', 'd', 'b', 'e'])
    for (const one of acted.slice(2)) await one.answer(done)
    expect(outcomes()).toEqual(['a done', 'c done', 'd done', 'b done', 'e done'])
  })

  test('cannot be closed while it runs', async () => {
    const { bulk, state } = await bulkOver()
    bulk.send({ type: 'bulk.confirm' })
    bulk.send({ type: 'bulk.close' })
    expect(state()).toBe('running')
  })
})
