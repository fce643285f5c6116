/** Whether the gateway can be reached. Observed on the calls made anyway; probed while it is lost. */
export interface Connection {
  readonly isLost: boolean
  subscribe(changed: () => void): () => void
  /** The given fetch, with its results observed. */
  readonly fetch: typeof fetch
}

const LOOK_EVERY_MS = 3_000

export function watchConnection(fetch: typeof globalThis.fetch): Connection {
  const listeners = new Set<() => void>()
  let lost = false
  let looking: ReturnType<typeof setInterval> | undefined

  function found(now: boolean) {
    if (lost === !now) return
    lost = !now
    clearInterval(looking)
    if (lost) looking = setInterval(look, LOOK_EVERY_MS)
    for (const changed of listeners) changed()
  }

  const look = () => {
    fetch('/healthz', { cache: 'no-store' }).then(
      (reply) => found(reply.ok),
      () => found(false),
    )
  }

  return {
    get isLost() {
      return lost
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    fetch: async (...request) => {
      try {
        const reply = await fetch(...request)
        found(true)
        return reply
      } catch (cause) {
        // An aborted or slow call says nothing about the connection. A call blocked on the way, such as a stream, says nothing
        // about other calls, so probe first. While the connection is lost, probing is running already.
        if (cause instanceof TypeError && !lost) look()
        throw cause
      }
    },
  }
}
