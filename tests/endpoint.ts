import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from './loopback.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A local merchant server that answers as configured and records its requests. */
export interface Endpoint {
  address: string
  received: Received[]
  answer: (response: ServerResponse, request: IncomingMessage) => void
  /** Resolves after the given total number of requests. */
  waitForRequests(count: number): Promise<void>
  close(): Promise<void>
}

export const respondWith =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(body)
  }

export async function startEndpoint(): Promise<Endpoint> {
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    endpoint.received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    endpoint.answer(response, request)
    for (const check of waiting) check()
  })
  const { port, close } = await listenOnLoopback(server)
  const endpoint: Endpoint = {
    address: `http://127.0.0.1:${port}/notify`,
    received: [],
    answer: respondWith(200, 'SUCCESS'),
    waitForRequests(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => {
        if (endpoint.received.length < count) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
      return promise
    },
    close,
  }
  return endpoint
}
