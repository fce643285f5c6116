import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '#contract/reply.ts'
import { isUnavailable, OutcomeUnknown } from '../db/faults.ts'
import { Refusal } from '../refusal.ts'
import { messageOf } from '../texts/texts.ts'
import { callerLanguage } from './caller.ts'

/** Sends the HTML page of an error to a browser that opens an address; null for callers that read JSON. */
export type ErrorPage = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply) => FastifyReply | null

/**
 * Replies to every error with an `ErrorBody` in the caller's language, or with a page. Unexpected errors are logged and sent without
 * details.
 */
export function setErrorHandler(app: FastifyInstance, errorPage: ErrorPage = () => null): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error')
    if (refusal.status === 503) request.log.warn({ err: error }, 'unavailable')
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfter))))
    reply.code(refusal.status)
    return errorPage(refusal, request, reply) ?? reply.type('application/json; charset=utf-8').send(errorBody(refusal, request))
  })
}

export const errorBody = (refusal: Refusal, request: FastifyRequest): ErrorBody => ({
  status: 'error',
  error: refusal.code,
  message: messageOf(refusal, callerLanguage(request)),
  ...(refusal.fields && { fields: refusal.fields }),
  requestId: request.id,
})

function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof OutcomeUnknown) return new Refusal('OUTCOME_UNKNOWN', { retryAfter: RETRY_AFTER_SECONDS })
  const code = FRAMEWORK_ERRORS[error.code] ?? (isUnavailable(error) ? 'UNAVAILABLE' : undefined)
  if (code !== undefined) return new Refusal(code, code === 'UNAVAILABLE' ? { retryAfter: RETRY_AFTER_SECONDS } : {})
  const status = error.statusCode ?? 500
  return new Refusal(status >= 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL')
}

const RETRY_AFTER_SECONDS = 2

const FRAMEWORK_ERRORS: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
}
