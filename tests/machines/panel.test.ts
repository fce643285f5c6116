import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { CHANGE_PAUSE_MS, createPanelMachine, type PanelInput } from '#machines/dashboard/panelMachine.ts'
import { pathsOf } from './paths.ts'

test('paths of a card', () => {
  const events = [
    { type: 'panel.refresh' },
    { type: 'panel.changed' },
    { type: 'xstate.after.changePause.panel.shown.changed' },
    { type: 'xstate.done.actor.updateFigures', output: 2 },
    { type: 'xstate.error.actor.updateFigures', error: 'no' },
    { type: 'xstate.done.actor.fetchFigures', output: 1 },
    { type: 'xstate.error.actor.fetchFigures', error: 'no' },
  ]
  expect(pathsOf(createPanelMachine<number>(), events as never)).toMatchInlineSnapshot(`
    "⇒ "loading"
    xstate.done.actor.fetchFigures ⇒ {"shown":"current"}
    xstate.error.actor.fetchFigures ⇒ "failed"
    xstate.done.actor.fetchFigures → panel.changed ⇒ {"shown":"changed"}
    xstate.done.actor.fetchFigures → panel.changed → xstate.after.changePause.panel.shown.changed ⇒ {"shown":"updating"}"
  `)
})

/** A card with requests answered by the test. */
function card() {
  const asked: { isFirst: boolean; isQuiet: boolean; answer(figures: number): void; refuse(): void }[] = []
  const machine = createPanelMachine<number>().provide({
    actors: {
      fetchFigures: fromPromise<number, PanelInput>(({ input }) => {
        const { promise, resolve, reject } = Promise.withResolvers<number>()
        asked.push({ ...input, answer: resolve, refuse: () => reject(new Error('no')) })
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
  expect(actor.getSnapshot()).toMatchObject({ value: { shown: 'current' }, context: { figures: 2 } })
})

describe('a change', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('during the first load is read afterwards', async () => {
    const { actor, asked } = card()
    actor.send({ type: 'panel.changed' })
    asked[0]!.answer(1)
    await settled()
    expect(actor.getSnapshot()).toMatchObject({ value: { shown: 'changed' }, context: { figures: 1 } })
    vi.advanceTimersByTime(CHANGE_PAUSE_MS)
    asked[1]!.answer(2)
    await settled()
    expect(actor.getSnapshot()).toMatchObject({ value: { shown: 'current' }, context: { figures: 2 } })
    expect(asked.map(({ isQuiet }) => isQuiet)).toEqual([false, true])
  })

  test('is read quietly after a pause, together with those that follow', async () => {
    const { actor, asked } = card()
    asked[0]!.answer(1)
    await settled()
    actor.send({ type: 'panel.changed' })
    actor.send({ type: 'panel.changed' })
    expect(asked).toHaveLength(1)
    vi.advanceTimersByTime(CHANGE_PAUSE_MS)
    expect(asked.slice(1)).toMatchObject([{ isFirst: false, isQuiet: true }])
    // Another change while the figures are read is read after another pause.
    actor.send({ type: 'panel.changed' })
    asked[1]!.answer(2)
    await settled()
    expect(actor.getSnapshot()).toMatchObject({ value: { shown: 'changed' }, context: { figures: 2 } })
    vi.advanceTimersByTime(CHANGE_PAUSE_MS)
    asked[2]!.answer(3)
    await settled()
    expect(actor.getSnapshot()).toMatchObject({ value: { shown: 'current' }, context: { figures: 3 } })
  })

  test('that cannot be read leaves the figures as they are', async () => {
    const { actor, asked } = card()
    asked[0]!.answer(1)
    await settled()
    actor.send({ type: 'panel.changed' })
    vi.advanceTimersByTime(CHANGE_PAUSE_MS)
    asked[1]!.refuse()
    await settled()
    expect(actor.getSnapshot()).toMatchObject({ value: { shown: 'current' }, context: { figures: 1, error: null } })
  })

  test('does not read a card that failed', async () => {
    const { actor, asked } = card()
    asked[0]!.refuse()
    await settled()
    actor.send({ type: 'panel.changed' })
    vi.advanceTimersByTime(CHANGE_PAUSE_MS)
    expect([actor.getSnapshot().value, asked.length]).toEqual(['failed', 1])
  })
})
