import type { LiveKind } from '#contract/rows/changes.ts'
import { type Atoms, createValue } from '../../state/atoms.ts'
import type { Connection } from '../../state/connection.ts'
import type { LiveUpdates } from '../../useConsole.tsx'

type Told = (kind: LiveKind | null) => void

/** The event stream of this console. Its chunk is loaded after the first rows; earlier subscribers receive all later events. */
export function createLazyLiveUpdates(
  atoms: Atoms,
  connection: Connection,
  fetchAndStart: (tell: Told) => Promise<void>,
): LiveUpdates & { start(): void } {
  // In an object of its own, so that a repeated hint is a change too.
  const latest = createValue<{ readonly kind: LiveKind | null }>(atoms, { kind: null })
  let isWanted = false

  function start() {
    isWanted = false
    fetchAndStart((kind) => latest.set({ kind })).catch(() => {
      isWanted = true
    })
  }

  connection.subscribe(() => isWanted && !connection.isLost && start())
  return {
    subscribe: (told) => latest.subscribe(() => told(latest.get().kind)),
    start,
  }
}
