import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import httpProxy from '@fastify/http-proxy'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { auditRoutes } from './audit/auditEvents.ts'
import { passwordRoutes } from './auth/passwordRoutes.ts'
import { signInRoutes } from './auth/signIn.ts'
import { callbackRoutes } from './callbacks/callbackRoutes.ts'
import { eventRoutes } from './changes/hub.ts'
import type { Config } from './config.ts'
import { agentDashboardRoutes, dashboardRoutes } from './dashboards/dashboardRoutes.ts'
import { simulationRoutes } from './demo/simulationRoutes.ts'
import { docsRoutes } from './docs/docsRoutes.ts'
import { exportQueries } from './exports/exportQueries.ts'
import { exportRoutes } from './exports/exportRoutes.ts'
import type { Gateway } from './gateway.ts'
import { authenticate } from './http/caller.ts'
import { serveConsole } from './http/console.ts'
import { createDownloads, type DOWNLOAD_LIMITS } from './http/downloads.ts'
import { errorBody, setErrorHandler } from './http/errors.ts'
import { announceFeatures } from './http/features.ts'
import { cleanForwardedAddresses } from './http/forwarded.ts'
import { setResponseHeaders } from './http/headers.ts'
import { limitCalls } from './http/limits.ts'
import { setNotFoundHandler } from './http/notFound.ts'
import { statementRoutes } from './ledger/statementRoutes.ts'
import { listRoutes } from './lists/listings.ts'
import { viewRoutes } from './lists/views.ts'
import { type LogStream, logOptions, RequestLog } from './log.ts'
import { merchantApiRoutes } from './merchantApi/merchantApiRoutes.ts'
import { ipListRoutes } from './merchants/ipListRoutes.ts'
import { keyRoutes } from './merchants/keyRoutes.ts'
import { merchantRoutes } from './merchants/merchantRoutes.ts'
import { subMerchantRoutes } from './merchants/subMerchantRoutes.ts'
import { movementRoutes } from './movements/movementRoutes.ts'
import { noticeRoutes } from './notices/noticeRoutes.ts'
import { reviewRoutes } from './orders/reviewRoutes.ts'
import { payinRoutes } from './payins/payinRoutes.ts'
import { payoutRoutes } from './payouts/payoutRoutes.ts'
import { platformRoutes } from './platform/platformRoutes.ts'
import { Refusal } from './refusal.ts'
import { metricRoutes } from './service/metricRoutes.ts'
import { systemRoutes } from './service/systemRoutes.ts'

const BODY_LIMIT = 2 * 1024 * 1024
// Limits how long a client may take to send its request. It does not limit the response time.
const REQUEST_TIMEOUT_MS = 30_000
const CONNECTION_LIMITS = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 }

export interface AppOptions {
  logStream?: LogStream
  /** Folder of the built console; `dist` by default. */
  dist?: string
  downloads?: Partial<typeof DOWNLOAD_LIMITS>
}

/** Builds the gateway's HTTP server, which also serves the console. */
export async function buildApp(gateway: Gateway, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = gateway
  const app = await createApp(config, options)
  app.decorate('lists', config.lists)
  app.decorate('downloads', createDownloads(options.downloads))
  const exported = exportQueries(gateway.db)
  metricRoutes(app, gateway)
  announceFeatures(app, gateway)
  authenticate(app, gateway)
  await limitCalls(app, config)
  await app.register(formbody, { bodyLimit: BODY_LIMIT })
  signInRoutes(app, gateway)
  systemRoutes(app, gateway)
  noticeRoutes(app, gateway)
  auditRoutes(app, gateway)
  viewRoutes(app, gateway)
  dashboardRoutes(app, gateway)
  merchantRoutes(app, gateway)
  passwordRoutes(app, gateway)
  platformRoutes(app, gateway)
  ipListRoutes(app, gateway)
  keyRoutes(app, gateway)
  callbackRoutes(app, gateway)
  subMerchantRoutes(app, gateway)
  agentDashboardRoutes(app, gateway)
  listRoutes(app, gateway)
  eventRoutes(app, gateway)
  payinRoutes(app, gateway)
  reviewRoutes(app, gateway)
  payoutRoutes(app, gateway)
  movementRoutes(app, gateway)
  statementRoutes(app, gateway, exported)
  simulationRoutes(app, gateway)
  exportRoutes(app, gateway, exported)
  merchantApiRoutes(app, gateway)
  docsRoutes(app)
  await serveConsole(app, options.dist)
  return app
}

/** Builds a server that serves the console and proxies its calls to a remote gateway. It has no database. */
export async function buildFront(config: Config, upstream: string, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = await createApp(config, options)
  for (const prefix of ['/api', '/openapi', '/docs']) {
    await app.register(httpProxy, {
      upstream,
      prefix,
      rewritePrefix: prefix,
      replyOptions: { rewriteRequestHeaders: ({ ip }, headers) => ({ ...headers, 'x-forwarded-for': ip }) },
    })
  }
  destroyStreamsOnClose(app)
  await serveConsole(app, options.dist)
  return app
}

/** Destroys proxied event streams on close. They never end by themselves and would delay the shutdown. */
function destroyStreamsOnClose(app: FastifyInstance): void {
  const streams = new Set<FastifyReply['raw']>()
  app.addHook('onSend', async (_, reply) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    streams.add(reply.raw)
    reply.raw.once('close', () => streams.delete(reply.raw))
  })
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.destroy()
  })
}

async function createApp({ logLevel, softphone, trustedProxies }: Config, { logStream }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: logOptions(logLevel, logStream),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: CONNECTION_LIMITS,
    routerOptions: { maxParamLength: 128 },
    frameworkErrors: replyBadPath,
  })
  app.removeContentTypeParser('text/plain')
  cleanForwardedAddresses(app)
  setErrorHandler(app)
  setNotFoundHandler(app)
  await setResponseHeaders(app, { softphone })
  return app
}

/** Fastify does not pass a path that cannot be decoded to the error handler. */
const replyBadPath = (_: Error, request: FastifyRequest, reply: FastifyReply): void => {
  reply
    .code(400)
    .header('x-request-id', request.id)
    .send(errorBody(new Refusal('BAD_REQUEST'), request))
}
