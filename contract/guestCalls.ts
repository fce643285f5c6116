import { type EmptyInput, get, post } from './call.ts'
import type { Login } from './rows/session.ts'
import type { DemoAccount } from './rows/system.ts'
import type { Credentials, Passcode } from './shapes/session.ts'

/** Calls needed before sign-in. A separate table keeps the others out of the sign-in script. */
export const guestCalls = {
  login: post<Credentials, { status: string; data: Login }>('/api/auth/login', {
    callers: 'guest',
    reply: 'body',
    endsSession: false,
  }),
  // Sends the token of the password step; the gateway accepts that token only here.
  loginOtp: post<Passcode, { status: string; data: Login }>('/api/auth/login/otp', {
    callers: 'guest',
    reply: 'body',
    endsSession: false,
  }),
  logout: post<EmptyInput, { status: string }>('/api/auth/logout', { callers: 'guest', reply: 'body', endsSession: false }),
  // Only status `ok` in the body switches the locale, whatever the HTTP status.
  locale: post<{ locale: string }, { status: string; message?: string }>('/api/index/locale', {
    callers: 'guest',
    reply: 'body',
    endsSession: false,
  }),
  // Not in the specification: empty unless the gateway was seeded with the demo.
  demoAccounts: get<EmptyInput, DemoAccount[]>('/api/index/demo-accounts', { callers: 'guest', endsSession: false }),

  pageView: post<{ path: string; title: string; at: string }, void>('/api/client/page-view', {
    body: 'json',
    reply: 'nothing',
    callers: 'guest',
    endsSession: false,
  }),
  clientError: post<{ message: string; stack?: string; path: string; version: string; build: string; host?: string }, void>(
    '/api/client/error',
    { body: 'json', reply: 'nothing', callers: 'guest', endsSession: false },
  ),
} as const
