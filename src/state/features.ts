import type { Feature } from '#contract/features.ts'
import type { StoredValue } from './storage.ts'
import { createGuestValue } from './value.ts'

export type Features = ReturnType<typeof createFeatures>

/** The features that the gateway has announced. Stored, so that the next page knows them before its first reply. */
export function createFeatures(stored: StoredValue<readonly string[] | null>) {
  const announced = createGuestValue<readonly string[]>(stored.get() ?? [])
  return {
    get: announced.get,
    has: (feature: Feature): boolean => announced.get().includes(feature),
    /** Replaces them all. */
    announce(names: readonly string[]) {
      if (names.join() === announced.get().join()) return
      stored.set(names)
      announced.set(names)
    },
    subscribe: announced.subscribe,
  }
}
