import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NewPassword } from '#contract/shapes/credentials.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { changePassword, type PasswordKind } from './passwords.ts'

/** Routes that change the sign-in password and the transaction password of the caller's account. */
export function passwordRoutes(app: FastifyInstance, gateway: Gateway): void {
  const passwordCalls = [
    [calls.resetPassword, 'password'],
    [calls.resetTxnPassword, 'txnPassword'],
  ] as const satisfies [unknown, PasswordKind][]
  for (const [call, kind] of passwordCalls) {
    serve(app, call, NewPassword, async (input, caller) => {
      const { merchant, token } = caller
      await changePassword(gateway, kind, { merchant, token: token!, auditEvent: newAuditEvent(gateway, caller) }, input)
      return { changed: true as const }
    })
  }
}
