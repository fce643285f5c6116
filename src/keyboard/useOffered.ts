import { useMemo, useSyncExternalStore } from 'react'
import type { Command } from '#commands/command.ts'
import { isOffered } from '#commands/registry.ts'
import { useConsole } from '../useConsole.tsx'

/** The commands that can run now. Renders again when they are other ones. */
export function useOffered(ids: readonly string[]): readonly Command[] {
  const { activeScopes, registry, scope } = useConsole()
  return useCommands(activeScopes.subscribe, () => ids.filter((id) => isOffered(registry.get(id), scope())))
}

/** The commands with these ids, the same array until the ids change. */
export function useCommands(subscribe: (changed: () => void) => () => void, read: () => readonly string[]): readonly Command[] {
  const { registry } = useConsole()
  const ids = useSyncExternalStore(subscribe, () => read().join(' '))
  return useMemo(() => (ids === '' ? [] : ids.split(' ').map(registry.get)), [ids, registry])
}
