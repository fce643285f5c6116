import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { accountInfo } from './accountInfo.ts'
import { agentMerchants, banksOf, merchantView, methodsOf } from './merchants.ts'

/** Details, payment methods, banks and balance of the signed-in account, and the merchants of an agent. */
export function merchantRoutes(app: FastifyInstance, { db, config }: Gateway): void {
  serve(app, calls.merchantInfo, NoInput, (_, { merchant }) => merchantView(merchant))
  serve(app, calls.merchantMethods, NoInput, (_, { merchant }) => methodsOf(db, merchant))
  serve(app, calls.merchantBanks, NoInput, (_, { merchant }) => banksOf(db, merchant))
  serve(app, calls.accountInfo, NoInput, (_, { merchant }) => accountInfo(db, merchant, config.terms))
  serve(app, calls.agentMerchants, NoInput, (_, { merchant }) => agentMerchants(db, merchant.merchantNo))
}
