import { atom, type createStore } from 'jotai'
import type { StoredValue } from './storage.ts'
import type { Value } from './value.ts'

/** The store of a console: the home of everything that is only a value. */
export type Atoms = ReturnType<typeof createStore>

/** A value in the store, for an owner that comes and goes, such as an open list. */
export function createValue<Content>(atoms: Atoms, initial: Content): Value<Content> {
  const cell = atom<Content>(initial)
  return {
    get: () => atoms.get(cell),
    set: (content) => atoms.set(cell, content),
    subscribe: (changed) => atoms.sub(cell, changed),
  }
}

/** A value that is also stored in the browser. */
export function createStoredValue<Content>(
  atoms: Atoms,
  stored: StoredValue<Content | null>,
  initial: Content,
): Value<Content> {
  const value = createValue(atoms, stored.get() ?? initial)
  value.subscribe(() => stored.set(value.get()))
  return value
}
