import { createGuestValue } from './value.ts'

export type Connection = ReturnType<typeof watchConnection>

const LOOK_EVERY_MS = 3_000

/** Whether the gateway can be reached. Observed on the calls made anyway; probed while it is lost. */
export function watchConnection(fetch: typeof globalThis.fetch) {
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
    /** The given fetch, with its results observed. */
    fetch: async (...request: Parameters<typeof fetch>) => {
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
