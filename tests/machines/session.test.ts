import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { type LoginReply, type SessionEvent, sessionMachine } from '#machines/session/sessionMachine.ts'

const login = { token: 'full', menuList: '{}', needOtp: false, otpAuthUrl: '' }
const OK: LoginReply = { status: 'ok', data: login }
const PASSCODE: LoginReply = { status: 'ok', data: { ...login, token: 'pre', needOtp: true, otpAuthUrl: 'otpauth://x' } }

class Refused extends Error {
  code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

interface World {
  isSignedIn?: boolean
  signIn?: () => Promise<LoginReply>
  signInWithOtp?: () => Promise<LoginReply>
  signOut?: () => Promise<void>
}

/** A session in an environment that records its effects. */
function sessionIn({ isSignedIn = false, signIn, signInWithOtp, signOut }: World = {}) {
  const done: string[] = []
  const clock = new SimulatedClock()
  const note = (what: string) => () => void done.push(what)
  const machine = sessionMachine.provide({
    actors: {
      signIn: fromPromise(async () => {
        done.push('call signIn')
        return (signIn ?? (async () => OK))()
      }),
      signInWithOtp: fromPromise(async () => {
        done.push('call signInWithOtp')
        return (signInWithOtp ?? (async () => OK))()
      }),
      signOut: fromPromise<void, void>(async () => {
        done.push('call signOut')
        return (signOut ?? (async () => {}))()
      }),
    },
    actions: {
      remember: (_, { data }) => void done.push(`remember ${data?.token}`),
      keepToken: (_, { data }) => void done.push(`keep ${data?.token}`),
      leadToLogin: note('lead to login'),
      clearWorkspace: note('clear workspace'),
      becomeGuest: note('become guest'),
      markLogout: note('mark logout'),
      forgetToken: note('forget token'),
      reload: note('reload'),
    },
  })
  const actor = createActor(machine, { input: { isSignedIn }, clock }).start()
  return { actor, clock, done, settled: () => new Promise((resolve) => setImmediate(resolve)) }
}

const submit = { type: 'login.submit', username: 'merchant', password: 'Paydesk-Demo1' } as const

test('a direct login stores the session, then reloads after 50 ms', async () => {
  const { actor, clock, done, settled } = sessionIn()
  actor.send(submit)
  await settled()
  expect(actor.getSnapshot().value).toBe('entering')
  clock.increment(49)
  expect(done).toEqual(['call signIn', 'remember full'])
  clock.increment(1)
  expect(done).toEqual(['call signIn', 'remember full', 'reload'])
  expect(actor.getSnapshot().context).toMatchObject({ status: 'ok', auth: { needOtp: false, otpAuthUrl: '' } })
})

test('pressing Enter twice makes one call', async () => {
  const { actor, done, settled } = sessionIn()
  actor.send(submit)
  actor.send(submit)
  await settled()
  expect(done.filter((what) => what === 'call signIn')).toHaveLength(1)
})

test('with a passcode only the token is stored, and the code then signs in', async () => {
  const { actor, done, settled } = sessionIn({ signIn: async () => PASSCODE })
  actor.send(submit)
  await settled()
  expect(actor.getSnapshot().value).toEqual({ otp: 'idle' })
  expect(actor.getSnapshot().context.auth).toEqual({ needOtp: true, otpAuthUrl: 'otpauth://x' })
  actor.send({ type: 'otp.submit', otp: '123456' })
  await settled()
  expect(actor.getSnapshot().value).toBe('entering')
  expect(actor.getSnapshot().context.auth).toEqual({ needOtp: false, otpAuthUrl: '' })
  expect(done).toEqual(['call signIn', 'keep pre', 'call signInWithOtp', 'remember full'])
})

test.each([
  [1, true],
  ['1', true],
  ['true', true],
  [0, false],
  ['0', false],
  ['false', false],
  [undefined, false],
])('whether a passcode is needed is also read from other forms: %j', async (needOtp, isNeeded) => {
  const { actor, settled } = sessionIn({
    signIn: async () => ({ ...PASSCODE, data: { ...login, needOtp: needOtp as never } }),
  })
  actor.send(submit)
  await settled()
  expect(actor.getSnapshot().matches('otp')).toBe(isNeeded)
})

test('leaving the passcode step drops its token', async () => {
  const { actor, done, settled } = sessionIn({ signIn: async () => PASSCODE })
  actor.send(submit)
  await settled()
  actor.send({ type: 'otp.leave' })
  expect(actor.getSnapshot().value).toEqual({ credentials: 'idle' })
  expect(done).toEqual(['call signIn', 'keep pre', 'forget token'])
})

test('an expired passcode step drops its token, goes back to the password and shows why', async () => {
  const { actor, done, settled } = sessionIn({
    signIn: async () => PASSCODE,
    signInWithOtp: () => Promise.reject(new Refused('OTP_EXPIRED', 'too late')),
  })
  actor.send(submit)
  await settled()
  actor.send({ type: 'otp.submit', otp: '123456' })
  await settled()
  expect(actor.getSnapshot().value).toEqual({ credentials: 'idle' })
  expect(actor.getSnapshot().context.loginError).toEqual({ errorCode: 'OTP_EXPIRED', message: 'too late', counter: 1 })
  expect(done).toEqual(['call signIn', 'keep pre', 'call signInWithOtp', 'forget token'])
})

test.each([
  ['an error status', () => Promise.reject(new Refused('errorPwd', 'Wrong password')), 'errorPwd', 'Wrong password'],
  [
    'HTTP 200 that is not ok',
    async () => ({ status: 'error', error: 'errorPwd', message: 'Wrong password' }),
    'errorPwd',
    'Wrong password',
  ],
  ['HTTP 200 that is ok without data', async () => ({ status: 'ok', data: null }), '', ''],
  ['a body that is null', async () => null as unknown as LoginReply, '', ''],
])('a repeated failure is noticed again: %s', async (_, signIn, errorCode, message) => {
  const { actor, settled } = sessionIn({ signIn })
  actor.send(submit)
  await settled()
  expect(actor.getSnapshot().context).toMatchObject({ status: 'error', loginError: { errorCode, message, counter: 1 } })
  actor.send(submit)
  await settled()
  expect(actor.getSnapshot().context.loginError).toEqual({ errorCode, message, counter: 2 })
})

test('the counter increases on every failure, also when the former one is no longer shown', async () => {
  const wrong = (code: string) => () => Promise.reject(new Refused(code, 'Wrong'))
  const replies: (() => Promise<LoginReply>)[] = [wrong('errorPwd'), async () => PASSCODE, wrong('errorPwd')]
  const { actor, settled } = sessionIn({ signIn: () => replies.shift()!(), signInWithOtp: wrong('OTP_INVALID') })
  const errorAfter = async (event: SessionEvent) => {
    actor.send(event)
    await settled()
    const { loginError } = actor.getSnapshot().context
    return loginError && [loginError.errorCode, loginError.counter]
  }
  expect(await errorAfter(submit)).toEqual(['errorPwd', 1])
  expect(await errorAfter(submit)).toBe(null)
  expect(await errorAfter({ type: 'otp.submit', otp: '123456' })).toEqual(['OTP_INVALID', 2])
  expect(await errorAfter({ type: 'otp.leave' })).toBe(null)
  expect(await errorAfter(submit)).toEqual(['errorPwd', 3])
})

const SIX_STEPS = ['call signOut', 'lead to login', 'clear workspace', 'become guest', 'mark logout', 'forget token', 'reload']

test.each([
  ['answers', async () => {}],
  ['fails', () => Promise.reject(new Error('no answer'))],
])('the six sign-out steps run in order when the call %s', async (_, signOut) => {
  const { actor, done, settled } = sessionIn({ isSignedIn: true, signOut })
  actor.send({ type: 'session.end' })
  await settled()
  expect(done).toEqual(SIX_STEPS)
  expect(actor.getSnapshot().value).toBe('signedOut')
})

test('three 401 at once sign out once', async () => {
  const { actor, done, settled } = sessionIn({ isSignedIn: true })
  for (let n = 0; n < 3; n++) actor.send({ type: 'session.end' })
  await settled()
  expect(done).toEqual(SIX_STEPS)
})

test('signing out in another tab ends this one without a call', async () => {
  const { actor, done } = sessionIn({ isSignedIn: true })
  actor.send({ type: 'session.endedElsewhere' })
  expect(done).toEqual(['lead to login', 'clear workspace', 'reload'])
})

test('signing in in another tab signs this one in', () => {
  const { actor, done } = sessionIn()
  actor.send({ type: 'session.startedElsewhere' })
  expect(done).toEqual(['reload'])
})
