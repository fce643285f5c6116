import { createHash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { networkOf } from '../merchants/addresses.ts'
import { Refusal } from '../refusal.ts'
import { tokenOf } from './caller.ts'

/** Limits the calls per minute, counted per session, or per address for callers without one. */
export async function limitCalls(app: FastifyInstance, { rateLimit: max }: Config): Promise<void> {
  await app.register(rateLimit, {
    max,
    timeWindow: '1 minute',
    // Only a valid token is counted separately, so that made-up tokens do not evade the limit.
    keyGenerator: (request) =>
      request.caller === null ? networkOf(request.ip) : createHash('sha256').update(tokenOf(request)!).digest('base64url'),
    allowList: ({ routeOptions }) => routeOptions.config.call === undefined,
    errorResponseBuilder: (_, { ttl }) => new Refusal('TOO_MANY_REQUESTS', { retryAfter: ttl / 1_000 }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}
