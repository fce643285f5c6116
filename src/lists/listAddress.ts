import { type RouteId, routes } from '#commands/navigation/routes.ts'
import { formatAddress, type HashLocation, parseAddress as partsOf } from '../state/location.ts'
import { createSignal, type Signal } from '../state/signal.ts'
import { type ListQuery, parseListQuery, writeListQuery } from './filters/query.ts'
import type { List } from './list.ts'

/** A list's query and the address it stands in. A query comes to be by way of the address, and by nothing else. */
export interface ListAddress {
  readonly query: Signal<ListQuery>
  /** The moment by which days without a date are reckoned. */
  now(): number
  navigate(changes: Partial<ListQuery>, how: 'push' | 'replace'): void
  /** What only follows the cursor: it is so at once, and in the address when the cursor rests. */
  updateDebounced(changes: Partial<ListQuery>): void
  targetOf(changes: Partial<ListQuery>): string
  /** Whether all its rows are to be chosen as it is opened; that is said once. */
  consumeSelectAll(): boolean
  /** Days without a date are reckoned from now on by this moment. */
  refreshNow(): void
  close(): void
}

interface AddressHost {
  location: HashLocation
  list: List
  place: RouteId
  clock: { now(): number }
  /** The page size somebody chose last. */
  pageSize(): number
  onChange(before: ListQuery, next: ListQuery): void
  /** Somebody is about to ask for something else than this; the address itself may change in other ways too. */
  onNavigate(before: ListQuery, changes: Partial<ListQuery>): void
}

const IDLE_MS = 300

export function createListAddress({ location, list, place, clock, pageSize, onChange, onNavigate }: AddressHost): ListAddress {
  let now = clock.now()
  let pendingWrite: ReturnType<typeof setTimeout> | undefined
  const parts = () => partsOf(location.current())
  const read = () => parseListQuery(parts().query, list, { now, size: pageSize() })
  const query = createSignal(read())

  const targetFor = (changes: Partial<ListQuery>) =>
    formatAddress(routes[place].path, writeListQuery(parts().query, { ...query.get(), ...changes }, list))
  const isHere = () => parts().path === routes[place].path
  const cancelPendingWrite = () => {
    clearTimeout(pendingWrite)
    pendingWrite = undefined
  }
  const flush = () => {
    cancelPendingWrite()
    if (isHere()) location.go(targetFor({}), { replace: true })
  }

  function applyQuery(next: ListQuery) {
    const before = query.get()
    query.set(next)
    onChange(before, next)
  }
  const stop = location.subscribe(() => {
    cancelPendingWrite()
    if (isHere()) applyQuery(read())
  })
  return {
    query,
    now: () => now,
    navigate(changes, how) {
      // Back leads to where the cursor was, however soon after a move one has gone on.
      if (how === 'push' && pendingWrite !== undefined) flush()
      cancelPendingWrite()
      if (how === 'push') onNavigate(query.get(), changes)
      location.go(targetFor(changes), { replace: how === 'replace' })
    },
    updateDebounced(changes) {
      query.set({ ...query.get(), ...changes })
      clearTimeout(pendingWrite)
      pendingWrite = setTimeout(flush, IDLE_MS)
    },
    targetOf: targetFor,
    consumeSelectAll() {
      const { path, query: said } = parts()
      if (said.get('chosen') !== 'all') return false
      said.delete('chosen')
      location.go(formatAddress(path, said), { replace: true })
      return true
    },
    refreshNow() {
      now = clock.now()
      // The rest of it may be ahead of the address.
      applyQuery({ ...query.get(), filter: read().filter })
    },
    close() {
      stop()
      // Whoever is thrown out while he moves comes back to where he was.
      if (pendingWrite !== undefined) flush()
    },
  }
}
