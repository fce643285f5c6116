import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Gateway } from '../gateway.ts'
import { callerOf } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { openHub } from './hub.ts'

const ASK_AGAIN_SECONDS = 30

/** The stream that tells a console when to look. Not by `serve`: it has no end, and a HEAD of it makes no sense. */
export function eventRoutes(app: FastifyInstance, gateway: Gateway): void {
  const hub = openHub(gateway, (err) => app.log.error({ err }, 'looking for changes failed'))
  app.addHook('preClose', async () => hub.close())
  const { method, path } = calls.events
  app.route({
    method,
    url: path,
    exposeHeadRoute: false,
    config: { call: calls.events },
    async handler(request, reply) {
      const { token, merchant } = callerOf(request)
      const stream = await hub.listen(token!, merchant)
      if (stream === null) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: ASK_AGAIN_SECONDS })
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        // Some proxies collect an answer until it is whole, unless they are told.
        'x-accel-buffering': 'no',
        // What ends as the gateway stops must not leave a connection behind that it would wait for.
        connection: 'close',
      })
      return reply.send(stream)
    },
  })
}
