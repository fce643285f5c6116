import type { Health } from '#contract/rows/system.ts'
import { createGuestValue } from './value.ts'

export type Connection = ReturnType<typeof watchConnection>

const FIRST_LOOK_MS = 3_000
const LONGEST_PAUSE_MS = 30_000
const LOOK_LIMIT_MS = 10_000
/** Sent by a proxy in front of a gateway that is away, and by a gateway without its database. */
const NOT_SERVED = [502, 503, 504]

/**
 * Whether the gateway can be reached. Observed on the calls made anyway; while it is lost, probed one at a time, with pauses that
 * grow to half a minute.
 */
export function watchConnection(fetch: typeof globalThis.fetch) {
  const lost = createGuestValue(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let looks = 0
  let looking: Promise<void> | null = null

  function found(isReachable: boolean) {
    clearTimeout(timer)
    if (isReachable) looks = 0
    else timer = setTimeout(look, Math.min(FIRST_LOOK_MS * 2 ** looks++, LONGEST_PAUSE_MS))
    if (lost.get() === isReachable) lost.set(!isReachable)
  }

  const look = (): Promise<void> => {
    looking ??= probe().finally(() => {
      looking = null
    })
    return looking
  }

  async function probe() {
    const isServed = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(LOOK_LIMIT_MS) })
      .then(isGatewayUp)
      .catch(() => false)
    found(isServed)
  }

  return {
    get isLost() {
      return lost.get()
    },
    subscribe: lost.subscribe,
    /** Probes now if the connection is lost: the network or the user has come back. */
    retry: async (): Promise<void> => {
      // A probe sent before says nothing about the network that is back.
      await looking
      if (lost.get()) await look()
    },
    /** Takes in the health that a caller has read: a server in front of a gateway that is away answers all the same. */
    observe(health: Partial<Health> | null) {
      if (isAway(health)) found(false)
    },
    /** The given fetch, with its results observed. */
    fetch: async (...request: Parameters<typeof fetch>) => {
      try {
        const reply = await fetch(...request)
        if (!NOT_SERVED.includes(reply.status)) found(true)
        else if (!lost.get()) look()
        return reply
      } catch (cause) {
        // A call aborted by its caller says nothing about the connection. One blocked on the way, such as a stream, or a slow one
        // says nothing about other calls, so probe first. While the connection is lost, probing is running already.
        if (isBlocked(cause) && !lost.get()) look()
        throw cause
      }
    },
  }
}

/** A server in front of another gateway answers for itself, and names the state of that gateway. */
async function isGatewayUp(reply: Response): Promise<boolean> {
  const health: unknown = await reply.json().catch(() => null)
  return reply.ok && !isAway(health as Partial<Health> | null)
}

const isAway = (health: Partial<Health> | null): boolean => health?.gateway === 'away'

const isBlocked = (cause: unknown): boolean => /^T(ype|imeout)Error$/.test((cause as Error).name)
