import { createGuestValue } from './value.ts'

/** Whether the gateway can be reached. Observed on the calls made anyway; probed while it is lost. */
export interface Connection {
  readonly isLost: boolean
  subscribe(changed: () => void): () => void
  /** The given fetch, with its results observed. */
  readonly fetch: typeof fetch
}

const LOOK_EVERY_MS = 3_000

export function watchConnection(fetch: typeof globalThis.fetch): Connection {
  const lost = createGuestValue(false)
  let looking: ReturnType<typeof setInterval> | undefined

  function found(isReachable: boolean) {
    if (lost.get() === !isReachable) return
    clearInterval(looking)
    if (!isReachable) looking = setInterval(look, LOOK_EVERY_MS)
    lost.set(!isReachable)
  }

  const look = () => {
    fetch('/healthz', { cache: 'no-store' }).then(
      (reply) => found(reply.ok),
      () => found(false),
    )
  }

  return {
    get isLost() {
      return lost.get()
    },
    subscribe: lost.subscribe,
    fetch: async (...request) => {
      try {
        const reply = await fetch(...request)
        found(true)
        return reply
      } catch (cause) {
        // An aborted or slow call says nothing about the connection. A call blocked on the way, such as a stream, says nothing
        // about other calls, so probe first. While the connection is lost, probing is running already.
        if (cause instanceof TypeError && !lost.get()) look()
        throw cause
      }
    },
  }
}
