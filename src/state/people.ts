import { calls } from '#contract/calls.ts'
import type { Person } from '#contract/rows/notes.ts'
import type { Api } from '../api/client.ts'
import { type Atoms, createValue } from './atoms.ts'
import type { Features } from './features.ts'

export type People = ReturnType<typeof createPeople>

interface PeopleHost {
  api: Pick<Api, 'call'>
  atoms: Atoms
  features: Pick<Features, 'has'>
}

/** The accounts that can be assigned to orders, read at their first use. */
export function createPeople({ api, atoms, features }: PeopleHost) {
  const known = createValue<readonly Person[]>(atoms, [])
  let reading: Promise<readonly Person[]> | null = null

  function load(): Promise<readonly Person[]> {
    if (!features.has('notes')) return Promise.resolve([])
    if (reading === null) {
      reading = api.call(calls.people, {}, { quiet: true })
      // After a failure the next use tries again.
      reading.then(known.set, () => (reading = null))
    }
    return reading
  }

  return {
    known,
    load,
    /** Those that are known, while the others are read. */
    get(): readonly Person[] {
      load().catch(() => {})
      return known.get()
    },
  }
}
