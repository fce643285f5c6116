import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const DIST = join(import.meta.dirname, '../../dist')

// File names with Vite's content hash.
const HASHED = /-[\w-]{8}\.\w+$/

/** Serves the built console, precompressed files where they exist. Without a build, only the API is served. */
export async function serveConsole(app: FastifyInstance, dist = DIST): Promise<void> {
  if (!existsSync(dist)) return app.log.warn('the console is not built; only the API is served')
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.map'],
    setHeaders(reply, path) {
      const name = basename(path).replace(/\.(br|gz)$/, '')
      reply.header('cache-control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
