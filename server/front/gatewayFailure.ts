import { Refusal } from '../refusal.ts'

const RETRY_AFTER_SECONDS = 5

/** Errors before a request has left: the gateway has not seen it. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

const LATE: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** Codes of TLS: a certificate that is not accepted, or a server that does not speak it. */
const OF_TLS =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)/

/** The reply to a call that the gateway did not answer. */
export function gatewayFailure(error: Error): Refusal {
  const cause = firstCause(error)
  if (cause instanceof Refusal) return cause
  const code = codeOf(cause)
  if (LATE.has(code)) return new Refusal('GATEWAY_TIMEOUT')
  if (OF_TLS.test(code)) return new Refusal('GATEWAY_UNREACHABLE', { reason: 'gatewayCertificate', detail: { fault: code } })
  if (UNREACHABLE.has(code)) return new Refusal('GATEWAY_UNREACHABLE', { retryAfter: RETRY_AFTER_SECONDS })
  return new Refusal('GATEWAY_ANSWER_LOST')
}

/** The code of a fault, else its message. */
export const faultOf = (error: Error): string => codeOf(firstCause(error)) || firstCause(error).message

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : ''
}

/** The error below those that wrap it. */
const firstCause = (error: Error): Error => (error.cause instanceof Error ? firstCause(error.cause) : error)
