import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { serveConsole } from '../http/console.ts'
import { createApp } from '../http/createApp.ts'
import type { LogStream } from '../log.ts'
import { isEventStream, limitBody, sendStream } from './bodies.ts'
import { watchDepartures } from './departures.ts'
import { errorPage } from './errorPage.ts'
import { gatewayFailure } from './gatewayFailure.ts'
import { healthRoute } from './health.ts'
import { requestHeaders, responseHeaders } from './proxyHeaders.ts'
import { asksForWebSocket, openTunnels } from './tunnels.ts'
import { connectUpstream, GATEWAY_LIMITS, type GatewayLimits } from './upstream.ts'

/** The paths of the contract, except the health check. */
const PROXIED = ['/api', '/openapi', '/docs']

export interface FrontOptions {
  logStream?: LogStream
  /** Folder of the built console; `dist` by default. */
  dist?: string
  limits?: Partial<GatewayLimits>
}

/**
 * Builds a server that serves the console and proxies its calls to the gateway at the address, which may have a path. It has no
 * database.
 */
export async function buildFront(
  config: Config,
  address: string,
  { limits, logStream, dist }: FrontOptions = {},
): Promise<FastifyInstance> {
  const app = await createApp(config, { ...(logStream && { logStream }), errorPage, shouldUpgrade: asksForWebSocket })
  const upstream = connectUpstream(address, { ...GATEWAY_LIMITS, ...limits })
  const tunnels = openTunnels(app, upstream)
  const streams = trackStreams(app)
  const departures = watchDepartures(upstream.dispatcher)
  const foundAway = healthRoute(app, upstream)
  const options: FastifyHttpProxyOptions = {
    upstream: upstream.origin.origin,
    // Its types are of another version of the library than the proxy's own.
    undici: departures.requester as object,
    disableRequestLogging: true,
    internalRewriteLocationHeader: false,
    preHandler: limitBody,
    handler: (request, reply, path, replyOptions) =>
      tunnels.isAsked(request)
        ? tunnels.pass(request, reply, path + queryOf(request))
        : departures.run(reply, () => reply.from(path, replyOptions)),
    replyOptions: {
      // By default, a GET that is answered 503 is repeated up to ten times.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => requestHeaders(request, headers, upstream),
      rewriteHeaders: (headers, request) => responseHeaders(headers, upstream.basePath + request!.url, upstream),
      onResponse(_, reply, { stream }) {
        const passed = reply as FastifyReply
        if (isEventStream(passed)) streams.add(passed.raw)
        sendStream(passed, stream, upstream.limits.idleMs)
      },
      onError(reply, { error }) {
        // The rest of a body that was not read would be taken for the next request.
        if (!reply.request.raw.complete) reply.header('connection', 'close')
        const failure = gatewayFailure(error)
        if (failure.code === 'GATEWAY_UNREACHABLE') foundAway(error)
        reply.send(failure)
      },
    },
  }
  for (const prefix of PROXIED) await app.register(httpProxy, { ...options, prefix, rewritePrefix: upstream.basePath + prefix })
  app.addHook('onClose', () => upstream.dispatcher.destroy())
  await serveConsole(app, { dist, locale: config.defaultLocale })
  return app
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

/** Destroys event streams on close. They never end by themselves and would delay the shutdown. */
function trackStreams(app: FastifyInstance) {
  const streams = new Set<FastifyReply['raw']>()
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.destroy()
  })
  return {
    add(raw: FastifyReply['raw']): void {
      streams.add(raw)
      raw.once('close', () => streams.delete(raw))
    },
  }
}
