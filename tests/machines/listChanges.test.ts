import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ChangesAnswer } from '#machines/live/changeLedger.ts'
import { createListChangesMachine, type ListChangesEvent, type ListChangesRequest } from '#machines/live/listChangesMachine.ts'
import { pathsOf } from './paths.ts'

const INPUT = { filter: 'all', rows: { entries: () => [], find: () => null } }
const answerWith = (mark: string | null): ChangesAnswer => ({
  mark,
  created: 0,
  changed: 0,
  more: false,
  createdIds: [],
  rows: [],
})
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

function startListChanges() {
  const clock = new SimulatedClock()
  const asked: ListChangesRequest<string>[] = []
  const taken: (string | null)[] = []
  const answers: PromiseWithResolvers<ChangesAnswer>[] = []
  const machine = createListChangesMachine<string>().provide({
    actors: {
      ask: fromPromise(({ input }: { input: ListChangesRequest<string> }) => {
        asked.push(input)
        const answer = Promise.withResolvers<ChangesAnswer>()
        answers.push(answer)
        return answer.promise
      }),
    },
  })
  const actor = createActor(machine, { clock, input: INPUT })
  actor.subscribe(({ context: { told } }) => told !== taken.at(-1) && told !== null && taken.push(told))
  actor.start()
  return {
    actor,
    clock,
    asked,
    taken,
    async answer(mark: string | null, more: Partial<ChangesAnswer> = {}) {
      answers.at(-1)!.resolve({ ...answerWith(mark), ...more })
      await settled()
    },
    async fail() {
      answers.at(-1)!.reject(new Error('no answer'))
      await settled()
    },
  }
}

test('paths of the list changes', () => {
  const machine = createListChangesMachine<string>()
  const done = { type: 'xstate.done.actor.ask', output: answerWith('a:1'), label: 'answer' }
  const events = [
    { type: 'changes.hint' },
    { type: 'list.read', filter: 'all', isAgain: true },
    done,
    { type: 'xstate.error.actor.ask', error: new Error(), label: 'no answer' },
    { type: 'xstate.after.readable.news.reading', label: 'a moment' },
  ] as unknown as ListChangesEvent<string>[]
  expect(`\n${pathsOf(machine, events, INPUT)}\n`).toMatchInlineSnapshot(`
    "
    ⇒ "asking"
    answer ⇒ "reading"
    no answer ⇒ "failed"
    answer → a moment ⇒ "resting"
    "
  `)
})

test('the first request fetches a mark, later ones the changes since', async () => {
  const { actor, clock, asked, answer, taken } = startListChanges()
  await answer('a:1')
  clock.increment(1_500)
  actor.send({ type: 'changes.hint' })
  await answer('a:2')
  clock.increment(1_500)
  actor.send({ type: 'changes.hint' })
  expect(asked).toEqual([
    { filter: 'all', since: null, told: null },
    { filter: 'all', since: 'a:1', told: 'a:1' },
    { filter: 'all', since: 'a:1', told: 'a:2' },
  ])
  expect(taken).toEqual(['a:1', 'a:2'])
})

test('hints during a request, or shortly after, cause one request', async () => {
  const { actor, clock, asked, answer } = startListChanges()
  actor.send({ type: 'changes.hint' })
  actor.send({ type: 'changes.hint' })
  await answer('a:1')
  actor.send({ type: 'changes.hint' })
  clock.increment(1_499)
  expect(asked).toHaveLength(1)
  clock.increment(1)
  expect(asked).toHaveLength(2)
})

test('a list that is read again continues from the newest known mark, and an earlier answer is dropped', async () => {
  const { actor, clock, asked, answer, taken } = startListChanges()
  await answer('a:1')
  clock.increment(1_500)
  actor.send({ type: 'changes.hint' })
  await answer('a:2')
  actor.send({ type: 'list.read', filter: 'failed', isAgain: false })
  actor.send({ type: 'changes.hint' })
  clock.increment(1_500)
  expect(asked.at(-1)).toEqual({ filter: 'failed', since: 'a:2', told: 'a:2' })
  actor.send({ type: 'list.read', filter: 'paid', isAgain: false })
  expect(asked.at(-1)).toEqual({ filter: 'paid', since: 'a:2', told: 'a:2' })
  expect(taken).toEqual(['a:1', 'a:2'])
})

test('a failed request is repeated on the next hint', async () => {
  const { actor, clock, asked, fail } = startListChanges()
  await fail()
  clock.increment(1_500)
  expect(asked).toHaveLength(1)
  actor.send({ type: 'changes.hint' })
  expect(asked).toHaveLength(2)
})

test('a failed request is repeated after a pause, without another hint', async () => {
  const { actor, clock, asked, answer, fail, taken } = startListChanges()
  await answer('a:1')
  clock.increment(1_500)
  actor.send({ type: 'changes.hint' })
  await fail()
  clock.increment(1_500)
  clock.increment(14_000)
  expect(asked).toHaveLength(2)
  clock.increment(1_000)
  await answer('a:2')
  expect(asked.slice(1)).toEqual(Array(2).fill({ filter: 'all', since: 'a:1', told: 'a:1' }))
  expect(taken).toEqual(['a:1', 'a:2'])
  clock.increment(60_000)
  expect(asked).toHaveLength(3)
})

test('a row that is not loaded and that this tab changes twice counts only when another source has changed it too', async () => {
  const { actor, clock, answer } = startListChanges()
  await answer('a:1')
  clock.increment(1_500)
  const mutate = () => {
    actor.send({ type: 'mutation.begun', ids: ['order'] })
    actor.send({ type: 'mutation.ended', ids: ['order'] })
  }
  const changedAfter = async (mark: string) => {
    actor.send({ type: 'changes.hint' })
    await answer(mark, { changed: 1, rows: [{ matches: true, row: { id: 'order' } as ListedRow }] })
    clock.increment(1_500)
    return actor.getSnapshot().context.ledger.counts.changed
  }
  mutate()
  expect(await changedAfter('a:2')).toBe(0)
  mutate()
  expect(await changedAfter('a:3')).toBe(0)
  expect(await changedAfter('a:4')).toBe(1)
})
