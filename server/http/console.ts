import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { DEFAULT_LANGUAGE, type Language } from '../texts/languages.ts'

export const DIST = join(import.meta.dirname, '../../dist')

const PAGE = 'index.html'

/** File names with the content hash of the build, which browsers may keep. */
export const HASHED = /-[\w-]{7}\.\w+$/

interface ConsoleOptions {
  /** Folder of the built console. */
  dist?: string | undefined
  /** The language of the console before its user has chosen one. */
  locale: Language
}

/** Serves the built console, precompressed files where they exist. Without a build, only the API is served. */
export async function serveConsole(app: FastifyInstance, { dist = DIST, locale }: ConsoleOptions): Promise<void> {
  if (!existsSync(join(dist, PAGE))) return app.log.warn('the console is not built; only the API is served')
  const page = pageIn(dist, locale)
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.map', PAGE],
    setHeaders(reply, path) {
      const name = basename(path).replace(/\.(br|gz)$/, '')
      reply.header('cache-control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // From memory: another build may replace the file, and its scripts have no routes here.
  for (const path of ['/', '/index.html']) {
    app.get(path, (_, reply) => reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page))
  }
}

/** The page. The console reads another default language than that of the build from it. */
function pageIn(dist: string, locale: Language): string {
  const page = readFileSync(join(dist, PAGE), 'utf8')
  if (locale === DEFAULT_LANGUAGE) return page
  return page.replace(/<html lang="[^"]*"/, `<html lang="${locale}" data-locale="${locale}"`)
}
