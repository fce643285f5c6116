import { type EmptyInput, GUEST_CALL, get, post } from './call.ts'
import type { Login } from './rows/session.ts'
import type { DemoAccount } from './rows/system.ts'
import type { ClientError, PageView } from './shapes/client.ts'
import type { Credentials, Passcode } from './shapes/session.ts'

/** Calls needed before sign-in. A separate table keeps the others out of the sign-in script. */
export const guestCalls = {
  login: post<Credentials, { status: string; data: Login }>('/api/auth/login', { ...GUEST_CALL, reply: 'body' }),
  // Sends the token of the password step; the gateway accepts that token only here.
  loginOtp: post<Passcode, { status: string; data: Login }>('/api/auth/login/otp', { ...GUEST_CALL, reply: 'body' }),
  logout: post<EmptyInput, { status: string }>('/api/auth/logout', { ...GUEST_CALL, reply: 'body' }),
  // Only status `ok` in the body switches the locale, whatever the HTTP status.
  locale: post<{ locale: string }, { status: string; message?: string }>('/api/index/locale', { ...GUEST_CALL, reply: 'body' }),
  // Not in the specification: empty unless the gateway was seeded with the demo.
  demoAccounts: get<EmptyInput, DemoAccount[]>('/api/index/demo-accounts', GUEST_CALL),

  pageView: post<PageView, void>('/api/client/page-view', { ...GUEST_CALL, body: 'json', reply: 'nothing' }),
  clientError: post<ClientError, void>('/api/client/error', { ...GUEST_CALL, body: 'json', reply: 'nothing' }),
} as const
