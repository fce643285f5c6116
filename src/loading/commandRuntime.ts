import type { ActorRefFrom } from 'xstate'
import type { CommandResult } from '#commands/appScope.ts'
import type { Registry } from '#commands/registry.ts'
import type { SearchableKind } from '#commands/scope.ts'
import type { chordMachine } from '#machines/chord/chordMachine.ts'
import type { createPaletteMachine } from '#machines/palette/paletteMachine.ts'
import type { Runner } from '../useConsole.tsx'

/** What keys, palette and buttons do things with: every command, and what runs them. */
export interface CommandRuntime {
  readonly registry: Registry
  readonly palette: ActorRefFrom<ReturnType<typeof createPaletteMachine<SearchableKind, CommandResult>>>
  readonly chord: ActorRefFrom<typeof chordMachine>
  readonly runner: Runner
  /** Hears every key of the page from now on. Gives back how to stop. */
  listen(): () => void
}

/** The same while it may be on its way: rows are drawn without any of it. */
export interface LazyCommandRuntime {
  readonly current: CommandRuntime | null
  /** Somebody waits for it. */
  readonly isPending: boolean
  subscribe(changed: () => void): () => void
  fetch(): Promise<CommandRuntime>
  /** Does it with them, now or as soon as they are here. */
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
        // Whoever wants it next asks again.
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
