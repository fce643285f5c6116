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
  actions: { notify: () => {} },
})

test('paths of a stream', () => {
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
    { type: 'xstate.after.pollDelay.live.unsupported', label: '15 s' },
  ] as LiveEvent<Kind>[]
  const facts = ({ isShown }: { isShown: boolean }) => (isShown ? '' : 'unseen')
  expect(`\n${pathsOf(silent, events, undefined, facts)}\n`).toMatchInlineSnapshot(`
    "
    ⇒ {"listening":"connecting"}
    stream.opened ⇒ {"listening":"streaming"}
    stream ended ⇒ "retrying"
    stream refused 401 ⇒ "stopped"
    stream refused 404 ⇒ "unsupported"
    stream refused 429 ⇒ "polling"
    tab.hidden ⇒ "paused" unseen
    connection.lost ⇒ "offline"
    connection.lost → tab.hidden ⇒ "offline" unseen
    "
  `)
})

/** The machine with a stream controlled by the test, and the notifications it sent. */
function startLive() {
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
    actions: { notify: (_, { kind }) => void told.push(kind) },
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
  test('notifies about all data when it opens, then about each event', () => {
    const { newest, told } = startLive()
    newest().send({ type: 'stream.opened' })
    newest().send({ type: 'stream.heard', kind: 'payin' })
    newest().send({ type: 'stream.heard', kind: 'notice' })
    expect(told).toEqual([null, 'payin', 'notice'])
  })

  test('is retried after one, two, four and eight seconds when it breaks, then with every poll', () => {
    const live = startLive()
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

  test('is not retried where the gateway has none: data is polled every 15 s, and when the tab gets the focus', () => {
    const live = startLive()
    live.break(404)
    live.clock.increment(15_000)
    live.clock.increment(15_000)
    live.actor.send({ type: 'tab.focused' })
    expect([live.state(), live.told, live.streams.length]).toEqual(['unsupported', [null, null, null], 1])
  })

  test('is closed while the tab is hidden, without polling', () => {
    const live = startLive()
    live.newest().send({ type: 'stream.opened' })
    live.actor.send({ type: 'tab.hidden' })
    live.clock.increment(600_000)
    expect([live.newest().isOpen, live.told]).toEqual([false, [null]])
    live.actor.send({ type: 'tab.shown' })
    live.newest().send({ type: 'stream.opened' })
    expect([live.streams.length, live.told]).toEqual([2, [null, null]])
  })

  test('is retried quickly again after the connection was lost and found', () => {
    const live = startLive()
    for (const seconds of [1, 2, 4, 8]) {
      live.break()
      live.clock.increment(seconds * 1_000)
    }
    live.actor.send({ type: 'connection.lost' })
    live.actor.send({ type: 'connection.found' })
    live.break()
    const before = live.streams.length
    live.clock.increment(1_000)
    expect(live.streams.length).toBe(before + 1)
  })

  test('waits for the connection and for a visible tab', () => {
    const live = startLive()
    live.actor.send({ type: 'connection.lost' })
    live.clock.increment(600_000)
    live.actor.send({ type: 'tab.hidden' })
    live.actor.send({ type: 'connection.found' })
    expect([live.state(), live.streams.length]).toEqual(['paused', 1])
    live.actor.send({ type: 'tab.shown' })
    expect(live.streams.length).toBe(2)
  })

  test('is not reopened after the session has ended', () => {
    const live = startLive()
    live.break(401)
    live.actor.send({ type: 'tab.hidden' })
    live.actor.send({ type: 'tab.shown' })
    live.clock.increment(600_000)
    expect([live.state(), live.streams.length, live.told]).toEqual(['stopped', 1, []])
  })
})
