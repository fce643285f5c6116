import { expect, test } from 'vitest'
import { createActor, fromPromise, getInitialSnapshot, getNextSnapshot, SimulatedClock, waitFor } from 'xstate'
import type { Movement } from '#contract/rows/movements.ts'
import { type HeldMovement, type HoldEvent, holdMachine } from '#machines/money/holdMachine.ts'
import { LOOKS, type RechargeEvent, type RechargeMode, rechargeMachine } from '#machines/money/rechargeMachine.ts'
import type { FormDraft, Outcome, Refusal } from '#machines/money/submission.ts'
import type { SubmissionEvent } from '#machines/money/submissionContext.ts'
import { submissionMachine } from '#machines/money/submissionMachine.ts'
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
const identity = { number: 'C1', idempotencyKey: 'K1' }
const refusal = (code: string): Refusal => ({ code, message: code, fields: {}, retryAfter: null })
const refused = (code: string, isSettled: boolean): Outcome => ({
  kind: 'refused',
  refusal: refusal(code),
  isDefinitive: isSettled,
})
const kept = (at: FormDraft['at']): FormDraft => ({ owner: 'M1', values: {}, submission: identity, at })
const prepared = (one: FormDraft | null) => ({ formContext: {}, kept: one, values: {} })

const submission = submissionMachine.provide({
  actions: { keep: nothing, forget: nothing },
  guards: { isSound: () => true },
})

const events = [
  done('prepare', 'nothing kept', prepared(null)),
  done('prepare', 'kept reviewed', prepared(kept('reviewing'))),
  done('prepare', 'kept sent', prepared(kept('sent'))),
  failed('prepare'),
  { type: 'form.refresh' },
  { type: 'form.review' },
  { type: 'review.back' },
  { type: 'review.confirm' },
  { type: 'secret.submit', secret: 's' },
  done('submit', 'accepted', { kind: 'accepted', receipt: record }),
  done('submit', 'refused', refused('INSUFFICIENT_BALANCE', true)),
  done('submit', 'wrong password', refused('errorPwd', false)),
  done('submit', 'session over', refused('UNAUTHENTICATED', false)),
  done('submit', 'refused for good', refused('ACCOUNT_DISABLED', true)),
  done('submit', 'number used', refused('DUPLICATE_ORDER_NO', true)),
  done('submit', 'still running', { kind: 'later', seconds: 2, why: 'running' }),
  failed('submit'),
  after('pauseDelay', 'submission.waiting'),
  { type: 'outcome.check' },
  { type: 'outcome.retry' },
  { type: 'outcome.edit' },
  done('lookUp', 'found', record),
  done('lookUp', 'nothing', null),
  failed('lookUp'),
] as unknown as SubmissionEvent[]

const input = (asksSecret: boolean) => ({ asksSecret, newSubmission: () => identity })
const labelled = (label: string) => (event: unknown) => (event as { label?: string }).label === label
const anew = events.filter((event) => !labelled('prepare kept reviewed')(event) && !labelled('prepare kept sent')(event))
const sentBefore = events.filter(
  (event) => !labelled('prepare nothing kept')(event) && !labelled('prepare kept reviewed')(event),
)

test('paths of a form with the transaction password', () => {
  expect(pathsOf(submission, anew, input(true))).toMatchInlineSnapshot(`
    "⇒ "preparing"
    prepare nothing kept ⇒ "editing"
    prepare no answer ⇒ "unprepared"
    prepare nothing kept → form.review ⇒ "reviewing"
    prepare nothing kept → form.review → review.confirm ⇒ "authorizing"
    prepare nothing kept → form.review → review.confirm → secret.submit ⇒ "submitting"
    prepare nothing kept → form.review → review.confirm → secret.submit → submit accepted ⇒ "accepted"
    prepare nothing kept → form.review → review.confirm → secret.submit → submit refused for good ⇒ "refused"
    prepare nothing kept → form.review → review.confirm → secret.submit → submit number used ⇒ "checking"
    prepare nothing kept → form.review → review.confirm → secret.submit → submit still running ⇒ "waiting"
    prepare nothing kept → form.review → review.confirm → secret.submit → submit no answer ⇒ "unknown"
    prepare nothing kept → form.review → review.confirm → secret.submit → submit number used → lookUp nothing ⇒ "absent"
    prepare nothing kept → form.review → review.confirm → secret.submit → submit number used → lookUp no answer ⇒ "unchecked""
  `)
})

test('paths of a form without it', () => {
  expect(pathsOf(submission, anew, input(false))).toMatchInlineSnapshot(`
    "⇒ "preparing"
    prepare nothing kept ⇒ "editing"
    prepare no answer ⇒ "unprepared"
    prepare nothing kept → form.review ⇒ "reviewing"
    prepare nothing kept → form.review → review.confirm ⇒ "submitting"
    prepare nothing kept → form.review → review.confirm → submit accepted ⇒ "accepted"
    prepare nothing kept → form.review → review.confirm → submit wrong password ⇒ "authorizing"
    prepare nothing kept → form.review → review.confirm → submit refused for good ⇒ "refused"
    prepare nothing kept → form.review → review.confirm → submit number used ⇒ "checking"
    prepare nothing kept → form.review → review.confirm → submit still running ⇒ "waiting"
    prepare nothing kept → form.review → review.confirm → submit no answer ⇒ "unknown"
    prepare nothing kept → form.review → review.confirm → submit number used → lookUp nothing ⇒ "absent"
    prepare nothing kept → form.review → review.confirm → submit number used → lookUp no answer ⇒ "unchecked""
  `)
})

test('paths of a form that was sent before a reload', () => {
  expect(pathsOf(submission, sentBefore, input(true))).toMatchInlineSnapshot(`
    "⇒ "preparing"
    prepare kept sent ⇒ "unknown"
    prepare no answer ⇒ "unprepared"
    prepare kept sent → outcome.check ⇒ "checking"
    prepare kept sent → outcome.retry ⇒ "authorizing"
    prepare kept sent → outcome.check → lookUp found ⇒ "accepted"
    prepare kept sent → outcome.check → lookUp nothing ⇒ "absent"
    prepare kept sent → outcome.check → lookUp no answer ⇒ "unchecked"
    prepare kept sent → outcome.retry → secret.submit ⇒ "submitting"
    prepare kept sent → outcome.check → lookUp nothing → outcome.edit ⇒ "editing"
    prepare kept sent → outcome.retry → secret.submit → submit refused for good ⇒ "refused"
    prepare kept sent → outcome.retry → secret.submit → submit still running ⇒ "waiting"
    prepare kept sent → outcome.check → lookUp nothing → outcome.edit → form.review ⇒ "reviewing""
  `)
})

test('outcomes of a first attempt, and of one after an attempt with an unknown outcome', () => {
  const outcomes = events.filter(({ type }) => /actor\.submit$/.test(type)) as unknown as { label: string }[]
  const first = [anew[0], { type: 'form.review' }, { type: 'review.confirm' }]
  const again = [...first, failed('submit'), { type: 'outcome.retry' }]
  const endOf = (steps: unknown[]) =>
    (steps as SubmissionEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(submission, snapshot, step),
      getInitialSnapshot(submission, input(false)),
    ).value
  expect(
    outcomes.map((one) => `${one.label}: ${endOf([...first, one])}, then: ${endOf([...again, one])}`).join('\n'),
  ).toMatchInlineSnapshot(`
    "submit accepted: accepted, then: accepted
    submit refused: editing, then: editing
    submit wrong password: authorizing, then: authorizing
    submit session over: reviewing, then: unknown
    submit refused for good: refused, then: refused
    submit number used: checking, then: checking
    submit still running: waiting, then: waiting
    submit no answer: unknown, then: unknown"
  `)
})

test('the number is created once, the key again after a refusal, and neither while the outcome is unknown', () => {
  let names = 0
  const newSubmission = () => ({ number: `C${++names}`, idempotencyKey: `K${names}` })
  const submissionAfter = (steps: unknown[]) =>
    (steps as SubmissionEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(submission, snapshot, step),
      getInitialSnapshot(submission, { asksSecret: false, newSubmission }),
    ).context.submission
  const lost = [
    anew[0],
    { type: 'form.review' },
    { type: 'review.back' },
    { type: 'form.review' },
    { type: 'review.confirm' },
    { type: 'review.confirm' },
    failed('submit'),
    { type: 'outcome.retry' },
    failed('submit'),
    { type: 'outcome.check' },
    done('lookUp', '', null),
    { type: 'outcome.edit' },
    { type: 'form.review' },
  ]
  expect(submissionAfter(lost)).toEqual({ number: 'C1', idempotencyKey: 'K1' })
  const refusedThen = [...lost, { type: 'review.confirm' }, done('submit', '', refused('INSUFFICIENT_BALANCE', true))]
  names = 0
  expect(submissionAfter([...refusedThen, { type: 'form.review' }])).toEqual({ number: 'C1', idempotencyKey: 'K2' })
})

test('a refreshed form keeps the values typed here, whatever another page has stored', () => {
  const values = (steps: unknown[]) =>
    (steps as SubmissionEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(submission, snapshot, step),
      getInitialSnapshot(submission, input(false)),
    ).context.values
  const other = { ...kept('editing'), values: { payAmount: '2', remark: 'there' } }
  const again = done('prepare', '', { ...prepared(other), values: { bankCode: '014' } })
  const typed = [anew[0], { type: 'form.change', values: { payAmount: '1' } }, { type: 'form.refresh' }]
  expect(values([...typed, again])).toEqual({ bankCode: '014', payAmount: '1', remark: 'there' })
  expect(values([...typed, again, { type: 'form.clear' }, anew[0]])).toEqual({})
})

const rechargeEvents = [
  { type: 'mode.choose', mode: 'offline', label: 'offline' },
  { type: 'recharge.check' },
  { type: 'recharge.again' },
  done('findOpen', 'one', record),
  done('findOpen', 'none', null),
  done('fill', 'accepted', { kind: 'accepted', receipt: record }),
  done('fill', 'refused', { kind: 'refused', refusal: refusal('X') }),
  done('read', 'waits', record),
  done('read', 'paid', { ...record, status: 'SUCCESS' }),
  done('read', 'expired', { ...record, status: 'EXPIRED' }),
  failed('read'),
  done('check', 'not yet', { ...record, status: 'PENDING_CHECK' }),
  done('check', 'paid', { ...record, status: 'SUCCESS' }),
  done('check', 'expired', { ...record, status: 'EXPIRED' }),
  failed('check'),
  after('readDelay', 'recharge.instructed.online.waiting'),
  after('checkDelay', 'recharge.instructed.offline.notYet'),
] as unknown as RechargeEvent[]

const recharge = rechargeMachine.provide({ actions: { keepOpen: nothing } })

test('paths of a recharge', () => {
  expect(pathsOf(recharge, rechargeEvents, { mode: 'online' }, ({ mode }) => mode)).toMatchInlineSnapshot(`
    "⇒ "opening" online
    offline ⇒ "opening" offline
    findOpen one ⇒ {"instructed":{"online":"waiting"}} online
    findOpen none ⇒ "filling" online
    offline → findOpen one ⇒ {"instructed":{"offline":"idle"}} offline
    offline → findOpen none ⇒ "filling" offline
    findOpen one → recharge.check ⇒ {"instructed":{"online":"reading"}} online
    findOpen none → fill refused ⇒ "refused" online
    offline → findOpen one → recharge.check ⇒ {"instructed":{"offline":"checking"}} offline
    offline → findOpen none → fill refused ⇒ "refused" offline
    findOpen one → recharge.check → read paid ⇒ "paid" online
    findOpen one → recharge.check → read expired ⇒ "lapsed" online
    offline → findOpen one → recharge.check → check not yet ⇒ {"instructed":{"offline":"notYet"}} offline
    offline → findOpen one → recharge.check → check paid ⇒ "paid" offline
    offline → findOpen one → recharge.check → check expired ⇒ "lapsed" offline
    offline → findOpen one → recharge.check → check no answer ⇒ {"instructed":{"offline":"unchecked"}} offline"
  `)
})

test('a named recharge is continued if it can be paid; otherwise its outcome is shown', () => {
  const named = { type: 'recharge.continue', mode: 'offline', id: '1' }
  const answers = [
    done('findOpen', 'one', record),
    done('findOpen', 'paid', { ...record, status: 'SUCCESS' }),
    done('findOpen', 'expired', { ...record, status: 'EXPIRED' }),
    failed('findOpen'),
  ]
  const endOf = (steps: unknown[]) =>
    (steps as RechargeEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(recharge, snapshot, step),
      getInitialSnapshot(recharge, { mode: 'online' }),
    )
  expect(endOf([named])).toMatchObject({ value: 'opening', context: { mode: 'offline', named: '1' } })
  expect(answers.map((answer) => [answer.label, endOf([named, answer]).value, endOf([named, answer]).context.named])).toEqual([
    ['findOpen one', { instructed: { offline: 'idle' } }, null],
    ['findOpen paid', 'paid', null],
    ['findOpen expired', 'lapsed', null],
    ['findOpen no answer', 'filling', null],
  ])
  // A submission with a lost answer, found by a look-up.
  const found = (status: string) =>
    endOf([named, failed('findOpen'), done('fill', '', { kind: 'accepted', receipt: { ...record, status } })]).value
  expect(['CREATED', 'SUCCESS', 'EXPIRED'].map(found)).toEqual([{ instructed: { offline: 'idle' } }, 'paid', 'lapsed'])
})

test('an offline recharge is checked at once and six more times, and then on request', async () => {
  const clock = new SimulatedClock()
  let looks = 0
  const flow = createActor(
    recharge.provide({
      actors: {
        findOpen: fromPromise<Movement | null, { mode: RechargeMode; named: string | null }>(async () => record),
        check: fromPromise(async () => {
          looks++
          return { ...record, status: 'PENDING_CHECK' }
        }),
      },
    }),
    { input: { mode: 'offline' }, clock },
  ).start()
  await waitFor(flow, (snapshot) => snapshot.matches('instructed'))
  flow.send({ type: 'recharge.check' })
  for (let nth = 0; nth < LOOKS; nth++) {
    await waitFor(flow, (snapshot) => snapshot.matches({ instructed: { offline: 'notYet' } }))
    clock.increment(10_000)
  }
  await waitFor(flow, (snapshot) => snapshot.matches({ instructed: { offline: 'notFound' } }))
  clock.increment(60_000)
  expect(looks).toBe(LOOKS + 1)
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
