import type { ActorRefFrom } from 'xstate'
import type { Command, CommandResult } from '#commands/command.ts'
import type { Registry } from '#commands/registry.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { chordMachine } from '#machines/chord/chordMachine.ts'
import type { createPaletteMachine } from '#machines/palette/paletteMachine.ts'
import { type Atoms, createValue } from '../state/atoms.ts'
import type { GettingStarted } from '../state/gettingStarted.ts'
import { loadOnce } from '../ui/lazyComponent.tsx'

/** Runs commands for keys, the palette, menus and buttons. */
export interface Runner {
  /** Starts an available command. Arguments, confirmation and results use the palette. */
  begin(id: string, given?: Readonly<Record<string, string>>): void
  /** The last command applied to a row that can be repeated on another. */
  readonly last: Command | null
  /** Runs the last command on the row under the cursor, with its usual questions. */
  repeat(): void
}

/** All commands and what runs them, for keys, palette and buttons. */
export interface CommandRuntime {
  readonly registry: Registry
  readonly palette: ActorRefFrom<ReturnType<typeof createPaletteMachine<SearchableKind, CommandResult>>>
  readonly chord: ActorRefFrom<typeof chordMachine>
  readonly runner: Runner
  readonly gettingStarted: GettingStarted
  /** Handles all key events of the page from now on. Returns the function that stops. */
  listen(): () => void
}

export type LazyCommandRuntime = ReturnType<typeof createLazyCommandRuntime>

/** The command runtime while it may still be loading: rows render without it. */
export function createLazyCommandRuntime(atoms: Atoms, load: () => Promise<CommandRuntime>) {
  const current = createValue<CommandRuntime | null>(atoms, null)
  let waiting = 0
  const fetch = loadOnce(async () => {
    const loaded = await load()
    current.set(loaded)
    return loaded
  })

  return {
    get current() {
      return current.get()
    },
    /** Whether a caller is waiting for it. */
    get isAwaited() {
      return waiting > 0
    },
    subscribe: current.subscribe,
    fetch,
    /** Calls `act` with the runtime, now or when it has loaded. */
    whenLoaded(act: (commandRuntime: CommandRuntime) => void, cannot = () => {}) {
      const loaded = current.get()
      if (loaded !== null) return act(loaded)
      waiting++
      fetch()
        .finally(() => waiting--)
        .then(act, cannot)
    },
  }
}
