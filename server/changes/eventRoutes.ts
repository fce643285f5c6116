import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Gateway } from '../gateway.ts'
import { callerOf } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { openHub } from './hub.ts'

const RETRY_AFTER_SECONDS = 30

/** The event stream that tells a console when to refresh. Not registered by `serve`: it is endless and has no HEAD. */
export function eventRoutes(app: FastifyInstance, gateway: Gateway): void {
  const hub = openHub(gateway, (err) => app.log.error({ err }, 'polling for changes failed'))
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
      if (stream === null) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER_SECONDS })
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        // Disables response buffering in proxies such as nginx.
        'x-accel-buffering': 'no',
        // The gateway waits for open connections when it stops, so the stream must not leave one behind.
        connection: 'close',
      })
      return reply.send(stream)
    },
  })
}
