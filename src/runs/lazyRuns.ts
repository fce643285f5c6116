import { type Atoms, createValue } from '../state/atoms.ts'
import { loadOnce } from '../ui/lazyComponent.tsx'
import type { Console } from '../useConsole.tsx'
import type { RunLists, Runs } from './runs.ts'

export interface LazyRuns extends RunLists {
  load(): Promise<Runs>
}

/** Bulk runs, whose script is loaded when the first one starts or while the page is idle. */
export function createLazyRuns(atoms: Atoms, console: () => Console): LazyRuns {
  const lists: RunLists = { live: createValue(atoms, []), unfinished: createValue(atoms, []) }
  return { ...lists, load: loadOnce(async () => (await import('./runs.ts')).createRuns(console(), lists)) }
}
