import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import {
  CALL_TEXT_MS,
  type EndCause,
  type PhoneCommand,
  type PhoneEvent,
  REGISTER_POLL_MS,
  type SoftphoneEvent,
  softphoneMachine,
} from '#machines/softphone/softphoneMachine.ts'
import { pathsOf } from './paths.ts'

const events: SoftphoneEvent[] = [
  { type: 'call' },
  { type: 'answer' },
  { type: 'mute' },
  { type: 'hangUp' },
  { type: 'putAway' },
  { type: 'retry' },
  { type: 'phone.lost' },
  { type: 'phone.rings', from: '0811' },
  { type: 'phone.answered' },
  { type: 'phone.ended', cause: 'busy' },
  { type: 'phone.broken' },
  { type: 'xstate.after.registerPoll.softphone.online.registering.waiting' } as unknown as SoftphoneEvent,
  { type: 'xstate.after.registerLimit.softphone.online.registering' } as unknown as SoftphoneEvent,
]

const silent = softphoneMachine.provide({
  actors: { phone: fromCallback<PhoneCommand>(() => {}) },
  guards: { isRegistered: () => true },
})

test('the shortest path into every state', () => {
  const facts = ({ isMuted }: { isMuted: boolean }) => (isMuted ? 'muted' : '')
  expect(pathsOf(silent, events, { number: '0812', isConfigured: true }, facts)).toMatchInlineSnapshot(`
    "⇒ {"online":{"registering":"waiting"}}
    phone.rings ⇒ {"online":"ringing"}
    phone.broken ⇒ "unreachable"
    xstate.after.registerPoll.softphone.online.registering.waiting ⇒ {"online":"ready"}
    phone.rings → answer ⇒ {"online":"connecting"}
    xstate.after.registerPoll.softphone.online.registering.waiting → call ⇒ {"online":{"calling":"counting"}}
    phone.rings → answer → phone.answered ⇒ {"online":"talking"}
    phone.rings → answer → phone.answered → mute ⇒ {"online":"talking"} muted"
  `)
})

test('without an exchange nothing is started', () => {
  expect(pathsOf(softphoneMachine, events, { number: '0812', isConfigured: false })).toMatchInlineSnapshot(`"⇒ "unconfigured""`)
})

/** A telephone with a simulated clock. */
function telephone({ number = '08123', knownAfter = 1, knownUntil = Number.POSITIVE_INFINITY } = {}) {
  const clock = new SimulatedClock()
  const orders: (PhoneCommand | 'stopped')[] = []
  let asked = 0
  let tell = (_: PhoneEvent) => {}
  const machine = softphoneMachine.provide({
    actors: {
      phone: fromCallback<PhoneCommand>(({ sendBack, receive }) => {
        tell = sendBack
        receive((order) => orders.push(order))
        return () => orders.push('stopped')
      }),
    },
    guards: { isRegistered: () => ++asked >= knownAfter && asked <= knownUntil },
  })
  const actor = createActor(machine, { clock, input: { number, isConfigured: true } }).start()
  const state = () => {
    const { value } = actor.getSnapshot()
    return typeof value === 'string'
      ? value
      : typeof value.online === 'string'
        ? value.online
        : Object.keys(value.online ?? {})[0]
  }
  return { actor, clock, orders, state, asked: () => asked, tell: (news: PhoneEvent) => tell(news) }
}

describe('the telephone', () => {
  test('polls its registration every 300 ms', () => {
    const { clock, asked, state } = telephone({ knownAfter: 3 })
    clock.increment(REGISTER_POLL_MS - 1)
    expect(asked()).toBe(0)
    clock.increment(1)
    expect(asked()).toBe(1)
    clock.increment(REGISTER_POLL_MS)
    clock.increment(REGISTER_POLL_MS)
    expect([asked(), state()]).toEqual([3, 'ready'])
    clock.increment(10_000)
    expect(asked()).toBe(3)
  })

  test('gives up after 30 seconds, and retries on request', () => {
    const { actor, clock, orders, state } = telephone({ knownAfter: Number.POSITIVE_INFINITY })
    clock.increment(29_999)
    expect(state()).toBe('registering')
    clock.increment(1)
    expect([state(), orders]).toEqual(['unreachable', ['stopped']])
    actor.send({ type: 'retry' })
    expect(state()).toBe('registering')
  })

  test('animates three dots while calling, one per second', () => {
    const { actor, clock, orders } = telephone()
    clock.increment(REGISTER_POLL_MS)
    actor.send({ type: 'call' })
    const points = [actor.getSnapshot().context.points]
    for (let n = 0; n < 4; n++) {
      clock.increment(CALL_TEXT_MS)
      points.push(actor.getSnapshot().context.points)
    }
    expect(points).toEqual([0, 1, 2, 3, 0])
    expect(orders).toEqual([{ type: 'dial', number: '08123' }])
  })

  test('unmutes for the next call', () => {
    const { actor, clock, orders, tell } = telephone()
    clock.increment(REGISTER_POLL_MS)
    actor.send({ type: 'call' })
    tell({ type: 'phone.answered' })
    actor.send({ type: 'mute' })
    actor.send({ type: 'mute' })
    actor.send({ type: 'mute' })
    tell({ type: 'phone.ended', cause: 'done' })
    actor.send({ type: 'call' })
    tell({ type: 'phone.answered' })
    expect(actor.getSnapshot().context.isMuted).toBe(false)
    expect(orders).toEqual([
      { type: 'dial', number: '08123' },
      { type: 'mute', on: true },
      { type: 'mute', on: false },
      { type: 'mute', on: true },
      { type: 'dial', number: '08123' },
    ])
  })

  test('rings, and is answered or refused', () => {
    const { actor, clock, orders, state, tell } = telephone()
    clock.increment(REGISTER_POLL_MS)
    tell({ type: 'phone.rings', from: '0811' })
    expect(actor.getSnapshot().context.from).toBe('0811')
    actor.send({ type: 'answer' })
    tell({ type: 'phone.answered' })
    expect(state()).toBe('talking')
    tell({ type: 'phone.ended', cause: 'done' })
    tell({ type: 'phone.rings', from: '0811' })
    actor.send({ type: 'hangUp' })
    expect([state(), orders]).toEqual(['ready', [{ type: 'answer' }, { type: 'hangUp' }]])
  })

  test('hangs up a call when its dialog is closed, but lets an unanswered call ring', () => {
    const { actor, clock, orders, state, tell } = telephone()
    clock.increment(REGISTER_POLL_MS)
    actor.send({ type: 'call' })
    actor.send({ type: 'putAway' })
    tell({ type: 'phone.rings', from: '0811' })
    actor.send({ type: 'putAway' })
    expect(state()).toBe('ringing')
    actor.send({ type: 'answer' })
    tell({ type: 'phone.answered' })
    actor.send({ type: 'putAway' })
    expect([state(), orders]).toEqual([
      'ready',
      [{ type: 'dial', number: '08123' }, { type: 'hangUp' }, { type: 'answer' }, { type: 'hangUp' }],
    ])
  })

  test('shows the caller during the call, and accepts no other number meanwhile', () => {
    const { actor, clock, tell } = telephone()
    tell({ type: 'phone.rings', from: '0811' })
    actor.send({ type: 'answer' })
    tell({ type: 'phone.answered' })
    actor.send({ type: 'number.typed', number: '0899' })
    expect(actor.getSnapshot().context).toMatchObject({ from: '0811', number: '08123' })
    tell({ type: 'phone.ended', cause: 'done' })
    expect(actor.getSnapshot().context.from).toBeNull()
    clock.increment(60_000)
  })

  test('reconnects every minute if it was registered once, and never otherwise', () => {
    const lost = telephone()
    lost.clock.increment(REGISTER_POLL_MS)
    lost.tell({ type: 'phone.lost' })
    expect(lost.state()).toBe('registering')
    lost.clock.increment(REGISTER_POLL_MS)
    expect(lost.state()).toBe('ready')
    lost.tell({ type: 'phone.broken' })
    expect(lost.state()).toBe('unreachable')
    lost.clock.increment(30_000)
    expect(lost.state()).toBe('registering')

    const called = telephone({ knownAfter: Number.POSITIVE_INFINITY })
    called.tell({ type: 'phone.rings', from: '0811' })
    called.actor.send({ type: 'hangUp' })
    for (const _ of ['limit', 'return']) called.clock.increment(30_000)
    expect(called.state()).toBe('registering')

    const never = telephone({ knownAfter: Number.POSITIVE_INFINITY })
    never.clock.increment(600_000)
    expect([never.state(), never.orders]).toEqual(['unreachable', ['stopped']])
  })

  test.each<[string, SoftphoneEvent[], SoftphoneEvent, EndCause | null]>([
    ['calling', [{ type: 'call' }], { type: 'phone.ended', cause: 'busy' }, 'busy'],
    ['talking', [{ type: 'call' }, { type: 'phone.answered' }], { type: 'hangUp' }, 'done'],
    ['ringing', [{ type: 'phone.rings', from: '0811' }], { type: 'hangUp' }, null],
    ['connecting', [{ type: 'phone.rings', from: '0811' }, { type: 'answer' }], { type: 'putAway' }, 'done'],
  ])('registers again after a call if the registration was lost while %s', (during, begin, end, cause) => {
    const { actor, clock, state } = telephone({ knownUntil: 1 })
    clock.increment(REGISTER_POLL_MS)
    for (const event of [...begin, { type: 'phone.lost' } as const]) actor.send(event)
    expect(state()).toBe(during)
    actor.send(end)
    expect([state(), actor.getSnapshot().context.cause]).toEqual(['registering', cause])
    clock.increment(30_000)
    expect(state()).toBe('unreachable')
    clock.increment(30_000)
    expect(state()).toBe('registering')
  })

  test('keeps what it says of the last call while it registers again', () => {
    const { actor, clock, state, tell } = telephone()
    clock.increment(REGISTER_POLL_MS)
    actor.send({ type: 'call' })
    // jssip reports calls as failed before the lost connection.
    tell({ type: 'phone.ended', cause: 'failed' })
    tell({ type: 'phone.lost' })
    clock.increment(REGISTER_POLL_MS)
    expect([state(), actor.getSnapshot().context.cause]).toEqual(['ready', 'failed'])
    tell({ type: 'phone.lost' })
    tell({ type: 'phone.rings', from: '0811' })
    actor.send({ type: 'hangUp' })
    expect([state(), actor.getSnapshot().context.cause]).toEqual(['ready', null])
  })

  test('hangs up when it is stopped, and leaves no timer running', () => {
    const { actor, clock, orders } = telephone()
    clock.increment(REGISTER_POLL_MS)
    actor.send({ type: 'call' })
    actor.stop()
    clock.increment(60_000)
    expect(orders).toEqual([{ type: 'dial', number: '08123' }, 'stopped'])
  })

  test('does not dial an empty number', () => {
    const { actor, clock, state } = telephone({ number: '' })
    clock.increment(REGISTER_POLL_MS)
    actor.send({ type: 'call' })
    expect(state()).toBe('ready')
  })
})
