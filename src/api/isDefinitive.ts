import type { ErrorCode } from '#contract/reply.ts'

/** Codes of a gateway that has not looked at what it was asked for: they say nothing of an earlier try of the same. */
const INDEFINITE: ReadonlySet<string> = new Set<ErrorCode>([
  'BAD_REQUEST',
  'SIGN_INVALID',
  'SIGN_EXPIRED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'LOGIN_IP_DENIED',
  'API_IP_DENIED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'errorPwd',
  'TXN_PWD_NOT_SET',
  'TOO_MANY_TRIES',
])

/** Whether a refusal is about what was asked for, and not only about this try of it. */
export const isDefinitive = (code: string): boolean => !INDEFINITE.has(code)
