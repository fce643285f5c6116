import { expect, test } from 'vitest'
import type { AuditEvent } from '#contract/rows/audit.ts'
import { type HistoryContext, type HistoryEvent, historyMachine } from '#machines/settings/historyMachine.ts'
import { type PasscodeContext, type PasscodeEvent, passcodeMachine } from '#machines/settings/passcodeMachine.ts'
import { type RevealContext, type RevealEvent, revealMachine, SHOWN_FOR } from '#machines/settings/revealMachine.ts'
import { pathsOf } from './paths.ts'

const done = <Event>(actor: string, label: string, output: unknown) =>
  ({ type: `xstate.done.actor.${actor}`, output, label: `${actor} ${label}` }) as unknown as Event
const failed = <Event>(actor: string) =>
  ({ type: `xstate.error.actor.${actor}`, error: new Error('no answer'), label: `${actor} failed` }) as unknown as Event
const refused = (code: string) => ({ kind: 'refused', refusal: { code, message: 'no', fields: {}, retryAfter: null } })
const accepted = (receipt: unknown) => ({ kind: 'accepted', receipt })

test('a secret is shown for half a minute, and only with the password', () => {
  const events: RevealEvent[] = [
    { type: 'secret.ask' },
    { type: 'secret.reveal', password: 'p' },
    { type: 'secret.hide' },
    done('reveal', 'accepted', accepted('s3cret')),
    done('reveal', 'refused', refused('errorPwd')),
    failed('reveal'),
    { type: 'xstate.after.second.reveal.shown' } as unknown as RevealEvent,
  ]
  const facts = ({ secret, left, refusal }: RevealContext) =>
    [secret === null ? 'nothing shown' : `${left} s`, refusal?.code].filter(Boolean).join(' ')
  const paths = pathsOf(revealMachine, events, undefined, facts).split('\n')
  const seconds = paths.filter((line) => /"shown"/.test(line))
  expect(seconds).toHaveLength(SHOWN_FOR)
  expect(paths.filter((line) => !/ second|after\.second/.test(line)).join('\n')).toMatchInlineSnapshot(`
    "⇒ "hidden" nothing shown
    secret.ask ⇒ "asking" nothing shown
    secret.ask → secret.reveal ⇒ "revealing" nothing shown
    secret.ask → secret.reveal → reveal accepted ⇒ "shown" 30 s
    secret.ask → secret.reveal → reveal refused ⇒ "asking" nothing shown errorPwd
    secret.ask → secret.reveal → reveal failed ⇒ "asking" nothing shown NO_ANSWER
    secret.ask → secret.reveal → reveal refused → secret.reveal ⇒ "revealing" nothing shown errorPwd
    secret.ask → secret.reveal → reveal failed → secret.reveal ⇒ "revealing" nothing shown NO_ANSWER"
  `)
})

const switchTo = (on: boolean): PasscodeEvent =>
  Object.assign({ type: 'passcode.switch', on } as const, { label: `switch ${on ? 'on' : 'off'}` })
const PASSCODE_SWITCHES = [switchTo(true), switchTo(false)]

test('a passcode is switched with a code of the authenticator, and read again after an unknown outcome', () => {
  const events: PasscodeEvent[] = [
    ...PASSCODE_SWITCHES,
    { type: 'passcode.give', otp: '123456' },
    { type: 'passcode.leave' },
    { type: 'passcode.look' },
    done('enrol', 'answered', accepted('otpauth://totp/x')),
    done('enrol', 'refused', refused('ORDER_STATE_CONFLICT')),
    failed('enrol'),
    done('switchTo', 'accepted', accepted(true)),
    done('switchTo', 'refused', refused('OTP_INVALID')),
    failed('switchTo'),
    done('look', 'answered', false),
    failed('look'),
  ]
  const facts = (context: PasscodeContext) =>
    [context.isOn ? 'on' : 'off', context.otpAuthUrl === '' ? '' : 'secret', context.refusal?.code ?? '']
      .filter(Boolean)
      .join(' ')
  const paths = pathsOf(passcodeMachine, events, { isOn: false }, facts).split('\n')
  // Repetitions after a refusal are omitted: they follow the same paths.
  expect(paths.filter((line) => !/refused →/.test(line)).join('\n')).toMatchInlineSnapshot(`
    "⇒ "resting" off
    switch on ⇒ "enrolling" off
    switch on → enrol answered ⇒ "asking" off secret
    switch on → enrol refused ⇒ "resting" off ORDER_STATE_CONFLICT
    switch on → enrol failed ⇒ "unknown" off
    switch on → enrol answered → passcode.give ⇒ "switching" off secret
    switch on → enrol failed → passcode.look ⇒ "looking" off
    switch on → enrol answered → passcode.give → switchTo accepted ⇒ "resting" on
    switch on → enrol answered → passcode.give → switchTo refused ⇒ "asking" off secret OTP_INVALID
    switch on → enrol answered → passcode.give → switchTo failed ⇒ "unknown" off secret
    switch on → enrol answered → passcode.give → switchTo accepted → switch off ⇒ "asking" on
    switch on → enrol answered → passcode.give → switchTo failed → passcode.look ⇒ "looking" off secret
    switch on → enrol answered → passcode.give → switchTo accepted → switch off → passcode.give ⇒ "switching" on
    switch on → enrol answered → passcode.give → switchTo accepted → switch off → passcode.give → switchTo refused ⇒ "asking" on OTP_INVALID
    switch on → enrol answered → passcode.give → switchTo accepted → switch off → passcode.give → switchTo failed ⇒ "unknown" on
    switch on → enrol answered → passcode.give → switchTo accepted → switch off → passcode.give → switchTo failed → passcode.look ⇒ "looking" on"
  `)
})

test('a passcode is switched in either direction where the gateway does not say whether it is on', () => {
  const events: PasscodeEvent[] = [
    ...PASSCODE_SWITCHES,
    { type: 'passcode.give', otp: '123456' },
    { type: 'passcode.look' },
    done('enrol', 'answered', accepted('otpauth://totp/x')),
    failed('switchTo'),
    done('look', 'without the state', null),
  ]
  const facts = ({ isOn, turnsOn }: PasscodeContext) => `${isOn} ${turnsOn ? 'turning on' : 'turning off'}`
  expect(pathsOf(passcodeMachine, events, { isOn: null }, facts)).toMatchInlineSnapshot(`
    "⇒ "resting" null turning on
    switch on ⇒ "enrolling" null turning on
    switch off ⇒ "asking" null turning off
    switch on → enrol answered ⇒ "asking" null turning on
    switch off → passcode.give ⇒ "switching" null turning off
    switch on → enrol answered → passcode.give ⇒ "switching" null turning on
    switch off → passcode.give → switchTo failed ⇒ "unknown" null turning off
    switch on → enrol answered → passcode.give → switchTo failed ⇒ "unknown" null turning on
    switch off → passcode.give → switchTo failed → passcode.look ⇒ "looking" null turning off
    switch on → enrol answered → passcode.give → switchTo failed → passcode.look ⇒ "looking" null turning on
    switch off → passcode.give → switchTo failed → passcode.look → look without the state ⇒ "resting" null turning off"
  `)
})

test('an audit event is undone after confirmation, and the list is reloaded whatever the outcome', () => {
  const auditEvent = { id: '1', undo: 'cancel' } as AuditEvent
  const events: HistoryEvent[] = [
    { type: 'auditEvents.filter', filter: { action: 'login' } },
    { type: 'auditEvents.turn', page: 2 },
    { type: 'auditEvent.undo', auditEvent },
    { type: 'auditEvent.undo', auditEvent: { ...auditEvent, undo: null } },
    { type: 'undo.confirm' },
    { type: 'undo.leave' },
    done('fetchAuditEvents', 'answered', { rows: [auditEvent], total: 1 }),
    failed('fetchAuditEvents'),
    done('undo', 'accepted', accepted(null)),
    done('undo', 'refused', refused('ORDER_STATE_CONFLICT')),
    failed('undo'),
  ]
  const facts = ({ refusal }: HistoryContext) => refusal?.code ?? ''
  expect(pathsOf(historyMachine, events, undefined, facts)).toMatchInlineSnapshot(`
    "⇒ "loading"
    fetchAuditEvents answered ⇒ "showing"
    fetchAuditEvents failed ⇒ "failed"
    fetchAuditEvents answered → auditEvent.undo ⇒ "confirming"
    fetchAuditEvents answered → auditEvent.undo → undo.confirm ⇒ "undoing"
    fetchAuditEvents answered → auditEvent.undo → undo.confirm → undo refused ⇒ "loading" ORDER_STATE_CONFLICT
    fetchAuditEvents answered → auditEvent.undo → undo.confirm → undo failed ⇒ "loading" NO_ANSWER
    fetchAuditEvents answered → auditEvent.undo → undo.confirm → undo refused → fetchAuditEvents answered ⇒ "showing" ORDER_STATE_CONFLICT
    fetchAuditEvents answered → auditEvent.undo → undo.confirm → undo refused → fetchAuditEvents failed ⇒ "failed" ORDER_STATE_CONFLICT
    fetchAuditEvents answered → auditEvent.undo → undo.confirm → undo failed → fetchAuditEvents answered ⇒ "showing" NO_ANSWER
    fetchAuditEvents answered → auditEvent.undo → undo.confirm → undo failed → fetchAuditEvents failed ⇒ "failed" NO_ANSWER"
  `)
})
