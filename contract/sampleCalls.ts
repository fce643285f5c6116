import { get } from './call.ts'

/** Calls of the sample that the interface began with. Their names are kept for who still has such a gateway: nobody makes them here. */
export const sampleCalls = {
  users: get<Record<string, never>, object[]>('/mockapi/users', { reply: 'body', endsSession: false }),
  currentUser: get<Record<string, never>, object>('/mockapi/currentUser', { reply: 'body', endsSession: false }),
} as const
