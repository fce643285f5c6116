import { expect, onTestFinished, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { CallbackAttempt, CallbackHealth, RedeliveryPlan } from '#contract/rows/callbacks.ts'
import type { SimulationResult } from '#contract/rows/orders.ts'
import { type CallbacksEvent, callbacksMachine } from '#machines/callbacks/callbacksMachine.ts'
import { type Ending, type SimulationEvent, simulationMachine } from '#machines/simulation/simulationMachine.ts'
import { pathsOf } from './paths.ts'

const happened = (type: string, label: string, rest: object = {}) => ({ type, label, ...rest }) as never

test('a simulation runs once, and is polled until the merchant’s server has answered', () => {
  const trial = { type: 'PAYIN' as const, number: 'P-1', outcome: 'success', answer: 'own' }
  const result = { order: { id: '1' }, notify: { notifyStatus: 'PENDING' } } as unknown as SimulationResult
  const ended = (label: string, ending: Ending) => happened('xstate.done.actor.simulate', label, { output: ending })
  const read = (label: string, outcome: CallbackAttempt['outcome']) =>
    happened('xstate.done.actor.readAttempts', label, { output: [{ outcome }] })
  const events: SimulationEvent[] = [
    { type: 'trial.run', trial, idempotencyKey: 'a' },
    ended('played', { kind: 'played', result }),
    ended('refused', { kind: 'refused', code: 'ORDER_NOT_FOUND', message: 'm' }),
    happened('xstate.error.actor.simulate', 'no answer', { error: new Error('no answer') }),
    read('under way', 'SENDING'),
    read('answered', 'ACKNOWLEDGED'),
    happened('xstate.error.actor.readAttempts', 'unreadable', { error: new Error('no answer') }),
    happened('xstate.after.readDelay.simulation.played.waiting', 'later'),
  ]
  const machine = simulationMachine.provide({ actions: { keep: () => {} } })
  const facts = ({ reads }: { reads: number }) => (reads < 2 ? String(reads) : 'many')
  expect(pathsOf(machine, events, undefined, facts)).toMatchInlineSnapshot(`
    "⇒ "idle" 0
    trial.run ⇒ "running" 0
    trial.run → played ⇒ {"played":"reading"} 0
    trial.run → refused ⇒ "refused" 0
    trial.run → no answer ⇒ "unknown" 0
    trial.run → played → under way ⇒ {"played":"waiting"} 1
    trial.run → played → answered ⇒ {"played":"settled"} 0
    trial.run → played → under way → later ⇒ {"played":"reading"} 1
    trial.run → played → under way → later → under way ⇒ {"played":"waiting"} many
    trial.run → played → under way → later → answered ⇒ {"played":"settled"} 1
    trial.run → played → under way → later → under way → later ⇒ {"played":"reading"} many
    trial.run → played → under way → later → under way → later → answered ⇒ {"played":"settled"} many"
  `)
})

test('a redelivery starts only after its plan was shown and confirmed', () => {
  const address = { merchantNo: 'M1', direction: 'PAYIN' as const }
  const rows = (redelivering: number) => ({ output: [{ redelivering }] as CallbackHealth[] })
  const events: CallbacksEvent[] = [
    { type: 'redelivery.plan', address },
    { type: 'redelivery.confirm' },
    { type: 'redelivery.dismiss' },
    { type: 'merchant.pick', merchantNo: 'M2' },
    { type: 'redelivery.cancel', address },
    { type: 'address.enable', address },
    happened('xstate.done.actor.plan', 'planned', { output: { total: 3, oldest: null, sample: [] } }),
    happened('xstate.error.actor.plan', 'unplanned', { error: new Error('no answer') }),
    happened('xstate.done.actor.act', 'done', { output: 3 }),
    happened('xstate.error.actor.act', 'not done', { error: new Error('no answer') }),
    happened('xstate.done.actor.readHealth', 'calm', rows(0)),
    happened('xstate.done.actor.readHealth', 'busy', rows(2)),
    happened('xstate.error.actor.readHealth', 'unread', { error: new Error('no answer') }),
  ]
  const machine = callbacksMachine.provide({ actions: { notifyDone: () => {}, notifyError: () => {} } })
  const facts = ({ action }: { action: string }) => action
  const paths = pathsOf(machine, events, undefined, facts).split('\n')
  // Polling continues in parallel; only the paths of the actions are compared.
  expect(paths.filter((path) => path.includes('"health":"reading"')).join('\n')).toMatchInlineSnapshot(`
    "⇒ {"health":"reading","action":"none"} enable
    redelivery.plan ⇒ {"health":"reading","action":"planning"} enable
    redelivery.cancel ⇒ {"health":"reading","action":"acting"} cancel
    address.enable ⇒ {"health":"reading","action":"acting"} enable
    redelivery.plan → planned ⇒ {"health":"reading","action":"confirming"} enable
    redelivery.cancel → done ⇒ {"health":"reading","action":"none"} cancel
    redelivery.plan → planned → redelivery.confirm ⇒ {"health":"reading","action":"acting"} redeliver
    redelivery.cancel → done → redelivery.plan ⇒ {"health":"reading","action":"planning"} cancel
    redelivery.plan → planned → redelivery.confirm → done ⇒ {"health":"reading","action":"none"} redeliver
    redelivery.cancel → done → redelivery.plan → planned ⇒ {"health":"reading","action":"confirming"} cancel
    redelivery.plan → planned → redelivery.confirm → done → redelivery.plan ⇒ {"health":"reading","action":"planning"} redeliver
    redelivery.plan → planned → redelivery.confirm → done → redelivery.plan → planned ⇒ {"health":"reading","action":"confirming"} redeliver"
  `)
  expect(paths.filter((path) => path.includes('"action":"none"') && path.endsWith('enable')).join('\n')).toMatchInlineSnapshot(`
    "⇒ {"health":"reading","action":"none"} enable
    calm ⇒ {"health":"calm","action":"none"} enable
    busy ⇒ {"health":"busy","action":"none"} enable
    unread ⇒ {"health":"failed","action":"none"} enable"
  `)
})

test('callback health is polled after a pause, and read for the user at first, on request and for another merchant', async () => {
  const clock = new SimulatedClock()
  const polled: boolean[] = []
  const actor = createActor(
    callbacksMachine.provide({
      actors: {
        readHealth: fromPromise(async ({ input }): Promise<readonly CallbackHealth[]> => {
          polled.push(input.isPolled)
          if (polled.length === 2) throw new Error('no answer')
          return []
        }),
      },
    }),
    { clock },
  ).start()
  onTestFinished(() => void actor.stop())
  const pause = () => clock.increment(30_000)
  const steps = [
    pause,
    pause,
    () => actor.send({ type: 'health.read' }),
    pause,
    () => actor.send({ type: 'merchant.pick', merchantNo: 'M2' }),
  ]
  for (const step of steps) {
    await vi.waitFor(() => expect(actor.getSnapshot().matches({ health: 'reading' })).toBe(false))
    step()
  }
  expect(polled).toEqual([false, true, true, false, true, false])
})

test('another merchant dismisses the plan of a redelivery, and lets a redelivery that was confirmed end', async () => {
  const planned = Promise.withResolvers<RedeliveryPlan>()
  const queued = Promise.withResolvers<number>()
  const read: string[] = []
  const done: number[] = []
  const actor = createActor(
    callbacksMachine.provide({
      actors: {
        plan: fromPromise(() => planned.promise),
        act: fromPromise(() => queued.promise),
        readHealth: fromPromise(async ({ input }): Promise<readonly CallbackHealth[]> => {
          read.push(input.merchantNo)
          return []
        }),
      },
      actions: { notifyDone: (_, { count }) => void done.push(count) },
    }),
  ).start()
  onTestFinished(() => void actor.stop())
  const action = () => actor.getSnapshot().value.action
  const plan = { type: 'redelivery.plan', address: { merchantNo: 'M1', direction: 'PAYIN' } } as const

  actor.send(plan)
  actor.send({ type: 'merchant.pick', merchantNo: 'M2' })
  planned.resolve({ total: 3, oldest: null, sample: [] })
  await vi.waitFor(() => expect([action(), read]).toEqual(['none', ['', 'M2']]))
  actor.send(plan)
  await vi.waitFor(() => expect(action()).toBe('confirming'))
  actor.send({ type: 'merchant.pick', merchantNo: 'M3' })
  expect(action()).toBe('none')

  actor.send(plan)
  await vi.waitFor(() => expect(action()).toBe('confirming'))
  actor.send({ type: 'redelivery.confirm' })
  actor.send({ type: 'merchant.pick', merchantNo: 'M4' })
  queued.resolve(3)
  await vi.waitFor(() => expect([action(), done]).toEqual(['none', [3]]))
  expect(read).toEqual(['', 'M2', 'M3', 'M4', 'M4'])
})
