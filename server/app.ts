import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import httpProxy from '@fastify/http-proxy'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { authRoutes } from './auth/authRoutes.ts'
import { passwordRoutes } from './auth/passwordRoutes.ts'
import { callbackRoutes } from './callbacks/callbackRoutes.ts'
import { notifyPlanRoutes } from './callbacks/notifyPlanRoutes.ts'
import { eventRoutes } from './changes/eventRoutes.ts'
import type { Config } from './config.ts'
import { agentDashboardRoutes } from './dashboards/agentDashboardRoutes.ts'
import { dashboardRoutes } from './dashboards/dashboardRoutes.ts'
import { simulationRoutes } from './demo/simulationRoutes.ts'
import { docsRoutes } from './docs/docsRoutes.ts'
import { exportRoutes } from './exports/exportRoutes.ts'
import type { Gateway } from './gateway.ts'
import { authenticate } from './http/caller.ts'
import { serveConsole } from './http/console.ts'
import { errorBody, setErrorHandler } from './http/errors.ts'
import { setResponseHeaders } from './http/headers.ts'
import { limitCalls } from './http/limits.ts'
import { setNotFoundHandler } from './http/notFound.ts'
import { verifySignatures } from './http/signatures.ts'
import { statementRoutes } from './ledger/statementRoutes.ts'
import { listRoutes } from './lists/listRoutes.ts'
import { viewRoutes } from './lists/viewRoutes.ts'
import { CallLog, type LogStream, logOptions } from './log.ts'
import { agentRoutes } from './merchants/agentRoutes.ts'
import { ipListRoutes } from './merchants/ipListRoutes.ts'
import { keyRoutes } from './merchants/keyRoutes.ts'
import { merchantRoutes } from './merchants/merchantRoutes.ts'
import { subMerchantRoutes } from './merchants/subMerchantRoutes.ts'
import { moneyRoutes } from './movements/moneyRoutes.ts'
import { movementRoutes } from './movements/movementRoutes.ts'
import { openapiRoutes } from './orders/openapiRoutes.ts'
import { reviewRoutes } from './orders/reviewRoutes.ts'
import { payinRoutes } from './payins/payinRoutes.ts'
import { payoutRoutes } from './payouts/payoutRoutes.ts'
import { platformRoutes } from './platform/platformRoutes.ts'
import { Refusal } from './refusal.ts'
import { clientRoutes } from './service/clientRoutes.ts'
import { homeRoutes } from './service/homeRoutes.ts'
import { metricRoutes } from './service/metricRoutes.ts'

const BODY_LIMIT = 2 * 1024 * 1024
// How long a client may take to send what it asks; not how long the answer may take.
const RECEIVE_WITHIN_MS = 30_000

export interface AppOptions {
  logStream?: LogStream
  /** Folder of the built console, when it is not the usual one. */
  dist?: string
}

/** The gateway and the console in front of it, ready to listen. */
export async function buildApp(gateway: Gateway, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = gateway
  const app = await emptyApp(config, options)
  app.decorate('lists', config.lists)
  metricRoutes(app, gateway)
  authenticate(app, gateway)
  await limitCalls(app, config)
  verifySignatures(app, gateway)
  await app.register(formbody, { bodyLimit: BODY_LIMIT })
  authRoutes(app, gateway)
  homeRoutes(app, gateway)
  viewRoutes(app, gateway)
  dashboardRoutes(app, gateway)
  merchantRoutes(app, gateway)
  passwordRoutes(app, gateway)
  platformRoutes(app, gateway)
  ipListRoutes(app, gateway)
  keyRoutes(app, gateway)
  callbackRoutes(app, gateway)
  subMerchantRoutes(app, gateway)
  agentRoutes(app, gateway)
  agentDashboardRoutes(app, gateway)
  listRoutes(app, gateway)
  eventRoutes(app, gateway)
  payinRoutes(app, gateway)
  reviewRoutes(app, gateway)
  payoutRoutes(app, gateway)
  notifyPlanRoutes(app, gateway)
  moneyRoutes(app, gateway)
  movementRoutes(app, gateway)
  statementRoutes(app, gateway)
  simulationRoutes(app, gateway)
  exportRoutes(app, gateway)
  openapiRoutes(app, gateway)
  clientRoutes(app, gateway)
  docsRoutes(app)
  await serveConsole(app, options.dist)
  return app
}

/** The console in front of a gateway that runs elsewhere: its calls are passed through, and nothing is kept here. */
export async function buildFront(config: Config, upstream: string, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = await emptyApp(config, options)
  for (const prefix of ['/api', '/openapi', '/docs']) {
    await app.register(httpProxy, {
      upstream,
      prefix,
      rewritePrefix: prefix,
      replyOptions: { rewriteRequestHeaders: ({ ip }, headers) => ({ ...headers, 'x-forwarded-for': ip }) },
    })
  }
  leaveStreams(app)
  await serveConsole(app, options.dist)
  return app
}

/** A stream of events that is passed through has no end of its own; nobody is to wait for one when this process stops. */
function leaveStreams(app: FastifyInstance): void {
  const passing = new Set<FastifyReply['raw']>()
  app.addHook('onSend', async (_, reply) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    passing.add(reply.raw)
    reply.raw.once('close', () => passing.delete(reply.raw))
  })
  app.addHook('preClose', async () => {
    for (const raw of passing) raw.destroy()
  })
}

async function emptyApp({ logLevel, softphone, trustedProxies }: Config, { logStream }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: logOptions(logLevel, logStream),
    logController: new CallLog(),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: RECEIVE_WITHIN_MS,
    routerOptions: { maxParamLength: 128 },
    frameworkErrors: answerBadPath,
  })
  app.removeContentTypeParser('text/plain')
  setErrorHandler(app)
  setNotFoundHandler(app)
  await setResponseHeaders(app, { softphone })
  return app
}

/** A path that cannot be decoded never reaches the error handler. */
const answerBadPath = (_: Error, request: FastifyRequest, reply: FastifyReply): void => {
  reply
    .code(400)
    .header('x-request-id', request.id)
    .send(errorBody(new Refusal('BAD_REQUEST'), request))
}
