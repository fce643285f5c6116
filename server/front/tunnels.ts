import { type IncomingMessage, type RequestOptions, request as requestHttp, ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { gatewayFailure } from './gatewayFailure.ts'
import { requestHeaders, responseHeaders } from './proxyHeaders.ts'
import type { Upstream } from './upstream.ts'

/** Whether a request asks for a WebSocket. Other upgrades are ignored, as RFC 9110 (7.8) allows. */
export const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Passes WebSockets through as bytes: the gateway decides whether to upgrade, on which protocol, and each side reads no faster than
 * the other writes. The request passes the hooks of every request first.
 */
export function openTunnels(app: FastifyInstance, upstream: Upstream) {
  const { origin, limits } = upstream
  const asked = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>()
  const open = new Set<Duplex>()

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const response = new ServerResponse(request)
    response.assignSocket(socket as Socket)
    response.shouldKeepAlive = false
    response.on('finish', () => socket.end())
    socket.on('error', () => socket.destroy())
    asked.set(request, { socket, head })
    app.routing(request, response)
  })
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy()
  })

  function connect(socket: Duplex, head: Buffer, reply: FastifyReply, answer: IncomingMessage, gateway: Socket): void {
    reply.hijack()
    reply.raw.detachSocket(socket as Socket)
    open.add(socket)
    for (const [one, other] of [
      [socket, gateway],
      [gateway, socket],
    ] as const) {
      one.on('error', () => one.destroy())
      one.once('close', () => other.destroy())
    }
    socket.once('close', () => open.delete(socket))
    gateway.setTimeout(limits.idleMs, () => gateway.destroy())
    socket.write(headOf(answer), 'latin1')
    if (head.length > 0) gateway.write(head)
    socket.pipe(gateway).pipe(socket)
  }

  return {
    isAsked: (request: FastifyRequest): boolean => asked.has(request.raw),
    /** `target` is the path and query at the gateway. */
    pass(request: FastifyRequest, reply: FastifyReply, target: string): FastifyReply {
      const { socket, head } = asked.get(request.raw)!
      const options: RequestOptions = {
        agent: false,
        path: target,
        headers: { ...requestHeaders(request, request.headers, upstream), connection: 'Upgrade', upgrade: 'websocket' },
        timeout: limits.answerMs,
      }
      const asking = (origin.protocol === 'https:' ? requestHttps : requestHttp)(origin, options)
      const abandon = () => asking.destroy()
      socket.once('close', abandon)
      asking.on('timeout', () => asking.destroy(new Refusal('GATEWAY_TIMEOUT')))
      asking.on('error', (error) => {
        request.log.warn({ err: error }, 'response errored')
        if (!reply.sent && !socket.destroyed) reply.send(gatewayFailure(error))
      })
      asking.on('response', (answer) => {
        reply
          .code(answer.statusCode!)
          .headers(responseHeaders(answer.headers, target, upstream))
          .send(answer)
      })
      asking.on('upgrade', (answer, gateway, first) => {
        socket.off('close', abandon)
        if (first.length > 0) gateway.unshift(first)
        connect(socket, head, reply, answer, gateway as Socket)
      })
      asking.end()
      return reply
    },
  }
}

/** The head of the gateway's answer, unchanged. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []))
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n')
}
