import { createActor, fromPromise } from 'xstate'
import type { CommandResult } from '#commands/command.ts'
import { commands } from '#commands/index.ts'
import { withoutIssues } from '#commands/keyboard/remap.ts'
import { createRegistry, type Registry } from '#commands/registry.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import { chordMachine } from '#machines/chord/chordMachine.ts'
import type { Search, SearchResult, Task } from '#machines/palette/page.ts'
import { createPaletteMachine } from '#machines/palette/paletteMachine.ts'
import { listenToKeys } from '../keyboard/listenToKeys.ts'
import type { CommandRuntime } from '../loading/commandRuntime.ts'
import type { ActiveScopes } from '../state/activeScopes.ts'
import { areProgresses, createGettingStarted } from '../state/gettingStarted.ts'
import { isText } from '../state/storedShapes.ts'
import { isFocusTarget, lastPageFocus, savePageFocus } from '../ui/focus/pageFocus.ts'
import { isMac } from '../ui/Kbd.tsx'
import type { Console } from '../useConsole.tsx'
import { fetchHits } from './fetchHits.ts'
import { announceReconnection, collapseWhenNarrow } from './followWindow.ts'
import { recordUse } from './recordUse.ts'
import { createRunner } from './runner.ts'

/** Every command with what runs it, for this console. */
export function createCommandRuntime(console: Console, page: Window): CommandRuntime {
  const { preferences } = console
  preferences.checkKeys(withoutIssues)
  const registry = createRegistry(commands)
  const gettingStarted = createGettingStarted({
    atoms: console.atoms,
    stored: console.store.own('gettingStarted', areProgresses),
    account: console.store.own('signInName', isText).get() ?? '',
    scope: console.scope,
  })
  const started = startPalette(registry, console, page.document, gettingStarted.record)
  preferences.subscribe(() => started.chord.send({ type: 'limit.set', limit: preferences.get().chordLimit }))
  const listen = () => {
    const stops = [
      listenToKeys(console, page, isMac),
      announceReconnection(console),
      collapseWhenNarrow(preferences, page),
      recordUse(gettingStarted.record, console, page),
    ]
    return () => stops.forEach((stop) => void stop())
  }
  return { registry, ...started, gettingStarted, listen }
}

type PaletteHost = Pick<Console, 'activeScopes' | 'api' | 'clock' | 'i18n' | 'preferences' | 'scope'>

/** Starts the palette and chord machines and creates the runner, with their implementations for this console. */
export function startPalette(registry: Registry, host: PaletteHost, page: Document, onRun = (_command: string) => {}) {
  const { activeScopes, api, clock, i18n, preferences, scope } = host
  const runner = createRunner({
    registry,
    clock,
    newIdempotencyKey: api.newIdempotencyKey,
    scope,
    t: (key, params) => i18n.t(key, params),
    ask: (task) => palette.send({ type: 'task.begin', task }),
    onRun,
  })
  const focusRestorer = createFocusRestorer(page, activeScopes)
  const machine = createPaletteMachine<SearchableKind, CommandResult>().provide({
    actors: {
      lookUp: fromPromise<SearchResult<SearchableKind>, Search<SearchableKind>>(({ input, signal }) =>
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
  const chord = createActor(chordMachine, { input: { limit: preferences.get().chordLimit } }).start()
  return { palette, chord, runner }
}

/** Runs after the palette is unmounted: React commits the closing in a microtask queued before the second one. */
const afterRender = (then: () => void): void => queueMicrotask(() => queueMicrotask(then))

/**
 * Restores the focus after the palette closes. Row elements may be reused for other rows while the palette is open, so the list
 * itself restores a focus on its rows. When the opener is gone, the focus goes to the open detail, list or page; it never stays
 * on `body`.
 */
export function createFocusRestorer(page: Document, activeScopes: Pick<ActiveScopes, 'list' | 'detail'>) {
  let element: Element | null = null
  let isRow = false

  const workArea = (): { focus(options?: FocusOptions): void } | null =>
    activeScopes.detail ?? activeScopes.list ?? lastPageFocus() ?? page.querySelector('main')

  return {
    remember() {
      element = page.activeElement
      savePageFocus(page)
      isRow = element?.closest('[role="row"], [role="grid"]') != null
    },
    restore() {
      if (isRow && activeScopes.list !== null) return activeScopes.list.focus()
      const opener = element?.isConnected === true ? element : page.getElementById(element?.id ?? '')
      const target = isFocusTarget(opener) ? opener : workArea()
      target?.focus({ preventScroll: true })
    },
  }
}
