import { createActor, fromPromise } from 'xstate'
import type { CommandResult } from '#commands/command.ts'
import type { Registry } from '#commands/registry.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import { chordMachine } from '#machines/chord/chordMachine.ts'
import type { Hit, Search, Task } from '#machines/palette/page.ts'
import { createPaletteMachine } from '#machines/palette/paletteMachine.ts'
import type { Api } from '../api/client.ts'
import type { Translate } from '../i18n.ts'
import type { ActiveScopes } from '../state/activeScopes.ts'
import { fetchHits } from './fetchHits.ts'
import { createFocusRestorer } from './focusRestorer.ts'
import { createRunner } from './runner.ts'

interface PaletteHost {
  registry: Registry
  clock: { now(): number }
  api: Api
  activeScopes: ActiveScopes
  scope(): Scope
  t: Translate
  page: Document
  /** Chord timeout in milliseconds; null for none. */
  chordLimit: number | null
}

/** Starts the palette and chord machines and creates the runner, with their implementations for this console. */
export function startPalette({ registry, clock, api, activeScopes, scope, t, page, chordLimit }: PaletteHost) {
  const runner = createRunner({
    registry,
    clock,
    newIdempotencyKey: api.newIdempotencyKey,
    scope,
    t,
    ask: (task) => palette.send({ type: 'task.begin', task }),
  })
  const focusRestorer = createFocusRestorer(page, activeScopes)
  const machine = createPaletteMachine<SearchableKind, CommandResult>().provide({
    actors: {
      lookUp: fromPromise<readonly Hit<SearchableKind>[], Search<SearchableKind>>(({ input, signal }) =>
        fetchHits(input, api, signal),
      ),
      run: fromPromise<CommandResult | null, Task>(({ input }) => runner.perform(input)),
    },
    actions: {
      rememberOpener: focusRestorer.remember,
      restoreFocus: () => afterRender(focusRestorer.restore),
      perform: (_, { task }) => afterRender(() => void runner.perform(task)),
    },
    guards: {
      skipsConfirmation: (_, { task }) => runner.skipsConfirmation(task),
      wasJustRun: (_, { task }) => runner.wasJustRun(task),
    },
  })
  const palette = createActor(machine).start()
  const chord = createActor(chordMachine, { input: { limit: chordLimit } }).start()
  return { palette, chord, runner }
}

/** Runs after the palette is unmounted: React commits the closing in a microtask queued before the second one. */
const afterRender = (then: () => void): void => queueMicrotask(() => queueMicrotask(then))
