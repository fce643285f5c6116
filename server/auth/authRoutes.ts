import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { Credentials, Passcode } from '#contract/shapes/session.ts'
import { audit } from '../audit/audit.ts'
import type { Gateway } from '../gateway.ts'
import { servePublic } from '../http/serve.ts'
import { merchantByNo } from '../merchants/merchants.ts'
import { endSessionByToken } from './sessions.ts'
import { signIn, signInWithPasscode } from './signIn.ts'

export function authRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock, ids } = gateway

  servePublic(app, calls.login, Credentials, async ({ username, password }, { address }) => ({
    status: 'ok',
    data: await signIn(gateway, { username, password, address }),
  }))

  servePublic(app, calls.loginOtp, Passcode, async ({ otp }, { token, address }) => ({
    status: 'ok',
    data: await signInWithPasscode(gateway, { otp, token, address }),
  }))

  // Always succeeds, also without a session.
  servePublic(app, calls.logout, NoInput, async (_, { token, address }) => {
    const merchantNo = token === null ? undefined : await endSessionByToken(db, token)
    const actor = merchantNo && (await merchantByNo(db, merchantNo))
    if (actor) await audit(db, { id: ids.next(), at: clock.now(), actor, address, action: 'logout' })
    return { status: 'ok' }
  })
}
