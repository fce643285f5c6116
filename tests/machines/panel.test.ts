import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { createPanelMachine } from '#machines/dashboard/panelMachine.ts'
import { pathsOf } from './paths.ts'

test('paths of a card', () => {
  const events = [
    { type: 'panel.refresh' },
    { type: 'xstate.done.actor.fetchFigures', output: 1 },
    { type: 'xstate.error.actor.fetchFigures', error: 'no' },
  ]
  expect(pathsOf(createPanelMachine<number>(), events as never)).toMatchInlineSnapshot(`
    "⇒ "loading"
    xstate.done.actor.fetchFigures ⇒ "shown"
    xstate.error.actor.fetchFigures ⇒ "failed""
  `)
})

/** A card with requests answered by the test. */
function card() {
  const asked: { isFirst: boolean; answer(figures: number): void; refuse(): void }[] = []
  const machine = createPanelMachine<number>().provide({
    actors: {
      fetchFigures: fromPromise<number, { isFirst: boolean }>(({ input: { isFirst } }) => {
        const { promise, resolve, reject } = Promise.withResolvers<number>()
        asked.push({ isFirst, answer: resolve, refuse: () => reject(new Error('no')) })
        return promise
      }),
    },
  })
  return { actor: createActor(machine).start(), asked }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('only the first load counts as first, whatever its outcome', async () => {
  const { actor, asked } = card()
  asked[0]!.refuse()
  await settled()
  expect(actor.getSnapshot().value).toBe('failed')
  actor.send({ type: 'panel.refresh' })
  asked[1]!.answer(2)
  await settled()
  actor.send({ type: 'panel.refresh' })
  expect(asked.map(({ isFirst }) => isFirst)).toEqual([true, false, false])
})

test('figures stay during a refresh, and when it fails', async () => {
  const { actor, asked } = card()
  asked[0]!.answer(1)
  await settled()
  actor.send({ type: 'panel.refresh' })
  expect(actor.getSnapshot()).toMatchObject({ value: 'loading', context: { figures: 1 } })
  asked[1]!.refuse()
  await settled()
  expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { figures: 1, error: new Error('no') } })
})

test('a late answer to an older request is dropped', async () => {
  const { actor, asked } = card()
  actor.send({ type: 'panel.refresh' })
  asked[1]!.answer(2)
  await settled()
  asked[0]!.answer(1)
  await settled()
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { figures: 2 } })
})
