import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const UNCACHED_PATHS = /^\/(api|openapi|healthz)(\/|$|\?)/

/** Sets the headers of every response: the request id, `no-store` for API replies, and the security headers. */
export async function setResponseHeaders(app: FastifyInstance, { softphone }: Pick<Config, 'softphone'>): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (UNCACHED_PATHS.test(request.url)) reply.header('cache-control', 'no-store')
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        // QR codes and receipts are drawn in the browser.
        imgSrc: ["'self'", 'data:'],
        // The softphone's SIP server is the only other origin that the console connects to.
        connectSrc: ["'self'", ...(softphone === null ? [] : [new URL(softphone.server).origin])],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // HSTS is left to the TLS proxy in front of the gateway.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  })
}
