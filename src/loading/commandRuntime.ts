import type { ActorRefFrom } from 'xstate'
import type { Command, CommandResult } from '#commands/command.ts'
import type { Registry } from '#commands/registry.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { chordMachine } from '#machines/chord/chordMachine.ts'
import type { Task } from '#machines/palette/page.ts'
import type { createPaletteMachine } from '#machines/palette/paletteMachine.ts'
import { type Atoms, createValue } from '../state/atoms.ts'

/** Runs commands for keys, the palette, menus and buttons. */
export interface Runner {
  /** Starts an available command. Arguments, confirmation and results use the palette. */
  begin(id: string, given?: Readonly<Record<string, string>>): void
  /** Whether a task with all its arguments needs no confirmation. */
  skipsConfirmation(task: Task): boolean
  /** The last command applied to a row that can be repeated on another. */
  readonly last: Command | null
  /** Runs the last command on the row under the cursor, with its usual questions. */
  repeat(): void
  /** Whether the same task with outside effects ran a moment ago, and repeating it has not been confirmed. */
  wasJustRun(task: Task): boolean
  /** Runs a task, shows its message, and resolves with its result. Refusals are shown by the client. */
  perform(task: Task): Promise<CommandResult | null>
}

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

export function createLazyCommandRuntime(atoms: Atoms, load: () => Promise<CommandRuntime>): LazyCommandRuntime {
  const current = createValue<CommandRuntime | null>(atoms, null)
  let asked: Promise<CommandRuntime> | null = null
  let wanted = 0

  const fetch = () => {
    asked ??= load().then(
      (commandRuntime) => {
        current.set(commandRuntime)
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
      return current.get()
    },
    get isPending() {
      return wanted > 0
    },
    subscribe: current.subscribe,
    fetch,
    whenLoaded(act, cannot = () => {}) {
      const loaded = current.get()
      if (loaded !== null) return act(loaded)
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
