import { createHash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { networkOf } from '../merchants/addresses.ts'
import { Refusal } from '../refusal.ts'
import { tokenOf } from './caller.ts'

/** How often somebody may call: counted for the session where there is one, else for the address. */
export async function limitCalls(app: FastifyInstance, { rateLimit: max }: Config): Promise<void> {
  await app.register(rateLimit, {
    max,
    timeWindow: '1 minute',
    // A token that opens nothing must not buy its bearer a count of its own.
    keyGenerator: (request) =>
      request.caller === null ? networkOf(request.ip) : createHash('sha256').update(tokenOf(request)!).digest('base64url'),
    allowList: ({ routeOptions }) => routeOptions.config.call === undefined,
    errorResponseBuilder: (_, { ttl }) => new Refusal('TOO_MANY_REQUESTS', { retryAfter: ttl / 1_000 }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}
