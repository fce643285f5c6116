import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type LogStream, logOptions, RequestLog } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { type ErrorPage, errorBody, setErrorHandler } from './errors.ts'
import { cleanForwardedAddresses } from './forwarded.ts'
import { setResponseHeaders } from './headers.ts'
import { setNotFoundHandler } from './notFound.ts'

/** Bytes of a request's body. */
export const BODY_LIMIT = 2 * 1024 * 1024
/** The same for calls without a session: those of merchant systems, sign-ins, reports. None needs a tenth. */
export const GUEST_BODY_LIMIT = 64 * 1024
// Limits how long a client may take to send its request. It does not limit the response time.
const REQUEST_TIMEOUT_MS = 30_000
const CONNECTION_LIMITS = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 }

export interface ServerAppOptions {
  logStream?: LogStream
  /** Replaces the JSON body of an error for browsers. */
  errorPage?: ErrorPage
  shouldUpgrade?: ServerOptions['shouldUpgradeCallback']
}

/** Builds a server without routes: its log, limits, errors and response headers. */
export async function createApp(
  { logLevel, connectOrigins, trustedProxies }: Config,
  { logStream, errorPage, shouldUpgrade }: ServerAppOptions,
): Promise<FastifyInstance> {
  const app = fastify({
    logger: logOptions(logLevel, logStream),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { ...CONNECTION_LIMITS, ...(shouldUpgrade && { shouldUpgradeCallback: shouldUpgrade }) },
    routerOptions: { maxParamLength: 128 },
    frameworkErrors: replyBadPath,
  })
  app.removeContentTypeParser('text/plain')
  cleanForwardedAddresses(app)
  setErrorHandler(app, errorPage)
  setNotFoundHandler(app)
  await setResponseHeaders(app, { connectOrigins })
  return app
}

/** Fastify does not pass a path that cannot be decoded to the error handler. */
const replyBadPath = (_: Error, request: FastifyRequest, reply: FastifyReply): void => {
  reply
    .code(400)
    .header('x-request-id', request.id)
    .send(errorBody(new Refusal('BAD_REQUEST'), request))
}
