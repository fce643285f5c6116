import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { agentMerchants } from './merchants.ts'

/** Read-only routes for an agent's merchants, without personal data. */
export function agentRoutes(app: FastifyInstance, { db }: Gateway): void {
  serve(app, calls.agentMerchants, NoInput, (_, { merchant }) => agentMerchants(db, merchant.merchantNo))
}
