import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type AnyCall, BACKGROUND_HEADER } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { insightCalls } from '#contract/insightCalls.ts'
import { mayChange, maySignIn } from '#contract/statuses.ts'
import { accountMay } from '../auth/permissions.ts'
import { findSession, touchSession } from '../auth/sessions.ts'
import type { SignedContent } from '../auth/signatureHeader.ts'
import { checkSignature, type Signature } from '../auth/signatures.ts'
import { withDeadline } from '../db/deadline.ts'
import type { Gateway } from '../gateway.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language, languageOfTag } from '../texts/languages.ts'

export interface Visitor {
  /** The unverified `merchant-token` header. */
  token: string | null
  language: Language
  /** The client's IP address; behind a trusted proxy, from X-Forwarded-For. */
  address: string
  /** The signature header of a merchant API call; null without one. */
  signed: SignedContent | null
}

export interface Caller extends Visitor {
  merchant: MerchantRow
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: AnyCall
    /** The shape of its input. */
    shape?: TSchema
  }
  interface FastifyRequest {
    /** The account of the token; null before authentication and for an invalid token. */
    caller: { merchant: MerchantRow } | null
  }
}

// The console polls these calls, and marks what it polls of others. They must not keep an unattended session alive.
const BACKGROUND: ReadonlySet<AnyCall> = new Set<AnyCall>([
  calls.notices,
  calls.events,
  calls.changes,
  calls.heldRecords,
  ...Object.values(insightCalls),
])

const isBackground = (call: AnyCall, { headers }: FastifyRequest): boolean =>
  BACKGROUND.has(call) || headers[BACKGROUND_HEADER] !== undefined

/** Time to look up the caller. It is part of the time of a money call. */
const AUTHENTICATION_LIMIT_MS = 5_000

export const tokenOf = ({ headers }: FastifyRequest): string | null => {
  const token = headers['merchant-token']
  return typeof token === 'string' && token !== '' ? token : null
}

/** The caller's language: from Accept-Language, else from the account's settings, else the default. */
export const callerLanguage = (request: FastifyRequest): Language =>
  acceptedLanguage(request.headers['accept-language']) ??
  languageOfTag(request.caller?.merchant.locale ?? '') ??
  DEFAULT_LANGUAGE

/**
 * Authenticates each request before its body is read, and authorizes it by its row of the call table. Throws 401 without a
 * session, and 403 without the permission or for a change by a frozen account.
 */
export function authenticate(app: FastifyInstance, gateway: Gateway): void {
  const { clock } = gateway
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const { call } = request.routeOptions.config
    if (call === undefined || call.callers === 'guest') return
    request.caller = await withDeadline(AUTHENTICATION_LIMIT_MS, () =>
      findCaller(gateway, tokenOf(request), !isBackground(call, request)),
    )
  })
  // Runs after the rate limit and before the body is read.
  app.addHook('preParsing', async (request) => {
    const { call } = request.routeOptions.config
    if (call === undefined || call.callers === 'guest') return
    assertMayCall(request.caller, call)
  })
  // Verifies every signature that is sent. Calls that move money require one; it is optional for other calls.
  app.addHook('preValidation', async (request) => {
    if (request.caller === null) return
    const input = { ...(request.query as object), ...(request.body as object | undefined), ...(request.params as object) }
    if ('_sign' in input) checkSignature(input as Signature, tokenOf(request)!, clock.now())
  })
}

/** Finds and authorizes the caller anew, with the refusals of `authenticate`. */
export async function authenticateAgain(gateway: Gateway, request: FastifyRequest, call: AnyCall): Promise<void> {
  request.caller = await findCaller(gateway, tokenOf(request), true)
  assertMayCall(request.caller, call)
}

async function findCaller(gateway: Gateway, token: string | null, touches: boolean): Promise<FastifyRequest['caller']> {
  const session = await findSession(gateway, token, 'full')
  if (session === undefined) return null
  const merchant = await merchantByNo(gateway.db, session.merchantNo)
  if (merchant === undefined || !maySignIn(merchant)) return null
  if (touches) await touchSession(gateway.db, session, gateway.clock.now())
  return { merchant }
}

function assertMayCall(caller: FastifyRequest['caller'], call: AnyCall): void {
  if (caller === null) throw new Refusal('UNAUTHENTICATED')
  const { merchant } = caller
  if (!mayCall(merchant, call)) throw new Refusal('FORBIDDEN')
  if (call.mutates && !mayChange(merchant)) throw accountDisabled(merchant)
}

/** Whether the row of the call table allows the account's kind and the account has one of the row's permissions. */
export function mayCall(merchant: MerchantRow, { callers: who, permission: key }: AnyCall): boolean {
  if (typeof who !== 'string' && !who.includes(merchant.kind)) return false
  return key === null || accountMay(merchant, key)
}
