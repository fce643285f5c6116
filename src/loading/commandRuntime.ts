import type { ActorRefFrom } from 'xstate'
import type { CommandResult } from '#commands/command.ts'
import type { Registry } from '#commands/registry.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { chordMachine } from '#machines/chord/chordMachine.ts'
import type { createPaletteMachine } from '#machines/palette/paletteMachine.ts'
import type { Runner } from '../useConsole.tsx'

/** All commands and what runs them, for keys, palette and buttons. */
export interface CommandRuntime {
  readonly registry: Registry
  readonly palette: ActorRefFrom<ReturnType<typeof createPaletteMachine<SearchableKind, CommandResult>>>
  readonly chord: ActorRefFrom<typeof chordMachine>
  readonly runner: Runner
  /** Handles all key events of the page from now on. Returns the function that stops. */
  listen(): () => void
}

/** The command runtime while it may still be loading: rows render without it. */
export interface LazyCommandRuntime {
  readonly current: CommandRuntime | null
  /** Whether a caller is waiting for it. */
  readonly isPending: boolean
  subscribe(changed: () => void): () => void
  fetch(): Promise<CommandRuntime>
  /** Calls `act` with the runtime, now or when it has loaded. */
  whenLoaded(act: (commandRuntime: CommandRuntime) => void, cannot?: () => void): void
}

export function createLazyCommandRuntime(load: () => Promise<CommandRuntime>): LazyCommandRuntime {
  const listeners = new Set<() => void>()
  let current: CommandRuntime | null = null
  let asked: Promise<CommandRuntime> | null = null
  let wanted = 0

  const fetch = () => {
    asked ??= load().then(
      (commandRuntime) => {
        current = commandRuntime
        for (const changed of [...listeners]) changed()
        return commandRuntime
      },
      (cause) => {
        // The next caller retries.
        asked = null
        throw cause
      },
    )
    return asked
  }

  return {
    get current() {
      return current
    },
    get isPending() {
      return wanted > 0
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    fetch,
    whenLoaded(act, cannot = () => {}) {
      if (current !== null) return act(current)
      wanted++
      fetch().then(
        (commandRuntime) => {
          wanted--
          act(commandRuntime)
        },
        () => {
          wanted--
          cannot()
        },
      )
    },
  }
}
