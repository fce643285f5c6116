import { expect, test } from 'vitest'
import { type LoginReply, type SessionEvent, sessionMachine } from '#machines/session/sessionMachine.ts'
import { pathsOf } from './paths.ts'

const data = { token: 't', menuList: '{}', needOtp: false, otpAuthUrl: '' }
const done = (actor: string, label: string, output?: LoginReply) =>
  ({ type: `xstate.done.actor.${actor}`, output, label: `${actor} ${label}` }) as unknown as SessionEvent
const failed = (actor: string, label: string, error: Error & { code?: string }) =>
  ({ type: `xstate.error.actor.${actor}`, error, label: `${actor} ${label}` }) as unknown as SessionEvent

const nothing = () => {}
const machine = sessionMachine.provide({
  actions: {
    remember: nothing,
    keepToken: nothing,
    leadToLogin: nothing,
    clearWorkspace: nothing,
    becomeGuest: nothing,
    markLogout: nothing,
    forgetToken: nothing,
    reload: nothing,
  },
})

const events: SessionEvent[] = [
  { type: 'login.submit', username: 'u', password: 'p' },
  { type: 'otp.submit', otp: '123456' },
  { type: 'otp.leave' },
  { type: 'session.end' },
  { type: 'session.endedElsewhere' },
  done('signIn', 'ok', { status: 'ok', data }),
  done('signIn', 'needs a passcode', { status: 'ok', data: { ...data, needOtp: true } }),
  done('signIn', 'refused', { status: 'error', error: 'X', message: 'm' }),
  failed('signIn', 'failed', new Error('no answer')),
  done('signInWithOtp', 'ok', { status: 'ok', data }),
  failed('signInWithOtp', 'failed', new Error('wrong')),
  done('signOut', 'answered'),
  failed('signOut', 'failed', new Error('no answer')),
  { type: 'xstate.after.reloadDelay.session.entering' } as unknown as SessionEvent,
]

test('paths of a guest', () => {
  expect(pathsOf(machine, events, { isSignedIn: false })).toMatchInlineSnapshot(`
    "⇒ {"credentials":"idle"}
    login.submit ⇒ {"credentials":"submitting"}
    login.submit → signIn ok ⇒ "entering"
    login.submit → signIn needs a passcode ⇒ {"otp":"idle"}
    login.submit → signIn ok → xstate.after.reloadDelay.session.entering ⇒ "signedIn"
    login.submit → signIn needs a passcode → otp.submit ⇒ {"otp":"submitting"}
    login.submit → signIn ok → xstate.after.reloadDelay.session.entering → session.end ⇒ "loggingOut"
    login.submit → signIn ok → xstate.after.reloadDelay.session.entering → session.endedElsewhere ⇒ "signedOut""
  `)
})

test('paths of a signed-in user', () => {
  expect(pathsOf(machine, events, { isSignedIn: true })).toMatchInlineSnapshot(`
    "⇒ "signedIn"
    session.end ⇒ "loggingOut"
    session.endedElsewhere ⇒ "signedOut""
  `)
})
