import { type RouteId, routes } from '#commands/navigation/routes.ts'
import { type HashLocation, addressOf as partsOf, targetOf } from '../state/location.ts'
import { createSignal, type Signal } from '../state/signal.ts'
import { addressWith, type ListQuery, queryIn } from './filters/query.ts'
import type { List } from './list.ts'

/** A list's query and the address it stands in. A query comes to be by way of the address, and by nothing else. */
export interface ListAddress {
  readonly query: Signal<ListQuery>
  /** The moment by which days without a date are reckoned. */
  now(): number
  seek(changes: Partial<ListQuery>, how: 'push' | 'replace'): void
  /** What only follows the cursor: it is so at once, and in the address when the cursor rests. */
  follow(changes: Partial<ListQuery>): void
  targetOf(changes: Partial<ListQuery>): string
  /** Whether all its rows are to be chosen as it is opened; that is said once. */
  takeChosen(): boolean
  /** Days without a date are reckoned from now on by this moment. */
  renew(): void
  close(): void
}

interface AddressHost {
  location: HashLocation
  list: List
  place: RouteId
  clock: { now(): number }
  /** The page size somebody chose last. */
  size(): number
  changed(before: ListQuery, next: ListQuery): void
  /** Somebody is about to ask for something else than this; the address itself may change in other ways too. */
  sought(before: ListQuery, changes: Partial<ListQuery>): void
}

const IDLE_MS = 300

export function createListAddress({ location, list, place, clock, size, changed, sought }: AddressHost): ListAddress {
  let now = clock.now()
  let resting: ReturnType<typeof setTimeout> | undefined
  const parts = () => partsOf(location.current())
  const read = () => queryIn(parts().query, list, { now, size: size() })
  const query = createSignal(read())

  const targetFor = (changes: Partial<ListQuery>) =>
    targetOf(routes[place].path, addressWith(parts().query, { ...query.get(), ...changes }, list))
  const isHere = () => parts().path === routes[place].path
  const settle = () => {
    clearTimeout(resting)
    resting = undefined
  }
  const catchUp = () => {
    settle()
    if (isHere()) location.go(targetFor({}), { replace: true })
  }

  function take(next: ListQuery) {
    const before = query.get()
    query.set(next)
    changed(before, next)
  }
  const stop = location.subscribe(() => {
    settle()
    if (isHere()) take(read())
  })
  return {
    query,
    now: () => now,
    seek(changes, how) {
      // Back leads to where the cursor was, however soon after a move one has gone on.
      if (how === 'push' && resting !== undefined) catchUp()
      settle()
      if (how === 'push') sought(query.get(), changes)
      location.go(targetFor(changes), { replace: how === 'replace' })
    },
    follow(changes) {
      query.set({ ...query.get(), ...changes })
      clearTimeout(resting)
      resting = setTimeout(catchUp, IDLE_MS)
    },
    targetOf: targetFor,
    takeChosen() {
      const { path, query: said } = parts()
      if (said.get('chosen') !== 'all') return false
      said.delete('chosen')
      location.go(targetOf(path, said), { replace: true })
      return true
    },
    renew() {
      now = clock.now()
      // The rest of it may be ahead of the address.
      take({ ...query.get(), filter: read().filter })
    },
    close() {
      stop()
      // Whoever is thrown out while he moves comes back to where he was.
      if (resting !== undefined) catchUp()
    },
  }
}
