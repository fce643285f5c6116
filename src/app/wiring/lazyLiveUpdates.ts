import type { LiveKind } from '#contract/rows/changes.ts'
import type { Connection } from '../../state/connection.ts'
import type { LiveUpdates } from '../../useConsole.tsx'

type Told = (kind: LiveKind | null) => void

/** The event stream of this console. Its chunk is loaded after the first rows; earlier subscribers receive all later events. */
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
