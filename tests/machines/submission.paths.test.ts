import { expect, test } from 'vitest'
import { createActor, fromPromise, getInitialSnapshot, getNextSnapshot, waitFor } from 'xstate'
import type { Movement } from '#contract/rows/movements.ts'
import type {
  FormDraft,
  Outcome,
  Refusal,
  SubmissionContext,
  SubmissionEvent,
  SubmissionOptions,
} from '#machines/submission/submission.ts'
import { createSubmissionMachine } from '#machines/submission/submissionMachine.ts'
import { pathsOf } from './paths.ts'

type Values = Readonly<Record<string, string>>
type MoneyEvent = SubmissionEvent<Values, Values>

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
const refusedMoney = (code: string, isDefinitive: boolean): Outcome<Movement> => ({
  kind: 'refused',
  refusal: refusal(code),
  isDefinitive,
  settlesDoubt: isDefinitive,
})
const kept = (at: FormDraft['at']): FormDraft => ({ owner: 'M1', values: {}, submission: identity, at })
const prepared = (one: FormDraft | null, stored = {}) => ({ stored, kept: one })

/** A form that moves money. */
const moneyForm = (secret: 'asked' | 'ifRefused') =>
  createSubmissionMachine<Values, Values, Movement>({
    initialValues: (stored) => ({ ...stored }),
    check: () => ({}),
    review: true,
    secret,
    lookUp: 'submission',
  }).provide({ actions: { keep: nothing, forget: nothing } })

const moneyEvents = [
  done('prepare', 'nothing kept', prepared(null)),
  done('prepare', 'kept reviewed', prepared(kept('reviewing'))),
  done('prepare', 'kept sent', prepared(kept('sent'))),
  failed('prepare'),
  { type: 'form.refresh' },
  { type: 'form.submit' },
  { type: 'form.back' },
  { type: 'review.confirm' },
  { type: 'secret.submit', secret: 's' },
  done('submit', 'accepted', { kind: 'accepted', receipt: record }),
  done('submit', 'refused', refusedMoney('INSUFFICIENT_BALANCE', true)),
  done('submit', 'wrong password', refusedMoney('errorPwd', false)),
  done('submit', 'session over', refusedMoney('UNAUTHENTICATED', false)),
  done('submit', 'refused for good', refusedMoney('ACCOUNT_DISABLED', true)),
  done('submit', 'number used', refusedMoney('DUPLICATE_ORDER_NO', true)),
  done('submit', 'still running', { kind: 'later', seconds: 2, why: 'running' }),
  failed('submit'),
  after('pauseDelay', 'submission.waiting'),
  { type: 'outcome.check' },
  { type: 'outcome.retry' },
  { type: 'outcome.edit' },
  done('lookUp', 'found', { receipt: record }),
  done('lookUp', 'nothing', null),
  failed('lookUp'),
] as unknown as MoneyEvent[]

const isOnce = () => true
const input = { newSubmission: () => identity, isOnce }
const withoutSecret = moneyForm('ifRefused')
const labelled = (label: string) => (event: unknown) => (event as { label?: string }).label === label
const anew = moneyEvents.filter((event) => !labelled('prepare kept reviewed')(event) && !labelled('prepare kept sent')(event))
const sentBefore = moneyEvents.filter(
  (event) => !labelled('prepare nothing kept')(event) && !labelled('prepare kept reviewed')(event),
)

test('paths of a form with the transaction password', () => {
  expect(pathsOf(moneyForm('asked'), anew, input)).toMatchInlineSnapshot(`
    "⇒ "preparing"
    prepare nothing kept ⇒ "editing"
    prepare no answer ⇒ "unprepared"
    prepare nothing kept → form.submit ⇒ "reviewing"
    prepare nothing kept → form.submit → secret.submit ⇒ "submitting"
    prepare nothing kept → form.submit → secret.submit → submit accepted ⇒ "accepted"
    prepare nothing kept → form.submit → secret.submit → submit refused for good ⇒ "refused"
    prepare nothing kept → form.submit → secret.submit → submit number used ⇒ "checking"
    prepare nothing kept → form.submit → secret.submit → submit still running ⇒ "waiting"
    prepare nothing kept → form.submit → secret.submit → submit no answer ⇒ "unknown"
    prepare nothing kept → form.submit → secret.submit → submit number used → lookUp nothing ⇒ "absent"
    prepare nothing kept → form.submit → secret.submit → submit number used → lookUp no answer ⇒ "unchecked""
  `)
})

test('the review is confirmed with the password only, is kept after a wrong one, and is opened again from its draft', () => {
  const machine = moneyForm('asked')
  const after = (steps: unknown[]) =>
    (steps as MoneyEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(machine, snapshot, step),
      getInitialSnapshot(machine, input),
    )
  const reviewed = [done('prepare', '', prepared(kept('reviewing')))]
  const wrong = done('submit', '', refusedMoney('errorPwd', false))
  const secret = { type: 'secret.submit', secret: 's' }
  expect(after(reviewed).value).toBe('reviewing')
  expect(after(reviewed).can({ type: 'review.confirm' })).toBe(false)
  expect(after([...reviewed, secret]).context.secret).toBe('s')
  expect(after([...reviewed, secret, wrong])).toMatchObject({
    value: 'reviewing',
    context: { secret: null, submission: identity, refusal: { code: 'errorPwd' } },
  })
  // The review may change nothing of a submission that may have been carried out.
  const retried = [...reviewed, secret, failed('submit'), { type: 'outcome.retry' }, wrong]
  expect(after(retried).value).toBe('authorizing')
  expect(after([...retried, { type: 'form.back' }]).value).toBe('unknown')
})

test('paths of a form without it', () => {
  expect(pathsOf(moneyForm('ifRefused'), anew, input)).toMatchInlineSnapshot(`
    "⇒ "preparing"
    prepare nothing kept ⇒ "editing"
    prepare no answer ⇒ "unprepared"
    prepare nothing kept → form.submit ⇒ "reviewing"
    prepare nothing kept → form.submit → review.confirm ⇒ "submitting"
    prepare nothing kept → form.submit → review.confirm → submit accepted ⇒ "accepted"
    prepare nothing kept → form.submit → review.confirm → submit wrong password ⇒ "authorizing"
    prepare nothing kept → form.submit → review.confirm → submit refused for good ⇒ "refused"
    prepare nothing kept → form.submit → review.confirm → submit number used ⇒ "checking"
    prepare nothing kept → form.submit → review.confirm → submit still running ⇒ "waiting"
    prepare nothing kept → form.submit → review.confirm → submit no answer ⇒ "unknown"
    prepare nothing kept → form.submit → review.confirm → submit number used → lookUp nothing ⇒ "absent"
    prepare nothing kept → form.submit → review.confirm → submit number used → lookUp no answer ⇒ "unchecked""
  `)
})

test('paths of a form that was sent before a reload', () => {
  expect(pathsOf(moneyForm('asked'), sentBefore, input)).toMatchInlineSnapshot(`
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
    prepare kept sent → outcome.check → lookUp nothing → outcome.edit → form.submit ⇒ "reviewing""
  `)
})

test('outcomes of a first attempt, and of one after an attempt with an unknown outcome', () => {
  const outcomes = moneyEvents.filter(({ type }) => /actor\.submit$/.test(type)) as unknown as { label: string }[]
  const first = [anew[0], { type: 'form.submit' }, { type: 'review.confirm' }]
  const again = [...first, failed('submit'), { type: 'outcome.retry' }]
  const endOf = (steps: unknown[]) =>
    (steps as MoneyEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(withoutSecret, snapshot, step),
      getInitialSnapshot(withoutSecret, input),
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

test('without a gateway that carries out a repeated submission once, it is looked up before it is sent again', () => {
  const careful = { newSubmission: () => identity, isOnce: () => false }
  const stateAfter = (steps: unknown[]) =>
    (steps as MoneyEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(withoutSecret, snapshot, step),
      getInitialSnapshot(withoutSecret, careful),
    )
  const lost = [anew[0], { type: 'form.submit' }, { type: 'review.confirm' }, failed('submit')]
  const unheard = { type: 'outcome.retry' } as const
  expect(stateAfter(lost).can(unheard)).toBe(false)
  expect(stateAfter([...lost, unheard]).value).toBe('unknown')
  const unchecked = stateAfter([...lost, { type: 'outcome.check' }, failed('lookUp')])
  expect([unchecked.value, unchecked.can(unheard)]).toEqual(['unchecked', false])
  const absent = [...lost, { type: 'outcome.check' }, done('lookUp', '', null)]
  expect([stateAfter(absent).value, stateAfter([...absent, unheard]).value]).toEqual(['absent', 'submitting'])
  // Its refusal may be due to the first attempt: "insufficient balance" after the money has left.
  const refusedAgain = { ...refusedMoney('INSUFFICIENT_BALANCE', true), settlesDoubt: false }
  expect(stateAfter([...absent, unheard, done('submit', '', refusedAgain)]).value).toBe('unknown')
})

test('the number is created once, the key again after a refusal, and neither while the outcome is unknown', () => {
  let names = 0
  const newSubmission = () => ({ number: `C${++names}`, idempotencyKey: `K${names}` })
  const submissionAfter = (steps: unknown[]) =>
    (steps as MoneyEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(withoutSecret, snapshot, step),
      getInitialSnapshot(withoutSecret, { newSubmission, isOnce }),
    ).context.submission
  const lost = [
    anew[0],
    { type: 'form.submit' },
    { type: 'form.back' },
    { type: 'form.submit' },
    { type: 'review.confirm' },
    { type: 'review.confirm' },
    failed('submit'),
    { type: 'outcome.retry' },
    failed('submit'),
    { type: 'outcome.check' },
    done('lookUp', '', null),
    { type: 'outcome.edit' },
    { type: 'form.submit' },
  ]
  expect(submissionAfter(lost)).toEqual({ number: 'C1', idempotencyKey: 'K1' })
  const refusedThen = [...lost, { type: 'review.confirm' }, done('submit', '', refusedMoney('INSUFFICIENT_BALANCE', true))]
  names = 0
  expect(submissionAfter([...refusedThen, { type: 'form.submit' }])).toEqual({ number: 'C1', idempotencyKey: 'K2' })
})

test('a form that is edited after a look-up found nothing says that an earlier attempt may arrive', () => {
  const contextAfter = (steps: unknown[]) =>
    (steps as MoneyEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(withoutSecret, snapshot, step),
      getInitialSnapshot(withoutSecret, input),
    ).context
  const edited = [
    anew[0],
    { type: 'form.submit' },
    { type: 'review.confirm' },
    failed('submit'),
    { type: 'outcome.check' },
    done('lookUp', '', null),
  ]
  expect(contextAfter(edited)).toMatchObject({ isInDoubt: true, mayArrive: false })
  expect(contextAfter([...edited, { type: 'outcome.edit' }])).toMatchObject({ isInDoubt: false, mayArrive: true })
})

test('a form is stored as sent before each call, and stays so while an attempt is in doubt', async () => {
  const log: string[] = []
  const answers: (() => Promise<Outcome<Movement>>)[] = [
    () => Promise.reject(new Error('no answer')),
    async () => refusedMoney('errorPwd', false),
  ]
  const machine = moneyForm('asked').provide({
    actors: {
      prepare: fromPromise(async () => prepared(null)),
      submit: fromPromise(() => {
        log.push('call')
        return answers.shift()!()
      }),
    },
    actions: { keep: (_, { at }) => void log.push(at), forget: nothing },
  })
  const form = createActor(machine, { input }).start()
  await waitFor(form, (snapshot) => snapshot.matches('editing'))
  form.send({ type: 'form.submit' })
  form.send({ type: 'secret.submit', secret: 's' })
  await waitFor(form, (snapshot) => snapshot.matches('unknown'))
  form.send({ type: 'outcome.retry' })
  await waitFor(form, (snapshot) => snapshot.matches('authorizing'))
  expect(log).toEqual(['reviewing', 'sent', 'call', 'sent', 'call', 'sent'])
})

test('a key that is used for other content, where nothing has the number, is replaced once', () => {
  let names = 0
  const newSubmission = () => ({ number: `C${++names}`, idempotencyKey: `K${names}` })
  const asking = moneyForm('asked')
  const after = (steps: unknown[]) => {
    names = 0
    const { value, context } = (steps as MoneyEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(asking, snapshot, step),
      getInitialSnapshot(asking, { newSubmission, isOnce }),
    )
    return [value, context.submission?.number, context.submission?.idempotencyKey]
  }
  const refused = (code: string) => done('submit', '', refusedMoney(code, true))
  const sent = [anew[0], { type: 'form.submit' }, { type: 'secret.submit', secret: 's' }]
  // The reply to the first attempt, a refusal, was lost.
  const changed = [failed('submit'), { type: 'outcome.check' }, done('lookUp', '', null), { type: 'outcome.edit' }]
  const mismatched = [...sent, ...changed, ...sent.slice(1), refused('IDEMPOTENCY_MISMATCH')]
  expect(after(mismatched)).toEqual(['checking', 'C1', 'K1'])
  expect(after([...mismatched, done('lookUp', '', { receipt: record })])[0]).toBe('accepted')
  expect(after([...mismatched, done('lookUp', '', null)])).toEqual(['submitting', 'C1', 'K2'])
  const again = [...mismatched, done('lookUp', '', null), refused('IDEMPOTENCY_MISMATCH'), done('lookUp', '', null)]
  expect(after(again)).toEqual(['absent', 'C1', 'K2'])
  // A number that is used, without a word about the key, is not sent under another key.
  expect(after([...sent, refused('DUPLICATE_ORDER_NO'), done('lookUp', '', null)])).toEqual(['absent', 'C1', 'K1'])
})

test('a look-up that finds another movement under the number reopens the form under a new one', () => {
  let names = 0
  const newSubmission = () => ({ number: `C${++names}`, idempotencyKey: `K${names}` })
  const steps: string[] = []
  const machine = moneyForm('asked').provide({
    actions: {
      keep: ({ context: { submission } }, { at }) => void steps.push(`keep ${at} ${submission?.number}`),
      forget: ({ context: { submission } }) => void steps.push(`forget ${submission?.number}`),
    },
  })
  const actor = createActor(machine, { input: { newSubmission, isOnce } }).start()
  const asked = [
    anew[0],
    { type: 'form.change', values: { payAmount: '2000000' } },
    { type: 'form.submit' },
    { type: 'secret.submit', secret: 's' },
    done('submit', 'number used', refusedMoney('IDEMPOTENCY_MISMATCH', true)),
    done('lookUp', 'found another', { refusal: refusal('DUPLICATE_ORDER_NO') }),
  ]
  for (const step of asked) actor.send(step as MoneyEvent)
  expect(actor.getSnapshot()).toMatchObject({
    value: 'editing',
    context: {
      values: { payAmount: '2000000' },
      submission: null,
      secret: null,
      isInDoubt: false,
      usedKey: null,
      objections: 1,
    },
  })
  expect(actor.getSnapshot().context.refusal?.code).toBe('DUPLICATE_ORDER_NO')
  actor.send({ type: 'form.submit' })
  expect(actor.getSnapshot().context.submission).toEqual({ number: 'C2', idempotencyKey: 'K2' })
  expect(steps.slice(-4)).toEqual(['keep sent C1', 'forget C1', 'keep editing undefined', 'keep reviewing C2'])
})

test('a change drops the faults that it cures in other fields, and adds none', () => {
  const form = createSubmissionMachine<Values, Values, Movement>({
    initialValues: () => ({ password: '', again: '', note: '' }),
    check: ({ password, again, note }) => ({
      ...(password !== again && { again: 'differs' }),
      ...(note === '' && { note: 'required' }),
    }),
    lookUp: 'stored',
  }).provide({ actions: { keep: nothing, forget: nothing } })
  const faultsAfter = (...steps: MoneyEvent[]) =>
    [anew[0] as unknown as MoneyEvent, ...steps].reduce(
      (snapshot, step) => getNextSnapshot(form, snapshot, step),
      getInitialSnapshot(form, { newSubmission: () => identity, isOnce }),
    ).context.faults
  const typed = (values: Values): MoneyEvent => ({ type: 'form.change', values })
  const wrong = [typed({ password: 'a1' }), typed({ again: 'a2' }), { type: 'field.leave', name: 'again' }] as const
  expect(faultsAfter(...wrong)).toEqual({ again: 'differs' })
  expect(faultsAfter(...wrong, typed({ password: 'a2' }))).toEqual({})
  expect(faultsAfter(...wrong, typed({ note: 'x' }))).toEqual({ again: 'differs' })
})

test('a refreshed form keeps the values typed here, whatever another page has stored', () => {
  const values = (steps: unknown[]) =>
    (steps as MoneyEvent[]).reduce(
      (snapshot, step) => getNextSnapshot(withoutSecret, snapshot, step),
      getInitialSnapshot(withoutSecret, input),
    ).context.values
  const other = { ...kept('editing'), values: { payAmount: '2', remark: 'there' } }
  const again = done('prepare', '', prepared(other, { bankCode: '014' }))
  const typed = [anew[0], { type: 'form.change', values: { payAmount: '1' } }, { type: 'form.refresh' }]
  expect(values([...typed, again])).toEqual({ bankCode: '014', payAmount: '1', remark: 'there' })
  expect(values([...typed, again, { type: 'form.clear' }, anew[0]])).toEqual({})
})

interface Typed {
  text: string
}

/** A form that changes a setting. */
const settingForm = (more: Partial<SubmissionOptions<string, Typed>> = {}) =>
  createSubmissionMachine<string, Typed, string>({
    initialValues: (stored) => ({ text: stored ?? '' }),
    check: ({ text }): Record<string, string> => (text === '' ? { text: 'rule.required' } : {}),
    lookUp: 'stored',
    ...more,
  }).provide({ actions: { keep: nothing, forget: nothing } })

type Labelled = SubmissionEvent<string, Typed>
const refused = (code: string, fields = {}): Outcome<string> => ({
  kind: 'refused',
  refusal: { code, message: 'no', fields, retryAfter: null },
  isDefinitive: code !== 'errorPwd',
  settlesDoubt: code !== 'errorPwd',
})
const loaded = (stored: string) => ({ stored, kept: null })

const events = [
  { type: 'form.change', values: { text: 'new' } },
  { type: 'form.change', values: { text: '' } },
  { type: 'form.submit' },
  { type: 'review.confirm' },
  { type: 'form.back' },
  { type: 'secret.submit', secret: 'secret' },
  { type: 'form.again' },
  { type: 'outcome.retry' },
  { type: 'outcome.check' },
  done('prepare', 'answered', loaded('old')),
  failed('prepare'),
  done('submit', 'accepted', { kind: 'accepted', receipt: 'new' }),
  done('submit', 'refused', refused('VALIDATION_FAILED', { text: 'rule.taken' })),
  done('submit', 'refused the password', refused('errorPwd')),
  failed('submit'),
  done('lookUp', 'answered', { stored: 'other' }),
  failed('lookUp'),
] as unknown as Labelled[]

const facts = ({ values, faults, refusal, isChecked, isInDoubt }: SubmissionContext<string, Typed, string>) =>
  [`"${values.text}"`, Object.values({ ...faults, ...refusal?.fields })[0], isChecked && 'checked', isInDoubt && 'in doubt']
    .filter(Boolean)
    .join(' ')

const linesOf = (paths: string, state: RegExp) => paths.split('\n').filter((line) => state.test(line))

test('a valid change is sent, and the typed values survive any outcome but success', () => {
  const paths = pathsOf(settingForm(), events, input, facts)
  const first = paths.split('\n').filter((line) => !/checked|refused|again/.test(line))
  expect(first.join('\n')).toMatchInlineSnapshot(`
    "⇒ "preparing" ""
    prepare answered ⇒ "editing" "old"
    prepare no answer ⇒ "unprepared" ""
    prepare answered → form.change ⇒ "editing" "new"
    prepare answered → form.change ⇒ "editing" ""
    prepare answered → form.submit ⇒ "submitting" "old"
    prepare answered → form.change → form.submit ⇒ "submitting" "new"
    prepare answered → form.change → form.submit ⇒ "editing" "" rule.required
    prepare answered → form.submit → submit accepted ⇒ "accepted" "old"
    prepare answered → form.submit → submit no answer ⇒ "unknown" "old" in doubt
    prepare answered → form.change → form.submit → submit accepted ⇒ "accepted" "new"
    prepare answered → form.change → form.submit → submit no answer ⇒ "unknown" "new" in doubt
    prepare answered → form.submit → submit no answer → outcome.retry ⇒ "submitting" "old" in doubt
    prepare answered → form.submit → submit no answer → outcome.check ⇒ "checking" "old" in doubt
    prepare answered → form.change → form.submit → submit no answer → outcome.retry ⇒ "submitting" "new" in doubt
    prepare answered → form.change → form.submit → submit no answer → outcome.check ⇒ "checking" "new" in doubt"
  `)
  expect(linesOf(paths, /"editing" "new" checked$/)).toMatchInlineSnapshot(`
    [
      "prepare answered → form.change → form.submit → submit no answer → outcome.check → lookUp answered ⇒ "editing" "new" checked",
    ]
  `)
})

test('a change with confirmation is never sent without the password, and a wrong password is asked for again', () => {
  const paths = pathsOf(settingForm({ secret: 'asked' }), events, input, facts)
  expect(
    paths
      .split('\n')
      .filter((line) => !/checked|refused|again/.test(line))
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "⇒ "preparing" ""
    prepare answered ⇒ "editing" "old"
    prepare no answer ⇒ "unprepared" ""
    prepare answered → form.change ⇒ "editing" "new"
    prepare answered → form.change ⇒ "editing" ""
    prepare answered → form.submit ⇒ "authorizing" "old"
    prepare answered → form.change → form.submit ⇒ "authorizing" "new"
    prepare answered → form.change → form.submit ⇒ "editing" "" rule.required
    prepare answered → form.submit → secret.submit ⇒ "submitting" "old"
    prepare answered → form.change → form.submit → secret.submit ⇒ "submitting" "new"
    prepare answered → form.submit → secret.submit → submit accepted ⇒ "accepted" "old"
    prepare answered → form.submit → secret.submit → submit no answer ⇒ "unknown" "old" in doubt
    prepare answered → form.change → form.submit → secret.submit → submit accepted ⇒ "accepted" "new"
    prepare answered → form.change → form.submit → secret.submit → submit no answer ⇒ "unknown" "new" in doubt
    prepare answered → form.submit → secret.submit → submit no answer → outcome.retry ⇒ "authorizing" "old" in doubt
    prepare answered → form.submit → secret.submit → submit no answer → outcome.check ⇒ "checking" "old" in doubt
    prepare answered → form.change → form.submit → secret.submit → submit no answer → outcome.retry ⇒ "authorizing" "new" in doubt
    prepare answered → form.change → form.submit → secret.submit → submit no answer → outcome.check ⇒ "checking" "new" in doubt
    prepare answered → form.submit → secret.submit → submit no answer → outcome.retry → secret.submit ⇒ "submitting" "old" in doubt
    prepare answered → form.change → form.submit → secret.submit → submit no answer → outcome.retry → secret.submit ⇒ "submitting" "new" in doubt"
  `)
  expect(linesOf(paths, /⇒ "submitting"/).every((line) => /secret\.submit ⇒/.test(line))).toBe(true)
})

test('a change that would lock the user out is warned about first', () => {
  const warning = settingForm({ secret: 'asked', review: ({ text }) => text === 'new' })
  const paths = pathsOf(warning, events, input, facts)
  expect(
    linesOf(paths, /⇒ "(reviewing|authorizing)"/)
      .filter((line) => !/checked|refused|again/.test(line))
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "prepare answered → form.submit ⇒ "authorizing" "old"
    prepare answered → form.change → form.submit ⇒ "reviewing" "new"
    prepare answered → form.change → form.submit → review.confirm ⇒ "authorizing" "new"
    prepare answered → form.submit → secret.submit → submit no answer → outcome.retry ⇒ "authorizing" "old" in doubt
    prepare answered → form.change → form.submit → review.confirm → secret.submit → submit no answer → outcome.retry ⇒ "authorizing" "new" in doubt"
  `)
})

test('a field is validated when it is left, even if it is empty', () => {
  const judging = settingForm({
    check: ({ text }): Record<string, string> =>
      text === 'new' ? { text: 'rule.format' } : text === '' ? { text: 'rule.required' } : {},
  })
  const leaving: Labelled[] = [
    ...events.slice(0, 2),
    { type: 'field.leave', name: 'text' },
    done('prepare', 'answered', loaded('old')) as unknown as Labelled,
  ]
  expect(pathsOf(judging, leaving, input, facts)).toMatchInlineSnapshot(`
    "⇒ "preparing" ""
    prepare answered ⇒ "editing" "old"
    prepare answered → form.change ⇒ "editing" "new"
    prepare answered → form.change ⇒ "editing" ""
    prepare answered → form.change → field.leave ⇒ "editing" "new" rule.format
    prepare answered → form.change → field.leave ⇒ "editing" "" rule.required"
  `)
})

/** The draft that was sent before a reload. */
const sent = done('prepare', 'kept', {
  stored: 'old',
  kept: { owner: 'M1', values: { text: 'kept' }, submission: { number: 'before', idempotencyKey: 'before' }, at: 'sent' },
}) as unknown as Labelled

test('a change sent before a reload is in doubt again, and is retried under its own key', () => {
  const restored: Labelled[] = [
    ...events.filter(({ type }) => !/^(form\.(change|back|again)|review\.confirm)/.test(type)),
    sent,
    done('submit', 'refused unheard', {
      ...refused('UNAUTHENTICATED'),
      isDefinitive: false,
      settlesDoubt: false,
    }) as unknown as Labelled,
  ]
  const ofKey = (context: SubmissionContext<string, Typed, string>) =>
    `${facts(context)} ${context.submission?.idempotencyKey ?? ''}`
  const paths = (asksSecret: boolean) =>
    linesOf(pathsOf(settingForm(asksSecret ? { secret: 'asked' } : {}), restored, input, ofKey), /"kept".* before$/)
  expect(paths(false)).toMatchInlineSnapshot(`
    [
      "prepare kept ⇒ "unknown" "kept" in doubt before",
      "prepare kept → outcome.retry ⇒ "submitting" "kept" in doubt before",
      "prepare kept → outcome.check ⇒ "checking" "kept" in doubt before",
      "prepare kept → outcome.retry → submit accepted ⇒ "accepted" "kept" before",
      "prepare kept → outcome.check → lookUp answered ⇒ "editing" "kept" checked before",
      "prepare kept → outcome.check → lookUp no answer ⇒ "unchecked" "kept" in doubt before",
      "prepare kept → outcome.check → lookUp answered → form.submit ⇒ "submitting" "kept" checked before",
      "prepare kept → outcome.check → lookUp answered → form.submit → submit accepted ⇒ "accepted" "kept" checked before",
      "prepare kept → outcome.check → lookUp answered → form.submit → submit no answer ⇒ "unknown" "kept" checked in doubt before",
      "prepare kept → outcome.check → lookUp answered → form.submit → submit no answer → outcome.retry ⇒ "submitting" "kept" checked in doubt before",
      "prepare kept → outcome.check → lookUp answered → form.submit → submit no answer → outcome.check ⇒ "checking" "kept" checked in doubt before",
      "prepare kept → outcome.check → lookUp answered → form.submit → submit no answer → outcome.check → lookUp no answer ⇒ "unchecked" "kept" checked in doubt before",
    ]
  `)
  expect(paths(true)).toMatchInlineSnapshot(`
    [
      "prepare kept ⇒ "unknown" "kept" in doubt before",
      "prepare kept → outcome.retry ⇒ "authorizing" "kept" in doubt before",
      "prepare kept → outcome.check ⇒ "checking" "kept" in doubt before",
      "prepare kept → outcome.retry → secret.submit ⇒ "submitting" "kept" in doubt before",
      "prepare kept → outcome.check → lookUp answered ⇒ "editing" "kept" checked before",
      "prepare kept → outcome.check → lookUp no answer ⇒ "unchecked" "kept" in doubt before",
      "prepare kept → outcome.retry → secret.submit → submit accepted ⇒ "accepted" "kept" before",
      "prepare kept → outcome.check → lookUp answered → form.submit ⇒ "authorizing" "kept" checked before",
      "prepare kept → outcome.check → lookUp answered → form.submit → secret.submit ⇒ "submitting" "kept" checked before",
      "prepare kept → outcome.check → lookUp answered → form.submit → secret.submit → submit accepted ⇒ "accepted" "kept" checked before",
      "prepare kept → outcome.check → lookUp answered → form.submit → secret.submit → submit no answer ⇒ "unknown" "kept" checked in doubt before",
      "prepare kept → outcome.check → lookUp answered → form.submit → secret.submit → submit no answer → outcome.retry ⇒ "authorizing" "kept" checked in doubt before",
      "prepare kept → outcome.check → lookUp answered → form.submit → secret.submit → submit no answer → outcome.check ⇒ "checking" "kept" checked in doubt before",
      "prepare kept → outcome.check → lookUp answered → form.submit → secret.submit → submit no answer → outcome.retry → secret.submit ⇒ "submitting" "kept" checked in doubt before",
      "prepare kept → outcome.check → lookUp answered → form.submit → secret.submit → submit no answer → outcome.check → lookUp no answer ⇒ "unchecked" "kept" checked in doubt before",
    ]
  `)
})

test('a change that cannot be repeated exactly, because a secret is not stored, is only looked up', () => {
  const secretive = settingForm({
    check: ({ text }): Record<string, string> => (text === 'kept' ? { password: 'rule.required' } : {}),
  })
  const paths = pathsOf(secretive, [...events, sent], input, facts)
  expect(linesOf(paths, /prepare kept ⇒/)).toHaveLength(1)
  expect(linesOf(paths, /prepare kept → outcome\.retry/)).toEqual([])
})

test('a change keeps its key until it is refused or, after a look-up, edited', () => {
  let names = 0
  const newSubmission = () => ({ number: `N${++names}`, idempotencyKey: `K${names}` })
  const machine = settingForm()
  const keyAfter = (steps: unknown[]) =>
    (steps as Labelled[]).reduce(
      (snapshot, step) => getNextSnapshot(machine, snapshot, step),
      getInitialSnapshot(machine, { newSubmission, isOnce }),
    ).context.submission?.idempotencyKey
  const submit = { type: 'form.submit' }
  const lost = [done('prepare', '', loaded('old')), submit, failed('submit'), { type: 'outcome.retry' }, failed('submit')]
  const checked = [...lost, { type: 'outcome.check' }, done('lookUp', '', { stored: 'old' })]
  const edit = { type: 'form.change', values: { text: 'new' } }
  const answers = [lost, checked, [...checked, submit], [...checked, edit, submit]].map((steps) => {
    names = 0
    return keyAfter(steps)
  })
  expect(answers).toEqual(['K1', 'K1', 'K1', 'K2'])
  names = 0
  expect(keyAfter([...lost, { type: 'outcome.retry' }, done('submit', '', refused('VALIDATION_FAILED')), submit])).toBe('K2')
})
