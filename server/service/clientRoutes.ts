import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { ClientError, ExceptionCode, PageView } from '#contract/shapes/client.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { servePublic } from '../http/serve.ts'
import { IDENTITY } from '../identity.ts'
import { Refusal } from '../refusal.ts'

const REPORT_LIMITS = { perMinute: 60, body: 16 * 1024 }
const HEALTH_TIMEOUT_MS = 2_000

/** Reports from consoles, errors on request for testing, and the health check. */
export function clientRoutes(app: FastifyInstance, { db }: Gateway): void {
  servePublic(app, calls.pageView, PageView, ({ path }) => app.log.info({ path }, 'page view'), REPORT_LIMITS)

  servePublic(app, calls.clientError, ClientError, (report) => app.log.warn({ report }, 'console error'), REPORT_LIMITS)

  servePublic(app, calls.exception, ExceptionCode, ({ code }) => {
    const status = ['401', '403', '404', '500'].includes(code) ? Number(code) : 404
    throw new Refusal('EXCEPTION_TRIGGER', { status })
  })

  servePublic(app, calls.health, NoInput, async () => {
    if (!(await succeedsInTime(db.one(sql`select 1 as up`)))) throw new Refusal('UNAVAILABLE')
    const { version, build } = IDENTITY
    return { status: 'ok' as const, version, build }
  })
}

/** Whether the query succeeds within the time limit. */
async function succeedsInTime(query: Promise<unknown>): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, HEALTH_TIMEOUT_MS, false)
  const up = query.then(
    () => true,
    () => false,
  )
  return Promise.race([up, timeout]).finally(() => clearTimeout(timer))
}
