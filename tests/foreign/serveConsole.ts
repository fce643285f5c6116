import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnLoopback } from '../loopback.ts'

export interface ServedConsole {
  /** Origin. */
  home: string
  close(): Promise<void>
}

const OF_GATEWAY = /^\/(api|openapi|mockapi|docs|healthz|metrics)(\/|$)/

/** Serves the files of the console at `origin`, and a gateway, on a free port. A gateway that rejects drops the connection. */
export async function serveConsole(origin: string, gateway: typeof fetch): Promise<ServedConsole> {
  const server = createServer((request, response) => {
    const isCall = OF_GATEWAY.test(request.url!.split('?')[0]!)
    void respond(request, response, isCall ? gateway : (path, init) => fetch(`${origin}${path}`, init)).catch(() =>
      response.destroy(),
    )
  })
  const { port, close } = await listenOnLoopback(server)
  return { home: `http://127.0.0.1:${port}`, close }
}

/** `fetch` has decoded the body. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length', 'host'])

async function respond(request: IncomingMessage, response: ServerResponse, send: typeof fetch) {
  const body = await buffer(request)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const reply = await send(request.url!, {
    method: request.method!,
    headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      OF_CONNECTION.has(name) ? [] : [[name, String(value)]],
    ),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    signal: gone.signal,
  })
  response.writeHead(
    reply.status,
    [...reply.headers].flatMap(([name, value]) => (OF_CONNECTION.has(name) ? [] : [name, value])),
  )
  response.end(Buffer.from(await reply.arrayBuffer()))
}
