import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const ANSWERS = /^\/(api|openapi|healthz)(\/|$|\?)/

/** What every answer carries: its request's number, no leave to keep it, and what a browser must not do with a page. */
export async function answerHeaders(app: FastifyInstance): Promise<void> {
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
        connectSrc: ["'self'"],
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
