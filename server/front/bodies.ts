import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BODY_LIMIT } from '../http/createApp.ts'
import { Refusal } from '../refusal.ts'

/** Refuses a body over the limit: by its stated length, else when it has become too long. */
export async function limitBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) {
    // The body is not read, so no other request can follow it.
    reply.header('connection', 'close')
    throw new Refusal('BODY_TOO_LARGE')
  }
  if (request.headers['transfer-encoding'] !== undefined && request.body !== undefined) request.body = limited(request.raw)
}

function limited(body: IncomingMessage): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (bytes > BODY_LIMIT) done(new Refusal('BODY_TOO_LARGE'))
      else done(null, chunk)
    },
  })
  return pipeline(body, counted, () => {})
}

/** Sends the body of the gateway's reply as it comes. Disconnects a client that takes nothing of it for `idleMs`. */
export function sendStream(reply: FastifyReply, body: Readable, idleMs: number): void {
  const { raw } = reply
  reply.send(body)
  // The head of an event stream does not wait for the first event. Other heads leave with the first bytes, because `flushHeaders`
  // encodes them as UTF-8, and a file name may not survive that.
  if (isEventStream(reply) && !raw.headersSent) raw.flushHeaders()
  // The connection is also idle while the gateway has nothing to send. Then nothing waits to be taken.
  raw.setTimeout(idleMs, () => {
    if (raw.writableLength > 0) raw.destroy()
  })
}

export const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')
