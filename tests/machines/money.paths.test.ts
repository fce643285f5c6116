import { expect, test } from 'vitest'
import { createActor, fromPromise, getInitialSnapshot, getNextSnapshot, SimulatedClock, waitFor } from 'xstate'
import type { Movement } from '#contract/rows/movements.ts'
import { type HeldMovement, type HoldEvent, holdMachine } from '#machines/money/holdMachine.ts'
import { MAX_CHECKS, type RechargeEvent, type RechargeMode, rechargeMachine } from '#machines/money/rechargeMachine.ts'
import { pathsOf } from './paths.ts'

const nothing = () => {}
const done = (actor: string, label: string, output?: unknown) => ({
  type: `xstate.done.actor.${actor}`,
  output,
  label: `${actor} ${label}`,
})
const failed = (actor: string) => ({ type: `xstate.error.actor.${actor}`, error: new Error('x'), label: `${actor} no answer` })
const after = (delay: string, state: string) => ({ type: `xstate.after.${delay}.${state}`, label: delay })

const record = { id: '1', status: 'CREATED' } as Movement
const rechargeEvents = [
  { type: 'mode.choose', mode: 'offline', label: 'offline' },
  { type: 'recharge.check' },
  { type: 'recharge.again' },
  { type: 'recharge.resume' },
  { type: 'recharge.cancel' },
  { type: 'recharge.refresh' },
  done('cancel', 'done', { ...record, status: 'CANCELLED' }),
  done('cancel', 'refused', null),
  failed('cancel'),
  done('findOpen', 'one', record),
  done('findOpen', 'none', null),
  done('findOpen', 'cancelled', { ...record, status: 'CANCELLED' }),
  done('fill', 'accepted', record),
  done('fill', 'refused', null),
  done('read', 'waits', record),
  done('read', 'paid', { ...record, status: 'SUCCESS' }),
  done('read', 'expired', { ...record, status: 'EXPIRED' }),
  done('read', 'cancelled', { ...record, status: 'CANCELLED' }),
  failed('read'),
  done('check', 'not yet', { ...record, status: 'PENDING_CHECK' }),
  done('check', 'paid', { ...record, status: 'SUCCESS' }),
  done('check', 'expired', { ...record, status: 'EXPIRED' }),
  done('check', 'cancelled', { ...record, status: 'CANCELLED' }),
  failed('check'),
  after('readDelay', 'recharge.instructed.online.waiting'),
  after('checkDelay', 'recharge.instructed.offline.notYet'),
] as unknown as RechargeEvent[]

const recharge = rechargeMachine.provide({ actions: { keepOpen: nothing, forgetOpen: nothing, notifyCancelled: nothing } })
const inMode = (mode: RechargeMode) => {
  let keys = 0
  return { mode, newIdempotencyKey: () => `K${++keys}` }
}

test('paths of a recharge', () => {
  expect(
    pathsOf(recharge, rechargeEvents, inMode('online'), ({ mode, record }) => `${mode} ${record?.status ?? ''}`.trim()),
  ).toMatchInlineSnapshot(`
    "⇒ "opening" online
    offline ⇒ "opening" offline
    findOpen one ⇒ {"instructed":{"online":"waiting"}} online CREATED
    findOpen none ⇒ "filling" online
    findOpen cancelled ⇒ "lapsed" online CANCELLED
    offline → findOpen one ⇒ "announced" offline CREATED
    offline → findOpen none ⇒ "filling" offline
    offline → findOpen cancelled ⇒ "lapsed" offline CANCELLED
    findOpen one → recharge.check ⇒ {"instructed":{"online":"reading"}} online CREATED
    findOpen none → fill refused ⇒ "refused" online
    offline → findOpen one → recharge.resume ⇒ {"instructed":{"offline":"idle"}} offline CREATED
    offline → findOpen one → recharge.cancel ⇒ "cancelling" offline CREATED
    offline → findOpen none → fill refused ⇒ "refused" offline
    findOpen one → recharge.check → read paid ⇒ "paid" online SUCCESS
    findOpen one → recharge.check → read expired ⇒ "lapsed" online EXPIRED
    offline → findOpen one → recharge.resume → recharge.check ⇒ {"instructed":{"offline":"checking"}} offline CREATED
    offline → findOpen one → recharge.resume → recharge.refresh ⇒ {"instructed":{"offline":"reading"}} offline CREATED
    offline → findOpen one → recharge.resume → recharge.check → check not yet ⇒ {"instructed":{"offline":"notYet"}} offline CREATED
    offline → findOpen one → recharge.resume → recharge.check → check paid ⇒ "paid" offline SUCCESS
    offline → findOpen one → recharge.resume → recharge.check → check expired ⇒ "lapsed" offline EXPIRED
    offline → findOpen one → recharge.resume → recharge.check → check no answer ⇒ {"instructed":{"offline":"unchecked"}} offline CREATED"
  `)
})

test('a named recharge is continued if it can be paid; otherwise its outcome is shown', () => {
  const named = { type: 'recharge.continue', mode: 'offline', id: '1' }
  const answers = [
    done('findOpen', 'one', record),
    done('findOpen', 'paid', { ...record, status: 'SUCCESS' }),
    done('findOpen', 'expired', { ...record, status: 'EXPIRED' }),
    done('findOpen', 'cancelled', { ...record, status: 'CANCELLED' }),
    failed('findOpen'),
  ]
  const endOf = (steps: unknown[]) =>
    (steps as RechargeEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(recharge, snapshot, step),
      getInitialSnapshot(recharge, inMode('online')),
    )
  expect(endOf([named])).toMatchObject({ value: 'opening', context: { mode: 'offline', named: '1' } })
  expect(answers.map((answer) => [answer.label, endOf([named, answer]).value, endOf([named, answer]).context.named])).toEqual([
    ['findOpen one', { instructed: { offline: 'idle' } }, null],
    ['findOpen paid', 'paid', null],
    ['findOpen expired', 'lapsed', null],
    ['findOpen cancelled', 'lapsed', null],
    ['findOpen no answer', 'filling', null],
  ])
  // A submission with a lost answer, found by a look-up.
  const found = (status: string) => endOf([named, failed('findOpen'), done('fill', '', { ...record, status })]).value
  expect(['CREATED', 'SUCCESS', 'EXPIRED'].map(found)).toEqual([{ instructed: { offline: 'idle' } }, 'paid', 'lapsed'])
})

test('an offline recharge that was cancelled elsewhere ends with the next answer about it, and is read when its screen opens', () => {
  const opened = [{ type: 'recharge.continue', mode: 'offline', id: '1' }, done('findOpen', 'one', record)]
  const endOf = (...steps: unknown[]) => {
    const { value, context } = ([...opened, ...steps] as RechargeEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(recharge, snapshot, step),
      getInitialSnapshot(recharge, inMode('online')),
    )
    return [value, context.record?.status]
  }
  const [check, refresh] = [{ type: 'recharge.check' }, { type: 'recharge.refresh' }]
  const cancelled = { ...record, status: 'CANCELLED' }
  const notYet = done('check', 'not yet', { ...record, status: 'PENDING_CHECK' })
  const again = after('checkDelay', 'recharge.instructed.offline.notYet')
  const checks = [check, ...Array.from({ length: MAX_CHECKS }, () => [notYet, again]).flat(), notYet]
  const offline = (state: string) => [{ instructed: { offline: state } }, 'CREATED']
  expect(endOf(check, done('check', 'cancelled', cancelled))).toEqual(['lapsed', 'CANCELLED'])
  expect(endOf(refresh)).toEqual(offline('reading'))
  expect(endOf(refresh, done('read', 'cancelled', cancelled))).toEqual(['lapsed', 'CANCELLED'])
  expect(endOf(refresh, done('read', 'waits', record))).toEqual(offline('idle'))
  expect(endOf(refresh, failed('read'))).toEqual(offline('idle'))
  expect(endOf(...checks, refresh)).toEqual(offline('reading'))
  expect(endOf(...checks, refresh, done('read', 'waits', record))).toEqual(offline('notFound'))
  expect(endOf(check, failed('check'), refresh)).toEqual(offline('reading'))
  // Another recharge begins without the checks of the first.
  const other = [{ type: 'recharge.reopen' }, done('findOpen', 'one', record)]
  expect(endOf(...checks, ...other, refresh, done('read', 'waits', record))).toEqual(offline('idle'))
})

test('an announced recharge is continued, left, or cancelled; a failed cancellation leaves it announced', () => {
  const announced = [{ type: 'mode.choose', mode: 'offline' }, done('findOpen', 'one', record)]
  const endOf = (...steps: unknown[]) => {
    const { value, context } = ([...announced, ...steps] as RechargeEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(recharge, snapshot, step),
      getInitialSnapshot(recharge, inMode('online')),
    )
    return [value, context.record?.id, ...(context.cancelled === null ? [] : [context.cancelled.idempotencyKey])]
  }
  const cancel = { type: 'recharge.cancel' }
  const idle = { instructed: { offline: 'idle' } }
  expect(endOf()).toEqual(['announced', '1'])
  expect(endOf({ type: 'recharge.resume' })).toEqual([idle, '1'])
  expect(endOf({ type: 'recharge.again' })).toEqual(['filling', undefined])
  expect(endOf(cancel, done('cancel', 'done', { ...record, status: 'CANCELLED' }))).toEqual(['filling', undefined, 'K1'])
  expect(endOf(cancel, failed('cancel'))).toEqual(['announced', '1', 'K1'])
  expect(endOf(cancel, failed('cancel'), cancel)).toEqual(['cancelling', '1', 'K1'])
  // The gateway repeats a refusal under its key.
  expect(endOf(cancel, done('cancel', 'refused', null))).toEqual(['announced', '1'])
  expect(endOf(cancel, done('cancel', 'refused', null), cancel)).toEqual(['cancelling', '1', 'K2'])
  expect(endOf({ type: 'recharge.resume' }, cancel)).toEqual(['cancelling', '1', 'K1'])
  expect(endOf({ type: 'recharge.refresh' }, done('findOpen', 'none', null))[0]).toBe('filling')
  // Asked for in the form, it is shown at once.
  expect(endOf({ type: 'recharge.reopen' }, done('findOpen', 'one', record))).toEqual([idle, '1'])
})

test('an offline recharge is checked at once and six more times, and then on request', async () => {
  const clock = new SimulatedClock()
  const looks: boolean[] = []
  const flow = createActor(
    recharge.provide({
      actors: {
        findOpen: fromPromise<Movement | null, { mode: RechargeMode; named: string | null }>(async () => record),
        check: fromPromise<Movement, { record: Movement; isPolled: boolean }>(async ({ input }) => {
          looks.push(input.isPolled)
          return { ...record, status: 'PENDING_CHECK' }
        }),
      },
    }),
    { input: inMode('offline'), clock },
  ).start()
  await waitFor(flow, (snapshot) => snapshot.matches('announced'))
  flow.send({ type: 'recharge.resume' })
  await waitFor(flow, (snapshot) => snapshot.matches('instructed'))
  flow.send({ type: 'recharge.check' })
  for (let nth = 0; nth < MAX_CHECKS; nth++) {
    await waitFor(flow, (snapshot) => snapshot.matches({ instructed: { offline: 'notYet' } }))
    clock.increment(10_000)
  }
  await waitFor(flow, (snapshot) => snapshot.matches({ instructed: { offline: 'notFound' } }))
  clock.increment(60_000)
  // Only the first is use of the session.
  expect(looks).toEqual([false, ...Array(MAX_CHECKS).fill(true)])
})

test('paths of movements on hold', () => {
  const hold = holdMachine.provide({ actions: { notify: nothing } })
  const held = { movement: record, until: 10 } as HeldMovement
  const holdEvents = [
    done('recall', 'nothing', []),
    done('recall', 'one', [held]),
    failed('recall'),
    { type: 'hold.recall' },
    { type: 'hold.takeBack' },
    done('takeBack', 'back', { isBack: true }),
    done('takeBack', 'too late', { isBack: false, message: 'm' }),
    failed('takeBack'),
  ] as unknown as HoldEvent[]
  const world = { now: () => 0, newIdempotencyKey: () => 'k' }
  expect(
    pathsOf(hold, holdEvents, world, ({ held: all, taking }) => `${all.length} ${taking?.idempotencyKey ?? ''}`),
  ).toMatchInlineSnapshot(`
    "⇒ "recalling" 0
    recall nothing ⇒ "idle" 0
    recall one ⇒ "holding" 1
    recall one → hold.takeBack ⇒ "takingBack" 1 k
    recall one → hold.takeBack → takeBack no answer ⇒ "holding" 1 k"
  `)
})

test('a take-back without an answer is repeated under its key, and a movement that is found again is listed once', () => {
  const hold = holdMachine.provide({ actions: { notify: nothing } })
  const held = (id: string) => ({ movement: { ...record, id }, until: 10 }) as HeldMovement
  let keys = 0
  const world = { now: () => 0, newIdempotencyKey: () => `K${++keys}` }
  const take = (id: string) => [{ type: 'hold.takeBack', id }, failed('takeBack')]
  const steps = [{ type: 'hold.begin', held: held('1') }, done('recall', 'two', [held('1'), held('2')])]
  const after = (more: unknown[]) => {
    keys = 0
    return ([...steps, ...more] as HoldEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(hold, snapshot, step),
      getInitialSnapshot(hold, world),
    ).context
  }
  expect(after([]).held.map(({ movement }) => movement.id)).toEqual(['1', '2'])
  expect(after([...take('1'), ...take('1')]).taking?.idempotencyKey).toBe('K1')
  expect(after([...take('1'), ...take('2')]).taking?.idempotencyKey).toBe('K2')
})

test('a named movement on hold is taken back, and none in place of one that has been released', () => {
  const hold = holdMachine.provide({ actions: { notify: nothing } })
  const held = (id: string) => ({ movement: { ...record, id }, until: 10 }) as HeldMovement
  const world = { now: () => 0, newIdempotencyKey: () => 'k' }
  const after = (event: HoldEvent) =>
    [done('recall', 'two', [held('1'), held('2')]) as unknown as HoldEvent, event].reduce(
      (snapshot, step) => getNextSnapshot(hold, snapshot, step),
      getInitialSnapshot(hold, world),
    )
  expect(after({ type: 'hold.takeBack' }).context.taking?.held.movement.id).toBe('2')
  expect(after({ type: 'hold.takeBack', id: '1' }).context.taking?.held.movement.id).toBe('1')
  expect(after({ type: 'hold.takeBack', id: '3' }).value).toBe('holding')
})
