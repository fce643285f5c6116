import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import { createLiveMachine, type LiveEvent } from '#machines/live/liveMachine.ts'
import { pathsOf } from './paths.ts'

type Kind = 'payin' | 'notice'

const over = (status: number | null) => ({
  type: 'stream.over' as const,
  error: status === null ? null : { status },
  label: status === null ? 'stream ended' : `stream refused ${status}`,
})

const silent = createLiveMachine<Kind>().provide({
  actors: { listen: fromCallback<LiveEvent<Kind>>(() => {}) },
  actions: { tell: () => {} },
})

test('the ways of a stream', () => {
  const events = [
    { type: 'stream.opened' },
    { type: 'stream.heard', kind: 'payin' },
    over(null),
    over(401),
    over(404),
    over(429),
    { type: 'tab.shown' },
    { type: 'tab.hidden' },
    { type: 'tab.focused' },
    { type: 'connection.lost' },
    { type: 'connection.found' },
    { type: 'xstate.after.retryDelay.live.retrying', label: 'a moment' },
    { type: 'xstate.after.pollDelay.live.polling', label: '15 s' },
    { type: 'xstate.after.pollDelay.live.alone', label: '15 s' },
  ] as LiveEvent<Kind>[]
  const facts = ({ isShown }: { isShown: boolean }) => (isShown ? '' : 'unseen')
  expect(`\n${pathsOf(silent, events, undefined, facts)}\n`).toMatchInlineSnapshot(`
    "
    ⇒ {"listening":"connecting"}
    stream.opened ⇒ {"listening":"streaming"}
    stream ended ⇒ "retrying"
    stream refused 401 ⇒ "stopped"
    stream refused 404 ⇒ "alone"
    stream refused 429 ⇒ "polling"
    tab.hidden ⇒ "paused" unseen
    connection.lost ⇒ "offline"
    connection.lost → tab.hidden ⇒ "offline" unseen
    "
  `)
})

/** The machine with a stream that is worked by hand, and what was told. */
function liveFrom() {
  const clock = new SimulatedClock()
  const told: (Kind | null)[] = []
  const streams: { send(event: LiveEvent<Kind>): void; isOpen: boolean }[] = []
  const machine = createLiveMachine<Kind>().provide({
    actors: {
      listen: fromCallback<LiveEvent<Kind>>(({ sendBack }) => {
        const stream = { send: sendBack, isOpen: true }
        streams.push(stream)
        return () => {
          stream.isOpen = false
        }
      }),
    },
    actions: { tell: (_, { kind }) => void told.push(kind) },
  })
  const actor = createActor(machine, { clock }).start()
  return {
    actor,
    clock,
    told,
    streams,
    newest: () => streams.at(-1)!,
    break: (status: number | null = 0) => streams.at(-1)!.send(over(status)),
    state: () => actor.getSnapshot().value,
  }
}

describe('a stream', () => {
  test('that opens tells to look at everything, and then what it hears', () => {
    const { newest, told } = liveFrom()
    newest().send({ type: 'stream.opened' })
    newest().send({ type: 'stream.heard', kind: 'payin' })
    newest().send({ type: 'stream.heard', kind: 'notice' })
    expect(told).toEqual([null, 'payin', 'notice'])
  })

  test('that breaks is tried again after one, two, four and eight seconds, and then with every look', () => {
    const live = liveFrom()
    live.newest().send({ type: 'stream.opened' })
    for (const seconds of [1, 2, 4, 8]) {
      live.break()
      const before = live.streams.length
      live.clock.increment(seconds * 1_000 - 1)
      expect([live.state(), live.streams.length]).toEqual(['retrying', before])
      live.clock.increment(1)
      expect(live.streams.length).toBe(before + 1)
    }
    live.break()
    expect([live.state(), live.told]).toEqual(['polling', [null]])
    live.clock.increment(15_000)
    expect([live.state(), live.told]).toEqual([{ listening: 'connecting' }, [null, null]])
    live.newest().send({ type: 'stream.opened' })
    live.break()
    expect(live.state()).toBe('retrying')
  })

  test('that there is none of is not asked for again: somebody looks every 15 s, and when he comes back', () => {
    const live = liveFrom()
    live.break(404)
    live.clock.increment(15_000)
    live.clock.increment(15_000)
    live.actor.send({ type: 'tab.focused' })
    expect([live.state(), live.told, live.streams.length]).toEqual(['alone', [null, null, null], 1])
  })

  test('is closed while nobody sees the tab, and nobody looks', () => {
    const live = liveFrom()
    live.newest().send({ type: 'stream.opened' })
    live.actor.send({ type: 'tab.hidden' })
    live.clock.increment(600_000)
    expect([live.newest().isOpen, live.told]).toEqual([false, [null]])
    live.actor.send({ type: 'tab.shown' })
    live.newest().send({ type: 'stream.opened' })
    expect([live.streams.length, live.told]).toEqual([2, [null, null]])
  })

  test('waits for the connection, and for who does not look', () => {
    const live = liveFrom()
    live.actor.send({ type: 'connection.lost' })
    live.clock.increment(600_000)
    live.actor.send({ type: 'tab.hidden' })
    live.actor.send({ type: 'connection.found' })
    expect([live.state(), live.streams.length]).toEqual(['paused', 1])
    live.actor.send({ type: 'tab.shown' })
    expect(live.streams.length).toBe(2)
  })

  test('of a session that is over is let be', () => {
    const live = liveFrom()
    live.break(401)
    live.actor.send({ type: 'tab.hidden' })
    live.actor.send({ type: 'tab.shown' })
    live.clock.increment(600_000)
    expect([live.state(), live.streams.length, live.told]).toEqual(['stopped', 1, []])
  })
})
