import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openapiDocument } from './openapi.ts'
import { documentPage } from './page.ts'

/** Public routes of the merchant API documentation: an HTML page and an OpenAPI document. */
export function docsRoutes(app: FastifyInstance): void {
  const style = readFileSync(join(import.meta.dirname, '../docs/style.css'), 'utf8')
  const openapi = openapiDocument()

  app.get('/docs', (_, reply) => reply.redirect('/docs/', 308))
  app.get('/docs/', ({ protocol, host }, reply) =>
    reply.type('text/html; charset=utf-8').send(documentPage(`${protocol}://${host}`)),
  )
  app.get('/docs/style.css', (_, reply) => reply.type('text/css; charset=utf-8').send(style))
  app.get('/docs/openapi.json', () => openapi)
}
