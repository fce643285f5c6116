import { BY_CONTRACT, type EmptyInput, GUEST_CALL, get, post } from './call.ts'
import type { Login } from './rows/session.ts'
import type { DemoAccount, Health } from './rows/system.ts'
import type { ClientError, PageView } from './shapes/client.ts'
import type { Credentials, Passcode } from './shapes/session.ts'

/** Calls needed before sign-in. A separate table keeps the others out of the sign-in script. */
export const guestCalls = {
  login: post<Credentials, { status: string; data: Login }>('/api/auth/login', {
    ...GUEST_CALL,
    reply: 'body',
    announces: true,
  }),
  // Sends the token of the password step; the gateway accepts that token only here.
  loginOtp: post<Passcode, { status: string; data: Login }>('/api/auth/login/otp', {
    ...GUEST_CALL,
    reply: 'body',
    announces: true,
  }),
  logout: post<EmptyInput, { status: string }>('/api/auth/logout', { ...GUEST_CALL, ...BY_CONTRACT, reply: 'body' }),
  // Only status `ok` in the body switches the locale, whatever the HTTP status.
  locale: post<{ locale: string }, { status: string; message?: string }>('/api/index/locale', {
    ...GUEST_CALL,
    ...BY_CONTRACT,
    reply: 'body',
  }),
  // Before sign-in, no other reply names the gateway's features.
  health: get<EmptyInput, Health>('/healthz', { ...GUEST_CALL, ...BY_CONTRACT, reply: 'body', announces: true }),
  demoAccounts: get<EmptyInput, DemoAccount[]>('/api/index/demo-accounts', { ...GUEST_CALL, source: 'demo-accounts' }),

  pageView: post<PageView, void>('/api/client/page-view', { ...GUEST_CALL, ...BY_CONTRACT, body: 'json', reply: 'nothing' }),
  clientError: post<ClientError, void>('/api/client/error', { ...GUEST_CALL, ...BY_CONTRACT, body: 'json', reply: 'nothing' }),
} as const
