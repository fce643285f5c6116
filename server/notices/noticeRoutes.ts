import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { ClearNotices } from '#contract/shapes/notices.ts'
import { audit } from '../audit/audit.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { clearNotices, listNotices } from './notices.ts'

/** Routes that list and clear the caller's notices. */
export function noticeRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  serve(app, calls.notices, NoInput, (_, { merchant, language }) => listNotices(db, merchant.merchantNo, language))

  serve(app, calls.clearNotices, ClearNotices, async ({ type }, caller) =>
    db.tx(async (tx) => {
      await audit(tx, gateway, caller, 'clearNotices', { detail: { type } })
      return { remaining: await clearNotices(tx, caller.merchant.merchantNo, type) }
    }),
  )
}
