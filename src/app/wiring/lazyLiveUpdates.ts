import type { LiveKind } from '#contract/rows/changes.ts'
import type { Connection } from '../../state/connection.ts'
import type { LiveUpdates } from '../../useConsole.tsx'

type Told = (kind: LiveKind | null) => void

/** The stream of this console, whose script no row waits for: whoever listens before it is here hears it all the same. */
export function createLazyLiveUpdates(
  connection: Connection,
  fetchAndStart: (tell: Told) => Promise<void>,
): LiveUpdates & { start(): void } {
  const listeners = new Set<Told>()
  let isWanted = false

  function start() {
    isWanted = false
    fetchAndStart((kind) => {
      for (const told of listeners) told(kind)
    }).catch(() => {
      isWanted = true
    })
  }

  connection.subscribe(() => isWanted && !connection.isLost && start())
  return {
    subscribe(told) {
      listeners.add(told)
      return () => listeners.delete(told)
    },
    start,
  }
}
