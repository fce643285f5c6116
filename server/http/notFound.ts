import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

interface Served {
  pattern: RegExp
  methods: Set<string>
}

/** Answers what no route serves: 405 with Allow where the path is known under another verb, OPTIONS, else 404. */
export function setNotFoundHandler(app: FastifyInstance): void {
  const served = new Map<string, Served>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.call === undefined) return
    const known = served.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const verb of [method].flat()) known.methods.add(verb)
    served.set(url, known)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const matching = [...served.values()].filter(({ pattern }) => pattern.test(path))
    if (matching.length === 0) throw new Refusal('NOT_FOUND')
    const allowed = [...new Set(matching.flatMap(({ methods }) => [...methods])), 'OPTIONS'].sort().join(', ')
    reply.header('allow', allowed)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new Refusal('METHOD_NOT_ALLOWED')
  })
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
