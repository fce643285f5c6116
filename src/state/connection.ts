/** Whether the gateway can be reached. Noticed by the calls that are made anyway; while it is lost, it is looked for. */
export interface Connection {
  readonly isLost: boolean
  subscribe(changed: () => void): () => void
  /** The given fetch, with its failures and successes watched. */
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
        // A call that was aborted, or took too long, says nothing about the connection; one that something on the way
        // does not let through, as a stream, says nothing about the others. While it is lost it is looked for anyway.
        if (cause instanceof TypeError && !lost) look()
        throw cause
      }
    },
  }
}
