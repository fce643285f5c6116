import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const ANSWERS = /^\/(api|openapi|healthz)(\/|$|\?)/

/** What every answer carries: its request's number, no leave to keep it, and what a browser must not do with a page. */
export async function setResponseHeaders(app: FastifyInstance, { softphone }: Pick<Config, 'softphone'>): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (ANSWERS.test(request.url)) reply.header('cache-control', 'no-store')
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        // QR codes and receipts are drawn on the spot.
        imgSrc: ["'self'", 'data:'],
        // The exchange of the telephone is the one place beside this that a console speaks to.
        connectSrc: ["'self'", ...(softphone === null ? [] : [new URL(softphone.server).origin])],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Whoever puts TLS in front of the gateway decides for how long.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  })
}
