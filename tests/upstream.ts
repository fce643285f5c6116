import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { readConfig } from '../server/config.ts'
import { buildFront, type FrontOptions } from '../server/front/front.ts'
import { SELF_SIGNED } from './certificate.ts'
import { listenOnLoopback } from './loopback.ts'

/** A gateway that is not ours: it answers as the test says. */
export interface Upstream {
  address: string
  server: Server
  /** Of the requests so far, without health checks. */
  received: IncomingMessage[]
  close(): Promise<void>
}

export async function startUpstream(answer: RequestListener, { tls = false }: { tls?: boolean } = {}): Promise<Upstream> {
  const received: IncomingMessage[] = []
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url!.endsWith('/healthz')) received.push(request)
    answer(request, response as ServerResponse & { req: IncomingMessage })
  }
  const server = tls ? createTlsServer(SELF_SIGNED, listener) : createServer(listener)
  const { port, close } = await listenOnLoopback(server)
  return {
    address: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    server,
    received,
    close,
  }
}

/** An address that refuses connections. */
export async function closedAddress(): Promise<string> {
  const upstream = await startUpstream(() => {})
  await upstream.close()
  return upstream.address
}

/** A listening front of the gateway at the address. */
export async function openFront(
  gateway: string,
  { environment = {}, ...options }: FrontOptions & { environment?: Record<string, string> } = {},
) {
  const config = readConfig({ GATEWAY_URL: gateway, LOG_LEVEL: options.logStream ? 'warn' : 'silent', ...environment })
  const app = await buildFront(config, gateway, { dist: '/nowhere', ...options })
  return { app, address: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}
