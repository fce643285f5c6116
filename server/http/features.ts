import type { FastifyInstance } from 'fastify'
import { FEATURES, FEATURES_HEADER } from '#contract/features.ts'
import type { Gateway } from '../gateway.ts'

/** Names the gateway's features in the replies that consoles look for them in: sign-in, the caller's merchant, the health check. */
export function announceFeatures(app: FastifyInstance, { demoAccounts }: Pick<Gateway, 'demoAccounts'>): void {
  const features = FEATURES.filter((feature) => feature !== 'demo-accounts' || demoAccounts.length > 0)
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.config.call?.announces === true) reply.header(FEATURES_HEADER, features.join(', '))
  })
}
