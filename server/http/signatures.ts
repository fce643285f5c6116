import type { FastifyInstance } from 'fastify'
import { type ConsoleSignature, checkSignature } from '../auth/consoleSignature.ts'
import type { Gateway } from '../gateway.ts'
import { tokenOf } from './caller.ts'

/** Verifies every signature that is sent. Calls that move money require a signature; it is optional for other calls. */
export function verifySignatures(app: FastifyInstance, { clock }: Gateway): void {
  app.addHook('preValidation', async (request) => {
    if (request.caller === null) return
    const input = { ...(request.query as object), ...(request.body as object | undefined), ...(request.params as object) }
    if ('_sign' in input) checkSignature(input as ConsoleSignature, tokenOf(request)!, clock.now())
  })
}
