import { get, type Nothing, post } from './call.ts'
import type { Login } from './rows.ts'
import type { Credentials, Passcode } from './shapes.ts'
import type { DemoAccount } from './systemRows.ts'

/** The rows of the call table that a browser needs before anybody is signed in: it waits for no others. */
export const guestCalls = {
  login: post<Credentials, { status: string; data: Login }>('/api/auth/login', { who: 'guest', reply: 'body', logout: false }),
  // Carries the token that the password gave; the gateway accepts that one here and nowhere else.
  loginOtp: post<Passcode, { status: string; data: Login }>('/api/auth/login/otp', {
    who: 'guest',
    reply: 'body',
    logout: false,
  }),
  logout: post<Nothing, { status: string }>('/api/auth/logout', { who: 'guest', reply: 'body', logout: false }),
  // Whatever its HTTP status, only `ok` switches.
  locale: post<{ locale: string }, { status: string; message?: string }>('/api/index/locale', {
    who: 'guest',
    reply: 'body',
    logout: false,
  }),
  // Ours: empty unless the gateway was seeded with the demo.
  demoAccounts: get<Nothing, DemoAccount[]>('/api/index/demo-accounts', { who: 'guest', logout: false }),

  pageView: post<{ path: string; title: string; at: string }, void>('/api/client/page-view', {
    body: 'json',
    reply: 'nothing',
    who: 'guest',
    logout: false,
  }),
  clientError: post<{ message: string; stack?: string; path: string; version: string; build: string; host?: string }, void>(
    '/api/client/error',
    { body: 'json', reply: 'nothing', who: 'guest', logout: false },
  ),
} as const
