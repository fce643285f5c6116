import { commands } from '#commands/index.ts'
import type { KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { findKeyIssues } from '#commands/keyboard/remap.ts'
import { createRegistry } from '#commands/registry.ts'
import { listenToKeys } from '../keyboard/listenToKeys.ts'
import type { CommandRuntime } from '../loading/commandRuntime.ts'
import { isMac } from '../ui/Kbd.tsx'
import type { Console } from '../useConsole.tsx'
import { startPalette } from './startPalette.ts'

/** Whether a user's key overrides are valid. */
export const isValidKeymap = (keys: KeyChanges): boolean => findKeyIssues(keys).length === 0

/** Every command with what runs it, for this console. */
export function createCommandRuntime(console: Console, page: Window): CommandRuntime {
  const { api, clock, i18n, preferences, scope, activeScopes } = console
  const registry = createRegistry(commands)
  const started = startPalette({
    registry,
    clock,
    api,
    activeScopes,
    scope,
    t: (key, params) => i18n.t(key, params),
    page: page.document,
    chordLimit: preferences.get().chordLimit,
  })
  preferences.subscribe(() => started.chord.send({ type: 'limit.set', limit: preferences.get().chordLimit }))
  return { registry, ...started, listen: () => listenToKeys(console, page, isMac) }
}
