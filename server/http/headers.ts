import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const UNCACHED_PATHS = /^\/(api|openapi|healthz)(\/|$|\?)/

/** Sets the headers of every response: the request id, `no-store` for API replies, and the security headers. */
export async function setResponseHeaders(
  app: FastifyInstance,
  { connectOrigins }: Pick<Config, 'connectOrigins'>,
): Promise<void> {
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
        connectSrc: ["'self'", ...connectOrigins],
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
