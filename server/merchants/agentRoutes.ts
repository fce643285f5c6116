import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { agentMerchants } from './merchants.ts'

/** What an agent sees of the merchants it brought: read only, and nobody's personal data. */
export function agentRoutes(app: FastifyInstance, { db }: Gateway): void {
  serve(app, calls.agentMerchants, NoInput, (_, { merchant }) => agentMerchants(db, merchant.merchantNo))
}
