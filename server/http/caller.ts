import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasPermission } from '#contract/authority.ts'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { accountPermissions } from '../auth/permissions.ts'
import { findSession, touchSession } from '../auth/sessions.ts'
import type { Gateway } from '../gateway.ts'
import { accountDisabled, mayChange, maySignIn } from '../merchants/merchantStatus.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { Language } from '../texts/languages.ts'

/** Who makes a call that anybody may make. */
export interface Visitor {
  /** As it came, in the `merchant-token` header; proves nothing yet. */
  token: string | null
  language: Language
  /** IP address, by way of the proxies that are trusted. */
  address: string
}

/** Who makes a call that needs a session. */
export interface Caller extends Visitor {
  merchant: MerchantRow
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: AnyCall
  }
  interface FastifyRequest {
    /** Whoever the token stands for; null before that was looked up, and where it stands for nobody. */
    caller: { merchant: MerchantRow } | null
  }
}

// Polls of an open window: they must not keep an unattended session alive.
const BACKGROUND: ReadonlySet<AnyCall> = new Set([calls.notices, calls.events, calls.changes, calls.heldRecords])

export const tokenOf = ({ headers }: FastifyRequest): string | null => {
  const token = headers['merchant-token']
  return typeof token === 'string' && token !== '' ? token : null
}

/**
 * Looks up who calls before anything of the request is read, and lets only those through whom the row of the
 * call table names: 401 without a session, 403 without the right, or for a change by an account that may only look.
 */
export function authenticate(app: FastifyInstance, { db, clock, config }: Gateway): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const { call } = request.routeOptions.config
    const token = tokenOf(request)
    if (call === undefined || call.callers === 'guest' || token === null) return
    const now = clock.now()
    const session = await findSession(db, token, { stage: 'full', now, idleMinutes: config.sessionIdleMinutes })
    if (session === undefined) return
    const merchant = await merchantByNo(db, session.merchantNo)
    if (merchant === undefined || !maySignIn(merchant)) return
    if (!BACKGROUND.has(call)) await touchSession(db, session, now)
    request.caller = { merchant }
  })
  // After the limit on calls was counted, and before the body is read.
  app.addHook('preParsing', async (request) => {
    const { call } = request.routeOptions.config
    if (call === undefined || call.callers === 'guest') return
    if (request.caller === null) throw new Refusal('UNAUTHENTICATED')
    const { merchant } = request.caller
    if (!mayCall(merchant, call)) throw new Refusal('FORBIDDEN')
    if (call.mutates && !mayChange(merchant)) throw accountDisabled(merchant)
  })
}

/** The row names its kind, and it holds one of the row's keys. */
export function mayCall(merchant: MerchantRow, { callers: who, permission: key }: AnyCall): boolean {
  if (typeof who !== 'string' && !who.includes(merchant.kind)) return false
  return key === null || hasPermission(accountPermissions(merchant), key)
}
