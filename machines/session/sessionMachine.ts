import { assign, setup } from 'xstate'
import type { Login } from '#contract/rows/session.ts'
import type { SystemConfig } from '#contract/rows/system.ts'
import { byEvent, byOutput, requiredAction, requiredActor } from '../parts.ts'

/** The reply of both login calls. Only `status: 'ok'` with data is a success, whatever the HTTP status. */
export interface LoginReply {
  status: string
  data?: Login | null
  error?: string | null
  message?: string | null
}

/** The counter increases with each failure, so that a repeated failure is noticed. */
export interface LoginError {
  errorCode: string
  message: string
  counter: number
  /** Seconds to wait, if the gateway said so. */
  retryAfter?: number
  /** The gateway did not answer: what was typed may be right. */
  isUnanswered?: true
}

export interface SessionContext {
  /** Whether the browser had stored permissions when the page was loaded. */
  remembered: boolean
  status: 'ok' | 'error' | undefined
  loginError: LoginError | null
  /** Failures so far, also after `loginError` has been cleared. */
  failureCount: number
  auth: { needOtp: boolean; otpAuthUrl: string }
  companySystemInfo: SystemConfig['companySystemInfo']
  companyInfoList: SystemConfig['companyInfoList']
}

export type SessionEvent =
  | { type: 'login.submit'; username: string; password: string }
  | { type: 'otp.submit'; otp: string }
  | { type: 'otp.leave' }
  | { type: 'session.end' }
  // The same browser in another tab.
  | { type: 'session.endedElsewhere' }
  | { type: 'session.startedElsewhere' }
  | { type: 'company.known'; info: SystemConfig['companySystemInfo']; list: SystemConfig['companyInfoList'] }

type ByError = { error: unknown }

/** The body of another gateway may also be `null`. */
const isOk = (reply: LoginReply | null): reply is LoginReply & { data: Login } => reply?.status === 'ok' && reply.data != null

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? 'NETWORK_ERROR'

const failureOf = (error: unknown) => {
  const { message, retryAfter, isAnswer } = error as Error & { retryAfter?: number | null; isAnswer?: boolean }
  return {
    errorCode: codeOf(error),
    message,
    ...(retryAfter == null ? {} : { retryAfter }),
    ...(isAnswer === false && { isUnanswered: true as const }),
  }
}

const NO_PASSCODE = { needOtp: false, otpAuthUrl: '' }

/** The transitions that both replies can cause. */
const ENDED = [
  { guard: byOutput('accepted'), target: '#session.entering', actions: ['succeed', byOutput('remember')] },
  { target: 'idle', actions: byOutput('refuse') },
] as const

/**
 * The session: credentials, passcode, the direct way in, and the six steps of signing out. The host provides the calls and the
 * browser storage.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as { isSignedIn: boolean },
  },
  actors: {
    signIn: requiredActor<LoginReply, { username: string; password: string }>('signIn'),
    signInWithOtp: requiredActor<LoginReply, { otp: string }>('signInWithOtp'),
    signOut: requiredActor<void>('signOut'),
  },
  actions: {
    /** Stores permissions, token and the sign-in mark, and goes to the target address. */
    remember: (_, _params: LoginReply) => requiredAction('remember')(),
    keepToken: (_, _params: LoginReply) => requiredAction('keepToken')(),
    leadToLogin: requiredAction('leadToLogin'),
    clearWorkspace: requiredAction('clearWorkspace'),
    becomeGuest: requiredAction('becomeGuest'),
    markLogout: requiredAction('markLogout'),
    forgetToken: requiredAction('forgetToken'),
    reload: requiredAction('reload'),
    succeed: assign({ status: 'ok', auth: NO_PASSCODE }),
    refuse: assign(({ context }, reply: LoginReply | null) =>
      failure(context, { errorCode: reply?.error ?? '', message: reply?.message ?? '' }),
    ),
    fail: assign(({ context }, { error }: ByError) => failure(context, failureOf(error))),
  },
  guards: {
    otpNeeded: (_, reply: LoginReply | null) => isOk(reply) && ['true', '1'].includes(String(reply.data.needOtp)),
    accepted: (_, reply: LoginReply | null) => isOk(reply),
    otpExpired: (_, { error }: ByError) => codeOf(error) === 'OTP_EXPIRED',
  },
  delays: { reloadDelay: 50 },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    remembered: input.isSignedIn,
    status: undefined,
    loginError: null,
    failureCount: 0,
    auth: NO_PASSCODE,
    companySystemInfo: null,
    companyInfoList: [],
  }),
  initial: 'arriving',
  on: {
    'company.known': {
      actions: assign({ companySystemInfo: ({ event }) => event.info, companyInfoList: ({ event }) => event.list }),
    },
  },
  states: {
    // Decided by the permissions, not the token: a token that waits for a passcode signs nothing in.
    arriving: { always: [{ guard: ({ context }) => context.remembered, target: 'signedIn' }, { target: 'credentials' }] },

    credentials: {
      on: { 'session.startedElsewhere': { actions: 'reload' } },
      initial: 'idle',
      states: {
        idle: { on: { 'login.submit': 'submitting' } },
        submitting: {
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => event as Extract<SessionEvent, { type: 'login.submit' }>,
            onDone: [
              {
                guard: byOutput('otpNeeded'),
                target: '#session.otp',
                actions: [
                  byOutput('keepToken'),
                  assign({
                    auth: ({ event }) => ({ needOtp: true, otpAuthUrl: event.output.data?.otpAuthUrl ?? '' }),
                    loginError: null,
                  }),
                ],
              },
              ...ENDED,
            ],
            onError: { target: 'idle', actions: byEvent('fail') },
          },
        },
      },
    },

    otp: {
      on: {
        'session.startedElsewhere': { actions: 'reload' },
        'otp.leave': {
          target: 'credentials',
          actions: ['forgetToken', assign({ auth: NO_PASSCODE, loginError: null })],
        },
      },
      initial: 'idle',
      states: {
        idle: { on: { 'otp.submit': 'submitting' } },
        submitting: {
          invoke: {
            id: 'signInWithOtp',
            src: 'signInWithOtp',
            input: ({ event }) => event as Extract<SessionEvent, { type: 'otp.submit' }>,
            onDone: ENDED,
            onError: [
              {
                guard: byEvent('otpExpired'),
                target: '#session.credentials',
                actions: ['forgetToken', byEvent('fail')],
              },
              { target: 'idle', actions: byEvent('fail') },
            ],
          },
        },
      },
    },

    // Nothing of the target is drawn or fetched until the page has been reloaded.
    entering: { after: { reloadDelay: { target: 'signedIn', actions: 'reload' } } },

    signedIn: {
      on: {
        'session.end': 'loggingOut',
        // The other tab has cleared the shared storage.
        'session.endedElsewhere': { target: 'signedOut', actions: ['leadToLogin', 'clearWorkspace', 'reload'] },
        'session.startedElsewhere': { target: 'signedOut', actions: 'reload' },
      },
    },

    loggingOut: {
      // The call is best effort: this browser drops the session whatever its outcome.
      invoke: { id: 'signOut', src: 'signOut', onDone: 'signedOut', onError: 'signedOut' },
      exit: ['leadToLogin', 'clearWorkspace', 'becomeGuest', 'markLogout', 'forgetToken', 'reload'],
    },

    signedOut: { type: 'final' },
  },
})

function failure({ failureCount }: SessionContext, what: Omit<LoginError, 'counter'>) {
  const counter = failureCount + 1
  return { status: 'error' as const, failureCount: counter, loginError: { ...what, counter } }
}
