import { get } from './call.ts'

/** Mock calls of the specification, kept for gateways that serve them. The console does not make them. */
export const sampleCalls = {
  users: get<Record<string, never>, object[]>('/mockapi/users', { reply: 'body', endsSession: false }),
  currentUser: get<Record<string, never>, object>('/mockapi/currentUser', { reply: 'body', endsSession: false }),
} as const
