import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NewPassword } from '#contract/shapes/credentials.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { changePassword, type PasswordKind } from './passwords.ts'

/** The account's own passwords. */
export function passwordRoutes(app: FastifyInstance, gateway: Gateway): void {
  const rows = [
    [calls.resetPassword, 'password'],
    [calls.resetTxnPassword, 'txnPassword'],
  ] as const satisfies [unknown, PasswordKind][]
  for (const [row, which] of rows) {
    serve(app, row, NewPassword, async (input, caller) => {
      const { merchant, token } = caller
      await changePassword(gateway, which, { merchant, token: token!, deed: newAuditEvent(gateway, caller) }, input)
      return { changed: true as const }
    })
  }
}
