import type { ErrorCode } from '#contract/reply.ts'

/** Codes returned before the request itself is processed: they say nothing about an earlier attempt. */
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

/** Whether a refusal is about the request itself and not only about this attempt. */
export const isDefinitive = (code: string): boolean => !INDEFINITE.has(code)
