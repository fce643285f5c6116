import { Agent, type Dispatcher } from 'undici'
import { calls } from '#contract/calls.ts'
import { patternOf } from '../http/notFound.ts'

/** Waits for the gateway, in milliseconds. */
export const GATEWAY_LIMITS = {
  /** For a connection. */
  connectMs: 5_000,
  /** For the first byte of a reply. Below the 30 s of the console, so that the console gets an answer. */
  answerMs: 25_000,
  /** For the next byte of a reply, of a client that reads it, or of a WebSocket; and for the first byte of a file or a stream. */
  idleMs: 120_000,
  /** For the health check, and from one to the next. */
  checkMs: 2_000,
  checkEveryMs: 5_000,
}

export type GatewayLimits = typeof GATEWAY_LIMITS

/** The gateway behind the front. */
export interface Upstream {
  /** Without a path. */
  origin: URL
  /** The path before those of the contract, such as `/backoffice`; empty without one. */
  basePath: string
  /** Its connections, with verified certificates. */
  dispatcher: Dispatcher
  limits: GatewayLimits
}

/** Opens no connection before the first call. The number of connections has no limit: each event stream holds one. */
export function connectUpstream(address: string, limits: GatewayLimits): Upstream {
  const { origin, pathname } = new URL(address)
  const basePath = pathname.replace(/\/+$/, '')
  const agent = new Agent({
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.answerMs,
    bodyTimeout: limits.idleMs,
    allowH2: false,
  })
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const isSlow = options.path !== undefined && startsLate(options.path.slice(basePath.length))
    return dispatch(isSlow ? { ...options, headersTimeout: limits.idleMs } : options, handler)
  })
  return { origin: new URL(origin), basePath, dispatcher, limits }
}

/** Calls whose reply may begin late: a file is queried first, a stream may have nothing to say. */
const LATE_PATHS = Object.values(calls)
  .filter(({ reply }) => reply === 'file' || reply === 'events')
  .map(({ path }) => patternOf(path))

function startsLate(target: string): boolean {
  const path = target.split('?')[0]!
  return LATE_PATHS.some((pattern) => pattern.test(path))
}
