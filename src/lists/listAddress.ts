import { type RouteId, routes } from '#commands/navigation/routes.ts'
import { type Atoms, createValue } from '../state/atoms.ts'
import { formatAddress, type HashLocation, parseAddress as partsOf } from '../state/location.ts'
import type { Value } from '../state/value.ts'
import { type ListQuery, parseListQuery, writeListQuery } from './filters/query.ts'
import type { List } from './list.ts'

/** The query of a list and its representation in the address. The query changes through the address only. */
export interface ListAddress {
  readonly query: Value<ListQuery>
  /** The time that relative days are computed from. */
  now(): number
  navigate(changes: Partial<ListQuery>, how: 'push' | 'replace'): void
  /** Applies a change caused by the cursor at once. The address is written when the cursor rests. */
  updateDebounced(changes: Partial<ListQuery>): void
  targetOf(changes: Partial<ListQuery>): string
  /** Whether the address selects all rows. Removes that parameter, so it returns true once. */
  consumeSelectAll(): boolean
  /** Computes relative days from the current time from now on. */
  refreshNow(): void
  close(): void
}

interface AddressHost {
  atoms: Atoms
  location: HashLocation
  list: List
  place: RouteId
  clock: { now(): number }
  /** The page size the user chose last. */
  pageSize(): number
  onChange(before: ListQuery, next: ListQuery): void
  /** Called before an intended navigation. The address can also change in other ways. */
  onNavigate(before: ListQuery, changes: Partial<ListQuery>): void
}

const IDLE_MS = 300

export function createListAddress({
  atoms,
  location,
  list,
  place,
  clock,
  pageSize,
  onChange,
  onNavigate,
}: AddressHost): ListAddress {
  let now = clock.now()
  let pendingWrite: ReturnType<typeof setTimeout> | undefined
  const parsed = () => partsOf(location.current())
  const read = () => parseListQuery(parsed().query, list, { now, size: pageSize() })
  const query = createValue(atoms, read())

  const targetFor = (changes: Partial<ListQuery>) =>
    formatAddress(routes[place].path, writeListQuery(parsed().query, { ...query.get(), ...changes }, list))
  const isListRoute = () => parsed().path === routes[place].path
  const cancelPendingWrite = () => {
    clearTimeout(pendingWrite)
    pendingWrite = undefined
  }
  const flush = () => {
    cancelPendingWrite()
    if (isListRoute()) location.go(targetFor({}), { replace: true })
  }

  function applyQuery(next: ListQuery) {
    const before = query.get()
    query.set(next)
    onChange(before, next)
  }
  const stop = location.subscribe(() => {
    cancelPendingWrite()
    if (isListRoute()) applyQuery(read())
  })
  return {
    query,
    now: () => now,
    navigate(changes, how) {
      // Write the cursor position first, so that Back leads to it even right after a move.
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
      const { path, query } = parsed()
      if (query.get('chosen') !== 'all') return false
      query.delete('chosen')
      location.go(formatAddress(path, query), { replace: true })
      return true
    },
    refreshNow() {
      now = clock.now()
      // Only the filter is read from the address, which may lag behind the other fields.
      applyQuery({ ...query.get(), filter: read().filter })
    },
    close() {
      stop()
      // Flush the pending cursor before teardown (session expiry).
      if (pendingWrite !== undefined) flush()
    },
  }
}
