import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

interface KnownPath {
  pattern: RegExp
  methods: Set<string>
}

/**
 * Replies to requests without a route: 405 with Allow when the path has other methods, 204 to OPTIONS, otherwise 404. A browser that
 * opens a path of the console without its hash is sent to the address with it.
 */
export function setNotFoundHandler(app: FastifyInstance): void {
  const knownPaths = new Map<string, KnownPath>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.call === undefined) return
    const known = knownPaths.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const name of [method].flat()) known.methods.add(name)
    knownPaths.set(url, known)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const matching = [...knownPaths.values()].filter(({ pattern }) => pattern.test(path))
    if (matching.length === 0) {
      if (isConsolePath(path) && opensPage(request) && app.hasRoute({ method: 'GET', url: '/' }))
        return reply.redirect(`/#${request.url}`)
      throw new Refusal('NOT_FOUND')
    }
    const allowed = [...new Set(matching.flatMap(({ methods }) => [...methods])), 'OPTIONS'].sort().join(', ')
    reply.header('allow', allowed)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new Refusal('METHOD_NOT_ALLOWED')
  })
}

// Files and the paths of the API have no page.
const isConsolePath = (path: string): boolean =>
  path !== '/' && !path.includes('.') && !/^\/(api|openapi|docs)(\/|$)/.test(path)

/** Whether a browser asks for a page to show. */
export const opensPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')

/** Matches the paths of a route: a `:name` is one segment. */
export const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
