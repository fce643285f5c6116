import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { FEATURES_HEADER } from '#contract/features.ts'
import type { Health } from '#contract/rows/system.ts'
import { IDENTITY } from '../identity.ts'
import { faultOf } from './gatewayFailure.ts'
import type { Upstream } from './upstream.ts'

interface Check {
  state: NonNullable<Health['gateway']>
  /** Milliseconds of a monotonic clock. */
  at: number
}

/** Sent by a proxy in front of a gateway that is away, and by a gateway without its database. */
const NOT_SERVED: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Serves the front's own health check: 200 while the front serves, and in the body whether the gateway answers. The gateway is asked
 * at most every few seconds, and logged when it goes and comes.
 * Returns a function that takes a call's failure to reach the gateway for a check.
 */
export function healthRoute(app: FastifyInstance, upstream: Upstream): (error: Error) => void {
  const { checkEveryMs } = upstream.limits
  let last: Check | null = null
  let running: Promise<Check> | null = null
  let features: string | undefined

  function found(state: Check['state'], fault: string | number | null): Check {
    if (state === 'away' && last?.state !== 'away') app.log.warn({ fault }, 'the gateway does not answer')
    if (state === 'ok' && last?.state === 'away') app.log.warn('the gateway answers again')
    last = { state, at: performance.now() }
    return last
  }

  async function check(): Promise<Check> {
    const { status, fault, announced } = await askGateway(upstream)
    running = null
    if (fault !== null || NOT_SERVED.has(status)) return found('away', fault ?? status)
    features = announced
    return found('ok', null)
  }

  function current(): Check | Promise<Check> {
    if (last !== null && performance.now() - last.at < checkEveryMs) return last
    running ??= check()
    return running
  }

  app.get(calls.health.path, { config: { call: calls.health } }, async (_, reply): Promise<Health> => {
    const { state } = await current()
    if (features !== undefined) reply.header(FEATURES_HEADER, features)
    const { version, build } = IDENTITY
    return { status: 'ok', version, build, gateway: state }
  })
  // A wrong address shows in the log at once, not with the first call.
  app.addHook('onListen', async () => void current())
  return (error) => void found('away', faultOf(error))
}

interface Asked {
  status: number
  /** Why there is no answer; null with one. */
  fault: string | null
  /** The features that the gateway announces. */
  announced?: string
}

async function askGateway({ origin, basePath, dispatcher, limits }: Upstream): Promise<Asked> {
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      origin: origin.origin,
      path: basePath + calls.health.path,
      method: 'GET',
      signal: AbortSignal.timeout(limits.checkMs),
    })
    await body.dump()
    const announced = headers[FEATURES_HEADER]
    return { status: statusCode, fault: null, ...(announced !== undefined && { announced: String(announced) }) }
  } catch (error) {
    return { status: 0, fault: faultOf(error as Error) }
  }
}
